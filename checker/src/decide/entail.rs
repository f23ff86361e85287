//! The knowledge on a path, and whether an obligation follows from it (entailment).
//!
//! The tiers, in order: an obligation without variables is decided at once; a Farkas witness is checked by exact
//! arithmetic; the native tier; a solver, if one may be asked, and a second one if it must agree. The first three are a
//! few lines of exact arithmetic, which is why they are believed. A solver's "unknown" never counts as a yes.

use certificates::{Farkas, Rel, Witness};

use crate::answer::verdict::How;
use crate::decide::cross_check::{Answer, CrossCheck};
use crate::decide::native::Native;
use crate::decide::premises;
use crate::decide::solver::Solver;
use crate::decide::term::{Atom, Poly, TooLarge};

/// Facts on one path, at most.
pub const MAX_FACTS: usize = 100_000;
/// Solver queries for one certificate, at most.
pub const MAX_QUERIES: u64 = 200_000;

/// How one obligation was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It follows; this is what decided it.
    Holds(How),
    /// It does not follow; a counter-model.
    Fails(String),
    /// The certificate's Farkas witness does not show it.
    WrongWitness,
    /// Nothing decided it, for this reason.
    Unknown(String),
}

/// Which solvers may decide what the checker's own arithmetic does not.
#[derive(Clone, Debug, Default)]
pub enum Solvers {
    /// No solver: what is left is UNDECIDED.
    Nobody,
    /// Z3, if the checker was built with it.
    #[default]
    One,
    /// Z3, and this second one must agree.
    Two(CrossCheck),
}

/// A length of the knowledge to which it can shrink again.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    length: usize,
    native: usize,
}

/// The facts on the current path, in the order in which they were added.
#[derive(Default)]
pub struct Knowledge {
    facts: Vec<Atom>,
    native: Native,
    /// Lengths of all marks that may still be returned to, ascending.
    marks: Vec<usize>,
    solver: Solver,
    allowed: Solvers,
    /// Queries that reached the solver.
    pub queries: u64,
}

impl Knowledge {
    /// No facts; these solvers may be asked.
    pub fn new(allowed: Solvers) -> Knowledge {
        Knowledge { allowed, ..Knowledge::default() }
    }

    /// The facts on the path, in the order in which they were added.
    pub fn facts(&self) -> &[Atom] {
        &self.facts
    }

    /// A point that [`Knowledge::undo`] can go back to.
    pub fn mark(&mut self) -> Mark {
        if self.marks.last() != Some(&self.facts.len()) {
            self.marks.push(self.facts.len());
        }
        Mark { length: self.facts.len(), native: self.native.mark() }
    }

    /// The facts that were added after the mark.
    pub fn since(&self, mark: &Mark) -> &[Atom] {
        self.facts.get(mark.length..).unwrap_or_default()
    }

    /// Forgets all facts that were added after the mark.
    pub fn undo(&mut self, mark: Mark) {
        self.facts.truncate(mark.length);
        while self.marks.last().is_some_and(|last| *last > mark.length) {
            self.marks.pop();
        }
        self.native.undo(mark.native);
        self.solver.shrink(mark.length);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.undo(Mark { length: 0, native: 0 });
    }

    /// Adds a fact. `TooLarge` if there are too many.
    pub fn add(&mut self, atom: Atom) -> Result<(), TooLarge> {
        if self.facts.len() >= MAX_FACTS {
            return Err(TooLarge);
        }
        self.native.add(&atom);
        self.facts.push(atom);
        Ok(())
    }

