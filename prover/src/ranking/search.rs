//! Coefficients that satisfy conditions on polyhedra, by extremal counterexamples (Gonnord15): a cheapest vector for
//! the points and rays seen so far is tried on every edge, and a counterexample is added. Exact and complete over the
//! rationals.

use super::condition::{Condition, Layout};
use super::generator::Generator;
use super::parametrization::Parametrization;
use super::{Attempt, Budget};
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

    /// Coefficients that satisfy all conditions.
    pub(crate) fn run(
        &mut self,
        parametrization: &mut Parametrization,
        budget: &mut Budget,
        layout: &Layout,
    ) -> Attempt<Vector> {
        self.refined(parametrization, budget, layout).unwrap_or(Attempt::TooHard)
    }

    /// As `run`; none where a number became too large or the budget is spent.
    fn refined(
        &mut self,
        parametrization: &mut Parametrization,
        budget: &mut Budget,
        layout: &Layout,
    ) -> Option<Attempt<Vector>> {
        for _ in 0..MAX_ROUNDS {
            budget.spend(2 * self.active.len() * (self.cuts.count() + 1))?;
            if !self.cuts.solve()? {
                return Some(Attempt::NoneExists);
            }
            let u = self.candidate(layout)?;
            let mut fine = true;
            for i in 0..self.conditions.len() {
                let c = &self.conditions[i];
                if let Met::Fails(g) = met(parametrization, budget, layout, c, &u)? {
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
                return Some(Attempt::Found(u));
            }
        }
        None
    }
}

/// Whether a condition holds on all of its edge.
enum Met {
    Holds,
    /// It fails at this point or ray.
    Fails(Generator),
}

/// Looks for a point or ray of the edge at which the condition fails; none if the search was too hard.
fn met(
    parametrization: &mut Parametrization,
    budget: &mut Budget,
    layout: &Layout,
    c: &Condition,
    u: &Vector,
) -> Option<Met> {
    let piece = &parametrization.pieces[c.piece];
    if piece.is_empty() {
        return Some(Met::Holds);
    }
    let left = layout.left_side(piece, c, u)?;
    let least = c.least.checked_mul(u.den)?;
    for g in &parametrization.generators[c.piece] {
        if g.value(&left)? < least.checked_mul(g.den)? {
            return Some(Met::Fails(g.clone()));
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
    let Some(found) = found else { return Some(Met::Holds) };
    parametrization.generators[c.piece].push(found.clone());
    Some(Met::Fails(found))
}
