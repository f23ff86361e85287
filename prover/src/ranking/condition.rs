//! What a measure must satisfy on an edge, as linear conditions on its unknown coefficients.

use super::generator::Generator;
use super::parametrization::MULTIPLES;
use super::{Component, Context};
use crate::algebra::{Atom, Rel, Term};
use crate::its::Node;
use crate::its::piece::Piece;
use crate::linear::Affine;
use crate::linear::Vector;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Source,
    Target,
}

/// A condition on a measure: on the whole edge, a sum of the measure's functions at source or target, with integer
/// factors, is at least `least`.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub piece: usize,
    /// For each summand: place in the tuple, source or target, factor.
    pub parts: Vec<(usize, Side, i128)>,
    pub least: i128,
}

impl Condition {
    /// f - f' >= least
    pub(crate) fn decrease(piece: usize, place: usize, least: i128) -> Condition {
        Condition { piece, parts: vec![(place, Side::Source, 1), (place, Side::Target, -1)], least }
    }

    /// f >= 0 at the source
    pub(crate) fn bounded(piece: usize, place: usize) -> Condition {
        Condition { piece, parts: vec![(place, Side::Source, 1)], least: 0 }
    }
}

/// Positions of the coefficients of each node's functions in the vector of unknowns. For each place of the tuple and
/// each node: one per variable, one per parameter, then the constant.
pub(crate) struct Layout {
    /// By position of the node in the system: its first unknown, and its number of variables.
    offset: Vec<(usize, usize)>,
    /// The component's nodes.
    nodes: Vec<usize>,
    /// Number of unknowns of one place of the tuple.
    width: usize,
    depth: usize,
    parameters: usize,
    pub unknowns: usize,
}

impl Layout {
    pub(crate) fn new(nodes: &[Node], component: &Component, depth: usize, parameters: usize) -> Layout {
        let mut offset = vec![(0, 0); nodes.len()];
        let mut width = 0;
        for n in &component.nodes {
            let vars = nodes[*n].vars.len();
            offset[*n] = (width, vars);
            width += vars + parameters + 1;
        }
        Layout { offset, nodes: component.nodes.clone(), width, depth, parameters, unknowns: width * depth }
    }

    /// The first coefficient of a node's function.
    pub(crate) fn start(&self, place: usize, node: usize) -> usize {
        place * self.width + self.offset[node].0
    }

    /// Calls `f` with the first unknown of each function and its number of variables.
    fn functions(&self, mut f: impl FnMut(usize, usize)) {
        for place in 0..self.depth {
            for n in &self.nodes {
                f(self.start(place, *n), self.offset[*n].1);
            }
        }
    }

    /// The cost of each coefficient: few and small coefficients of variables are preferred, and fewer of parameters;
    /// constants are free.
    pub(crate) fn costs(&self) -> Vec<i128> {
        let mut costs = vec![1; self.unknowns];
        self.functions(|start, vars| {
            let mut cost = 2;
            for i in 0..self.parameters {
                costs[start + vars + i] = cost;
                cost *= 2 * MULTIPLES; // dearer than multiples of a smaller one
            }
            costs[start + vars + self.parameters] = 0;
        });
        costs
    }

    /// For each unknown, whether it is a constant.
    pub(crate) fn constants(&self) -> Vec<bool> {
        let mut constants = vec![false; self.unknowns];
        self.functions(|start, vars| constants[start + vars + self.parameters] = true);
        constants
    }

    /// The coefficients after the parameters' values were moved into the constants.
    pub(crate) fn instantiate(&self, u: &Vector, values: &[i128]) -> Option<Vector> {
        let mut num = Vec::new();
        let mut fits = true;
        self.functions(|start, vars| {
            num.extend_from_slice(&u.num[start..start + vars]);
            let mut constant = Some(u.num[start + vars + self.parameters]);
            for (i, value) in values.iter().enumerate() {
                let part = u.num[start + vars + i].checked_mul(*value);
                constant = constant.zip(part).and_then(|(c, p)| c.checked_add(p));
            }
            fits &= constant.is_some();
            num.push(constant.unwrap_or(0));
        });
        fits.then_some(Vector { num, den: u.den })
    }

    /// The unknowns that belong to a set of variables (node, place), with all constants and, if wanted, all parameters.
    pub(crate) fn active(&self, variables: &BTreeSet<(usize, usize)>, parameters: bool) -> Vec<usize> {
        let mut all = Vec::new();
        for place in 0..self.depth {
            for n in &self.nodes {
                let (start, vars) = (self.start(place, *n), self.offset[*n].1);
                let kept = (0..vars).filter(|i| variables.contains(&(*n, *i)));
                all.extend(kept.map(|i| start + i));
                if parameters {
                    all.extend(start + vars..start + vars + self.parameters);
                }
                all.push(start + vars + self.parameters);
            }
        }
        all
    }