    /// Whether the obligation follows from the facts.
    pub fn decide(&mut self, goal: &Atom, witness: &Witness) -> Decision {
        if goal.decided() == Some(true) {
            return Decision::Holds(How::Trivial);
        }
        match self.witnessed(goal, witness) {
            Ok(Some(true)) => return Decision::Holds(How::Farkas),
            Ok(Some(false)) => return Decision::WrongWitness,
            Ok(None) => {}
            Err(TooLarge) => return Decision::Unknown("a witness leaves 128 bits".into()),
        }
        if self.native.follows(goal) {
            return Decision::Holds(How::Native);
        }
        if matches!(self.allowed, Solvers::Nobody) {
            return Decision::Unknown("arithmetic alone does not decide this, and no solver may be asked".into());
        }
        if cfg!(not(feature = "solver")) {
            let reason = "arithmetic alone does not decide this, and this haltcheck was built without a solver";
            return Decision::Unknown(reason.into());
        }
        if self.queries >= MAX_QUERIES {
            return Decision::Unknown(format!("more than {MAX_QUERIES} solver queries"));
        }
        self.queries += 1;
        let answer = self.solver.follows(&self.facts, &self.marks, goal);
        let second = match &self.allowed {
            Solvers::Two(second) if !matches!(answer, Answer::Unknown(_)) => Some(second.follows(&self.facts, goal)),
            _ => None,
        };
        match (answer, second) {
            (Answer::Unknown(reason), _) => Decision::Unknown(format!("the solver gives up: {reason}")),
            (Answer::Follows, None | Some(Answer::Follows)) => Decision::Holds(How::Solver),
            (Answer::Follows, Some(Answer::Fails(_))) => {
                Decision::Unknown("the solvers disagree: Z3 says that this follows, the second solver that not".into())
            }
            (Answer::Follows, Some(Answer::Unknown(reason))) => {
                Decision::Unknown(format!("the second solver does not confirm Z3's answer: {reason}"))
            }
            (Answer::Fails(_), Some(Answer::Follows)) => Decision::Unknown(
                "the solvers disagree: Z3 says that this does not follow, the second that it does".into(),
            ),
            (Answer::Fails(model), _) => Decision::Fails(model),
        }
    }

    /// Whether the native tier has found two facts that exclude each other, without a search.
    pub fn is_plainly_contradictory(&self) -> bool {
        self.native.contradictory
    }

    /// Checks a witness (`spec/graph.md`, section "Witnesses"); `None` if the witness leaves the obligation to the
    /// other tiers.
    fn witnessed(&self, goal: &Atom, witness: &Witness) -> Result<Option<bool>, TooLarge> {
        let poly = &goal.poly;
        Ok(Some(match (witness, goal.rel) {
            (Witness::Solver, _) => return Ok(None),
            (Witness::Farkas(farkas), Rel::Le) => self.combination(poly, farkas)?,
            (Witness::Both(upper, lower), Rel::Eq) => {
                fits(self.combination(poly, upper)?) && fits(self.combination(&poly.neg()?, lower)?)
            }
            (Witness::Strict(false, farkas), Rel::Ne) => fits(self.combination(&poly.plus(1)?, farkas)?),
            (Witness::Strict(true, farkas), Rel::Ne) => fits(self.combination(&poly.neg()?.plus(1)?, farkas)?),
            _ => fits(false),
        }))
    }

    /// Whether scale * goal - sum of coefficient * fact is a constant < scale. The facts make the sum <= 0, so
    /// goal < 1, and goal is an integer: goal <= 0.
    fn combination(&self, goal: &Poly, farkas: &Farkas) -> Result<bool, TooLarge> {
        if !fits(farkas.scale.0 >= 1) {
            return Ok(false);
        }
        let mut rest = goal.scale(farkas.scale.0)?;
        for (place, coefficient) in &farkas.facts {
            let Some(fact) = self.facts.get(*place as usize) else { return Ok(false) };
            let allowed = match fact.rel {
                Rel::Eq => true,
                Rel::Le => fits(coefficient.0 >= 0),
                Rel::Ne => fits(false),
            };
            if !allowed {
                return Ok(false);
            }
            rest = rest.combine(1, &fact.poly, coefficient.0.checked_neg().ok_or(TooLarge)?)?;
        }
        Ok(rest.as_constant().is_some_and(|constant| fits(constant < farkas.scale.0)))
    }
}

/// Whether a premise of a witness holds; a test may switch the premise off.
#[cfg_attr(feature = "premises", track_caller)]
fn fits(holds: bool) -> bool {
    holds || !premises::demanded("witness", "")
}
