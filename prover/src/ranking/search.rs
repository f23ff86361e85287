//! Coefficients that satisfy conditions on polyhedra, from extremal counterexamples: a cheapest
//! vector for the points and rays seen so far is tried on every edge, and what refutes it is
//! added (Gonnord, Monniaux, Radanne, PLDI 2015). Exact and complete over the rationals.

use super::Context;
use super::condition::{Condition, Layout};
use super::lp::{Cuts, Minimum, Vector, gcd};
use crate::its::simplify::Affine;

/// Rounds of refutation beyond which the search gives up.
const MAX_ROUNDS: usize = 200;

/// A vertex (`den > 0`) or a ray (`den = 0`) of an edge's polyhedron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    pub num: Vec<i128>,
    pub den: i128,
}

impl Generator {
    /// The function's value there, times `den`; its growth for a ray.
    pub fn value(&self, f: &Affine) -> Option<i128> {
        let mut sum = f.con.checked_mul(self.den)?;
        for (c, x) in f.coef.iter().zip(&self.num) {
            if *c != 0 && *x != 0 {
                sum = sum.checked_add(c.checked_mul(*x)?)?;
            }
        }
        Some(sum)
    }
}

/// The state of a search, which more conditions can be added to.
#[derive(Clone)]
pub struct Search {
    pub conditions: Vec<Condition>,
    cuts: Cuts,
}

impl Search {
    pub fn new(layout: &Layout, constants: &[usize], conditions: Vec<Condition>) -> Search {
        // Few and small coefficients; constants cost nothing.
        let mut costs = vec![1; layout.unknowns];
        for c in constants {
            costs[*c] = 0;
        }
        Search {
            conditions,
            cuts: Cuts::new(&costs),
        }
    }

    /// Coefficients for all conditions: `Some(None)` if there are none, `None` if it is too hard.
    pub fn run(&mut self, context: &mut Context, layout: &Layout) -> Option<Option<Vector>> {
        for _ in 0..MAX_ROUNDS {
            context.spend(2 * layout.unknowns * (self.cuts.count() + 1))?;
            if !self.cuts.solve()? {
                return Some(None);
            }
            let u = self.cuts.solution()?;
            let mut fine = true;
            for i in 0..self.conditions.len() {
                let c = &self.conditions[i];
                if let Some(g) = refutation(context, layout, c, &u)? {
                    let (mut coef, mut least) = layout.cut(&context.pieces[c.piece], c, &g)?;
                    let common = coef.iter().fold(least, |a, b| gcd(a, *b));
                    if common > 1 {
                        coef.iter_mut().for_each(|x| *x /= common);
                        least /= common;
                    }
                    self.cuts.add(&coef, least)?;
                    fine = false;
                }
            }
            if fine {
                return Some(Some(u));
            }
        }
        None
    }
}

/// A point or ray of the edge at which the condition fails, if there is one.
fn refutation(
    context: &mut Context,
    layout: &Layout,
    c: &Condition,
    u: &Vector,
) -> Option<Option<Generator>> {
    let piece = &context.pieces[c.piece];
    if piece.is_empty() {
        return Some(None);
    }
    let left = layout.left_side(piece, c, u)?;
    let least = c.least.checked_mul(u.den)?;
    for g in &context.generators[c.piece] {
        if g.value(&left)? < least.checked_mul(g.den)? {
            return Some(Some(g.clone()));
        }
    }
    let size = piece.size();
    context.spend(size)?;
    let found = match context.pieces[c.piece].polyhedron.minimize(&left.coef)? {
        Minimum::Empty => None,
        Minimum::Unbounded { ray } => Some(Generator { num: ray, den: 0 }),
        Minimum::At {
            value: (n, d),
            point,
        } => {
            let bound = least.checked_sub(left.con)?;
            (n < bound.checked_mul(d)?).then_some(Generator {
                num: point.num,
                den: point.den,
            })
        }
    };
    if let Some(g) = &found {
        context.generators[c.piece].push(g.clone());
    }
    Some(found)
}
