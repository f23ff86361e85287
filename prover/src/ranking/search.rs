//! Coefficients that satisfy conditions on polyhedra, by extremal counterexamples (Gonnord15): a cheapest vector for
//! the points and rays seen so far is tried on every edge, and a counterexample is added. Exact and complete over the
//! rationals.

use super::Budget;
use super::condition::{Condition, Layout};
use super::generator::Generator;
use super::parametrization::Parametrization;
use crate::algebra::exact::gcd;
use crate::linear::{Cuts, Minimum, Vector};
use std::rc::Rc;

/// Refinement rounds after which the search gives up.
const MAX_ROUNDS: usize = 200;

/// The state of a search, which more conditions can be added to.
#[derive(Clone)]
pub(crate) struct Search {
    pub conditions: Vec<Condition>,
    /// The unknowns that may differ from 0.
    active: Rc<[usize]>,
    cuts: Cuts,
}

impl Search {
    pub(crate) fn new(layout: &Layout, active: &[usize], conditions: Vec<Condition>) -> Search {
        let costs = layout.costs();
        let costs: Vec<i128> = active.iter().map(|i| costs[*i]).collect();
        Search { conditions, active: active.into(), cuts: Cuts::new(&costs) }
    }

    /// The cheapest coefficients that satisfy the counterexamples so far.
    fn candidate(&self, layout: &Layout) -> Option<Vector> {
        let small = self.cuts.solution()?;
        let mut num = vec![0; layout.unknowns];
        for (i, n) in self.active.iter().zip(small.num) {
            num[*i] = n;
        }
        Some(Vector { num, den: small.den })
    }

    /// Coefficients that satisfy all conditions: `Some(None)` if there are none, `None` if the search was too hard.
    pub(crate) fn run(
        &mut self,
        parametrization: &mut Parametrization,
        budget: &mut Budget,
        layout: &Layout,
    ) -> Option<Option<Vector>> {
        for _ in 0..MAX_ROUNDS {
            budget.spend(2 * self.active.len() * (self.cuts.count() + 1))?;
            if !self.cuts.solve()? {
                return Some(None);
            }
            let u = self.candidate(layout)?;
            let mut fine = true;
            for i in 0..self.conditions.len() {
                let c = &self.conditions[i];
                if let Some(g) = refutation(parametrization, budget, layout, c, &u)? {
                    let (all, mut least) = layout.cut(&parametrization.pieces[c.piece], c, &g)?;
                    let mut coef: Vec<i128> = self.active.iter().map(|i| all[*i]).collect();
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
    parametrization: &mut Parametrization,
    budget: &mut Budget,
    layout: &Layout,
    c: &Condition,
    u: &Vector,
) -> Option<Option<Generator>> {
    let piece = &parametrization.pieces[c.piece];
    if piece.is_empty() {
        return Some(None);
    }
    let left = layout.left_side(piece, c, u)?;
    let least = c.least.checked_mul(u.den)?;
    for g in &parametrization.generators[c.piece] {
        if g.value(&left)? < least.checked_mul(g.den)? {
            return Some(Some(g.clone()));
        }
    }
    budget.spend(piece.size())?;
    let found = match parametrization.pieces[c.piece].polyhedron.minimize(&left.coef)? {
        Minimum::Empty => None,
        Minimum::Unbounded { ray } => Some(Generator { num: ray, den: 0 }),
        Minimum::At { value: (n, d), point } => {
            let bound = least.checked_sub(left.con)?;
            (n < bound.checked_mul(d)?).then_some(Generator { num: point.num, den: point.den })
        }
    };
    if let Some(g) = &found {
        parametrization.generators[c.piece].push(g.clone());
    }
    Some(found)
}
