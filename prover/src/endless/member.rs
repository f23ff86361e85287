//! Values for a node's variables in a state of a run: a concrete model of a symbolic heap.

use super::Member;
use crate::algebra::{Atom, Rel, Term, Var};
use crate::program::{Program, Type};
use crate::refute::Stand;
use crate::state::State;
use certificates::{BlockId, Kind, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Matches the run's state with the node's state; `None` if the node does not describe it, as far as can be decided.
pub(super) fn member(program: &Program, state: &State, stand: &Stand<'_, '_, '_>) -> Option<Member> {
    if state.has_structures() {
        return None;
    }
    let mut solving = Solving { values: BTreeMap::new(), open: Vec::new() };
    let function = program.functions.get(&*state.function)?;
    for (register, value) in &state.bindings {
        let width = match function.registers[*register].ty {
            Type::Int(width) => width,
            Type::Pointer => program.pointer_bits,
            Type::Float(_) | Type::Void => return None,
        };
        solving.open.push((value.term.clone(), number(stand.register(*register)?, width, value.sign)));
    }
    let mut addresses: BTreeMap<BlockId, u64> = BTreeMap::new();
    for (id, block) in &state.blocks {
        if let Some(address) = stand.address(&block.kind) {
            addresses.insert(*id, address);
            solving.open.push((block.base.clone(), address.into()));
        }
    }
    solving.solve()?;
    for (id, block) in &state.blocks {
        if block.optional || block.kept {
            return None;
        }
        let base = solving.value(&block.base)?;
        let address = u64::try_from(base).ok()?;
        addresses.insert(*id, address);
        let size = match &block.kind {
            Kind::Function(_) => 0,
            kind => stand.size(address, kind, block.read_only)?,
        };
        if !address.is_multiple_of(block.align) {
            return None;
        }
        solving.open.push((block.size.clone(), size.into()));
    }
    solving.solve()?;
    // An entry may determine where another one lies.
    let mut entries: Vec<_> = state.entries.values().collect();
    while !entries.is_empty() {
        let before = entries.len();
        let mut rest = Vec::new();
        for entry in entries {
            let Some(offset) = solving.value(&entry.offset) else {
                rest.push(entry);
                continue;
            };
            let bits = stand.read(*addresses.get(&entry.block)?, u64::try_from(offset).ok()?, entry.width)?;
            solving.open.push((entry.value.clone(), number(bits, 8 * entry.width, entry.sign)));
        }
        solving.solve()?;
        if rest.len() == before {
            return None;
        }
        entries = rest;
    }
    solving.rest(state)?;
    let Solving { values, .. } = solving;
    let used: BTreeSet<&u64> = addresses.values().collect();
    (used.len() == addresses.len()).then_some(Member { steps: stand.steps(), values, addresses })
}

/// Bits as a number.
fn number(bits: u64, width: u32, sign: Sign) -> i128 {
    let bits = i128::from(bits);
    let modulus = 1i128 << width.min(64);
    if sign == Sign::Signed && bits >= modulus / 2 { bits - modulus } else { bits }
}

/// A system of equations between terms and numbers.
struct Solving {
    values: BTreeMap<Var, i128>,
    open: Vec<(Term, i128)>,
}

impl Solving {
    /// The value of a term, if it is known.
    fn value(&self, term: &Term) -> Option<i128> {
        value(term, &self.values)
    }

    /// Solves the equations that have one unknown; `None` on a contradiction.
    fn solve(&mut self) -> Option<()> {
        loop {
            let before = (self.open.len(), self.values.len());
            for (term, wanted) in std::mem::take(&mut self.open) {
                match self.unknown(&term)? {
                    Unknown::None(is) if is == wanted => {}
                    Unknown::None(_) => return None,
                    Unknown::One(v, factor, rest) => {
                        let distance = wanted.checked_sub(rest)?;
                        if distance.checked_rem(factor)? != 0 {
                            return None;
                        }
                        self.values.insert(v, distance.checked_div(factor)?);
                    }
                    Unknown::Several => self.open.push((term, wanted)),
                }
            }
            if (self.open.len(), self.values.len()) == before {
                return Some(());
            }
        }
    }

    /// What is unknown in a term.
    fn unknown(&self, term: &Term) -> Option<Unknown> {
        let rest = term.substitute(&|v| self.values.get(&v).map(|value| Term::constant(*value))).ok()?;
        let vars: BTreeSet<Var> = rest.vars().collect();
        let mut vars = vars.into_iter();
        Some(match (vars.next(), vars.next()) {
            (None, _) => Unknown::None(rest.as_constant()?),
            (Some(v), None) if rest.is_linear() => Unknown::One(v, rest.coefficient(&[v]), rest.constant_part()),
            _ => Unknown::Several,
        })
    }

    /// Finds values for variables that only facts mention; `None` if a fact does not hold.
    fn rest(&mut self, state: &State) -> Option<()> {
        for v in state.variables() {
            self.equations(&state.knowledge)?;
            if !self.values.contains_key(&v) {
                let value = self.between(&state.knowledge, v)?;
                self.values.insert(v, value);
            }
        }
        self.open.is_empty().then_some(())?;
        state.knowledge.iter().all(|fact| holds(fact, &self.values) == Some(true)).then_some(())
    }

    /// Adds the facts that are equations.
    fn equations(&mut self, facts: &[Atom]) -> Option<()> {
        self.open.extend(facts.iter().filter(|fact| fact.rel == Rel::Eq).map(|fact| (fact.term.clone(), 0)));
        self.solve()?;
        self.open.retain(|(term, _)| term.vars().any(|v| !self.values.contains_key(&v)));
        Some(())
    }

    /// A value for a variable that lies between the bounds given by facts.
    fn between(&self, facts: &[Atom], v: Var) -> Option<i128> {
        let (mut low, mut high) = (None::<i128>, None::<i128>);
        for fact in facts.iter().filter(|fact| fact.rel == Rel::Le) {
            let Unknown::One(found, factor, rest) = self.unknown(&fact.term)? else { continue };
            if found != v {
                continue;
            }
            // factor * v + rest <= 0
            let bound = rest.checked_neg()?;
            if factor > 0 {
                let bound = bound.div_euclid(factor);
                high = Some(high.map_or(bound, |high| high.min(bound)));
            } else {
                let bound = rest.checked_add(factor.checked_neg()?.checked_sub(1)?)?.div_euclid(factor.checked_neg()?);
                low = Some(low.map_or(bound, |low| low.max(bound)));
            }
        }
        Some(low.or(high.map(|high| high.min(0))).unwrap_or(0))
    }
}

enum Unknown {
    /// Nothing is unknown; the value.
    None(i128),
    /// One variable is unknown: its coefficient, and the rest.
    One(Var, i128, i128),
    Several,
}

/// The value of a term under an assignment.
pub(super) fn value(term: &Term, values: &BTreeMap<Var, i128>) -> Option<i128> {
    term.substitute(&|v| values.get(&v).map(|value| Term::constant(*value))).ok()?.as_constant()
}

/// Whether a fact holds under an assignment.
pub(super) fn holds(fact: &Atom, values: &BTreeMap<Var, i128>) -> Option<bool> {
    let value = value(&fact.term, values)?;
    Some(match fact.rel {
        Rel::Le => value <= 0,
        Rel::Eq => value == 0,
        Rel::Ne => value != 0,
    })
}
