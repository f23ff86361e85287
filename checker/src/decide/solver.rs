//! The only file that names Z3. A query asks whether the knowledge refutes the negation of an obligation.
//!
//! Products of variables are first abstracted to variables, in linear arithmetic, which weakens the facts; only if that
//! does not decide are they multiplied. The solvers are created at the first query, so a certificate that needs none
//! never starts them. The effort for a query is limited by Z3's own deterministic counter. Time limits only the sum of
//! all queries, and a query about products that this counter misses.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use certificates::Rel;
use z3::ast::{Bool, Int};
use z3::{Params, SatResult, Solver as Z3};

use crate::decide::cross_check::Answer;
use crate::decide::term::{Atom, Mono, Poly};

/// Z3's resource counter for one query.
const LINEAR_EFFORT: u32 = 4_000_000;
const PRODUCT_EFFORT: u32 = 8_000_000;
/// Milliseconds for one query about products, for work that Z3's counter leaves out: bounds of products can become
/// numbers whose length doubles from step to step.
const PRODUCT_TIME: u32 = 60_000;
/// All queries of one certificate together.
const TOTAL: Duration = Duration::from_secs(600);

/// Queries over a growing and shrinking list of facts.
#[derive(Default)]
pub struct Solver {
    linear: Option<Mirror>,
    products: Option<Mirror>,
    spent: Duration,
}

/// Name and version of the solver.
pub fn version() -> String {
    format!("Z3 {}", z3::full_version())
}

impl Solver {
    /// Whether the facts imply the goal. `marks` are the lengths to which the list will shrink
    /// again, ascending.
    pub fn follows(&mut self, facts: &[Atom], marks: &[usize], goal: &Atom) -> Answer {
        if self.spent > TOTAL {
            return Answer::Unknown("the time for all queries is used up".into());
        }
        let start = Instant::now();
        let answer = self.ask(facts, marks, goal);
        self.spent += start.elapsed();
        answer
    }

    fn ask(&mut self, facts: &[Atom], marks: &[usize], goal: &Atom) -> Answer {
        let linear = self.linear.get_or_insert_with(|| Mirror::new("QF_LIA", LINEAR_EFFORT, false));
        let answer = linear.query(facts, marks, goal);
        let affine = || facts.iter().chain([goal]).all(|atom| atom.poly.is_affine());
        if answer == Answer::Follows || affine() {
            return answer;
        }
        let products = self.products.get_or_insert_with(|| Mirror::new("QF_NIA", PRODUCT_EFFORT, true));
        products.query(facts, marks, goal)
    }

    /// Tells the solver that the list of facts has shrunk to this length.
    pub fn shrink(&mut self, length: usize) {
        for mirror in [&mut self.linear, &mut self.products].into_iter().flatten() {
            mirror.shrink(length);
        }
    }
}

/// A Z3 solver whose assertions follow the list of facts.
struct Mirror {
    z3: Z3,
    /// Whether products are multiplied.
    multiply: bool,
    variables: HashMap<Mono, Int>,
    /// Facts asserted so far.
    asserted: usize,
    /// For each open scope, how many facts were asserted before it.
    scopes: Vec<usize>,
}

impl Mirror {
    fn new(logic: &str, effort: u32, multiply: bool) -> Mirror {
        let z3 = Z3::new_for_logic(logic).unwrap_or_default();
        let mut parameters = Params::new();
        parameters.set_u32("rlimit", effort);
        parameters.set_u32("random_seed", 0);
        parameters.set_u32("timeout", if multiply { PRODUCT_TIME } else { u32::MAX });
        z3.set_params(&parameters);
        Mirror { z3, multiply, variables: HashMap::new(), asserted: 0, scopes: Vec::new() }
    }

    fn shrink(&mut self, length: usize) {
        while self.asserted > length {
            let Some(start) = self.scopes.pop() else { return };
            self.z3.pop(1);
            self.asserted = start;
        }
    }

    fn query(&mut self, facts: &[Atom], marks: &[usize], goal: &Atom) -> Answer {
        for end in marks.iter().copied().chain([facts.len()]) {
            if end > self.asserted || self.scopes.is_empty() {
                self.z3.push();
                self.scopes.push(self.asserted);
                for fact in facts.get(self.asserted..end).unwrap_or_default() {
                    let formula = self.formula(fact);
                    self.z3.assert(formula);
                }
                self.asserted = end;
            }
        }
        self.z3.push();
        let negated = self.formula(goal).not();
        self.z3.assert(negated);
        let answer = match self.z3.check() {
            SatResult::Unsat => Answer::Follows,
            SatResult::Sat => Answer::Fails(self.model(facts, goal)),
            SatResult::Unknown => Answer::Unknown(self.z3.get_reason_unknown().unwrap_or_default()),
        };
        self.z3.pop(1);
        answer
    }

    fn formula(&mut self, atom: &Atom) -> Bool {
        let (left, zero) = (self.term(&atom.poly), Int::from_i64(0));
        match atom.rel {
            Rel::Eq => left.eq(&zero),
            Rel::Ne => left.eq(&zero).not(),
            Rel::Le => left.le(&zero),
        }
    }

    fn term(&mut self, poly: &Poly) -> Int {
        let mut summands = vec![number(poly.constant)];
        for (mono, coefficient) in &poly.terms {
            summands.push(number(*coefficient) * self.mono(mono));
        }
        Int::add(&summands)
    }

    fn mono(&mut self, mono: &Mono) -> Int {
        if let Some(known) = self.variables.get(mono) {
            return known.clone();
        }
        let made = match mono {
            Mono::Product(variables) if self.multiply => {
                let factors: Vec<Int> = variables.iter().map(|variable| self.mono(&Mono::Var(*variable))).collect();
                Int::mul(&factors)
            }
            _ => Int::new_const(mono.variables().iter().map(|v| format!("v{v}")).collect::<Vec<_>>().join("*")),
        };
        self.variables.insert(mono.clone(), made.clone());
        made
    }

    /// Values of the variables of the goal and of the facts that share a variable with it.
    fn model(&mut self, facts: &[Atom], goal: &Atom) -> String {
        let Some(model) = self.z3.get_model() else { return String::new() };
        let names = |atom: &Atom| -> Vec<u32> {
            atom.poly.terms.iter().flat_map(|(mono, _)| mono.variables().to_vec()).collect()
        };
        let mut shown = names(goal);
        for fact in facts.iter().rev() {
            let more = names(fact);
            if shown.len() < 12 && more.iter().any(|variable| shown.contains(variable)) {
                shown.extend(more);
            }
        }
        shown.sort_unstable();
        shown.dedup();
        let value = |variable: u32| {
            let value = model.eval(self.variables.get(&Mono::Var(variable))?, true)?;
            Some(format!("v{variable} = {value}"))
        };
        shown.into_iter().filter_map(value).collect::<Vec<_>>().join(", ")
    }
}

/// An integer constant of any size.
fn number(value: i128) -> Int {
    match i64::try_from(value) {
        Ok(small) => Int::from_i64(small),
        Err(_) => Int::from_i128(value),
    }
}