    fn values<'a>(&self, piece: &'a Piece, place: usize, side: Side) -> (usize, &'a [Affine]) {
        match side {
            Side::Source => (self.start(place, piece.from), &piece.source),
            Side::Target => (self.start(place, piece.to), &piece.target),
        }
    }

    /// The condition at one point (or along one ray) of the edge, as a constraint on the unknowns: `coef · u >= least`.
    pub(crate) fn cut(&self, piece: &Piece, c: &Condition, g: &Generator) -> Option<(Vec<i128>, i128)> {
        let mut coef = vec![0i128; self.unknowns];
        for (place, side, factor) in &c.parts {
            let (start, values) = self.values(piece, *place, *side);
            for (i, value) in values.iter().enumerate() {
                let slot = &mut coef[start + i];
                *slot = slot.checked_add(g.value(value)?.checked_mul(*factor)?)?;
            }
            let slot = &mut coef[start + values.len()];
            *slot = slot.checked_add(g.den.checked_mul(*factor)?)?;
        }
        Some((coef, c.least.checked_mul(g.den)?))
    }

    /// The condition's left side for given coefficients, times their denominator, as a function
    /// of the edge's columns.
    pub(crate) fn left_side(&self, piece: &Piece, c: &Condition, u: &Vector) -> Option<Affine> {
        let mut sum = Affine { coef: vec![0; piece.columns], con: 0 };
        for (place, side, factor) in &c.parts {
            let (start, values) = self.values(piece, *place, *side);
            for (i, value) in values.iter().enumerate() {
                let f = u.num[start + i].checked_mul(*factor)?;
                if f == 0 {
                    continue;
                }
                for (s, v) in sum.coef.iter_mut().zip(&value.coef) {
                    *s = s.checked_add(v.checked_mul(f)?)?;
                }
                sum.con = sum.con.checked_add(value.con.checked_mul(f)?)?;
            }
            let constant = u.num[start + values.len()].checked_mul(*factor)?;
            sum.con = sum.con.checked_add(constant)?;
        }
        Some(sum)
    }

    /// The function of a node, without parameters.
    pub(crate) fn function(&self, nodes: &[Node], place: usize, node: usize, u: &Vector) -> Option<Term> {
        let start = self.start(place, node);
        let vars = &nodes[node].vars;
        let mut f = Term::constant(u.num[start + vars.len()]);
        for (i, v) in vars.iter().enumerate() {
            f = f.add_scaled(&Term::var(*v), u.num[start + i]).ok()?;
        }
        Some(f)
    }
}

/// Whether integer coefficients (without parameters) satisfy a condition on all states that its edge allows. If the
/// exact linear program cannot decide it, the oracle is asked.
pub(super) fn holds(context: &mut Context, layout: &Layout, c: &Condition, u: &Vector) -> Option<bool> {
    let piece = &mut context.exact.pieces[c.piece];
    if piece.is_empty() {
        return Some(true);
    }
    context.budget.spend(piece.size())?;
    let left = layout.left_side(piece, c, u);
    if let Some(answer) = left.and_then(|left| piece.at_least(&left, c.least)) {
        return Some(answer);
    }
    context.budget.ask()?;
    let goal = obligation(context, layout, c, u)?;
    let knowledge = &context.edges[c.piece].facts;
    Some(context.oracle.entails(knowledge, &goal))
}

/// The condition as an atom over the edge's variables.
fn obligation(context: &Context, layout: &Layout, c: &Condition, u: &Vector) -> Option<Atom> {
    let edge = context.edges[c.piece];
    let piece = &context.exact.pieces[c.piece];
    let mut sum = Term::constant(c.least);
    for (place, side, factor) in &c.parts {
        let value = match side {
            Side::Source => layout.function(context.nodes, *place, piece.from, u)?,
            Side::Target => {
                let f = layout.function(context.nodes, *place, piece.to, u)?;
                if f.vars().any(|v| edge.target.iter().all(|(w, _)| *w != v)) {
                    return None;
                }
                f.substitute(&|v| {
                    let found = edge.target.iter().find(|(w, _)| *w == v);
                    found.map(|(_, t)| t.clone())
                })
                .ok()?
            }
        };
        sum = sum.add_scaled(&value, factor.checked_neg()?).ok()?;
    }
    Some(Atom::new(Rel::Le, sum))
}
