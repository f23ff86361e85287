//! What a contract says of all elements of an array (`spec/precondition.md`, section "Elements").

use crate::algebra::{Atom, Rel, Term, TooLarge};
use crate::contract::{self, Conjunct, ContractError, Elements, Expression, Meaning, Step, Understood};
use crate::start::memory::{Home, named};
use crate::start::ranges::Reader;
use crate::start::terms::{ELEMENT, INDEX, OfAll, Time};
use crate::start::{Builder, StartError};
use crate::state::Uniform;
use certificates::{BlockId, Sign};

/// What the contract says of elements, in a case.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub block: BlockId,
    /// Of the first one, from the beginning of the block.
    pub offset: Term,
    pub count: Term,
    /// Comparisons with 0 of a multiple of the element, and a term.
    pub all: Vec<(Rel, i128, Term)>,
    pub stride: u64,
    /// In bytes.
    pub width: u32,
    pub sign: Sign,
}

fn wrong<T>(message: impl Into<String>) -> Understood<T> {
    Err(ContractError::new(message))
}

impl<'a> Reader<'a> {
    /// A `\\forall`: its variable, where this lies, and what holds.
    pub(super) fn elements(&mut self, operands: &'a [Expression]) -> Understood<()> {
        let Some((variable, range, said)) = contract::for_all(contract::FOR_ALL, operands) else {
            return wrong("\\forall: a variable, where it lies, and what holds");
        };
        let Some((after, low, with, high)) = contract::bounds(variable, range) else {
            return wrong(format!("\\forall: where it lies is written low <= {variable} < high"));
        };
        if self.terms.time != Time::Required || self.terms.all.is_some() {
            return wrong("\\forall stands where it is not supported");
        }
        let (low, high) = (self.terms.term(low)?, self.terms.term(high)?);
        let low = low.plus(i128::from(after))?;
        let count = high.plus(i128::from(with))?.sub(&low)?;
        self.terms.all = Some(OfAll { variable: variable.to_owned(), element: None });
        let atoms = self.said_of_all(said);
        let element = self.terms.all.take().and_then(|all| all.element);
        let atoms = atoms?;
        let Some((Step::Read { start, address, width, sign, .. }, text)) = element else {
            return wrong(format!("'{said}': \\forall is about elements of an array"));
        };
        let stride = address.coefficient(&[INDEX]);
        let base = address.add_scaled(&Term::var(INDEX), stride.checked_neg().ok_or(TooLarge)?)?;
        let (width, step) = (width / 8, u64::try_from(stride).unwrap_or(0));
        if step < u64::from(width) || base.contains(INDEX) || base.contains(ELEMENT) {
            return wrong(format!("'{text}': elements lie one behind the other, at multiples of '{variable}'"));
        }
        let mut all = Vec::new();
        for atom in atoms {
            let factor = atom.term.coefficient(&[ELEMENT]);
            let rest = atom.term.add_scaled(&Term::var(ELEMENT), factor.checked_neg().ok_or(TooLarge)?)?;
            if factor == 0 || rest.contains(ELEMENT) || rest.contains(INDEX) {
                return wrong(format!(
                    "'{said}': \\forall compares an element with what neither it nor '{variable}' is a part of"
                ));
            }
            // A number that is not 0 and has no sign is positive.
            all.push(match (atom.rel, sign, rest.is_zero()) {
                (Rel::Ne, Sign::Unsigned, true) => (Rel::Le, -1, Term::constant(1)),
                (rel, ..) => (rel, factor, rest),
            });
        }
        let address = base.add_scaled(&low, stride)?;
        self.terms.out.steps.push(Step::Elements(Elements {
            start,
            address,
            count,
            stride: step,
            width,
            sign,
            all,
            text,
        }));
        Ok(())
    }

    /// The comparisons of a conjunction.
    fn said_of_all(&mut self, said: &'a Expression) -> Understood<Vec<Atom>> {
        let alternatives = said.alternatives()?;
        let [conjuncts] = alternatives.as_slice() else {
            return wrong(format!("'{said}': \\forall is about comparisons that hold together"));
        };
        let mut atoms = Vec::new();
        for conjunct in conjuncts {
            match conjunct {
                Conjunct::Compare(left, relation, right) => atoms.push(self.atom(left, *relation, right)?),
                Conjunct::Predicate(name, _) => return wrong(format!("'{name}' in a \\forall is no comparison")),
            }
        }
        Ok(atoms)
    }
}

impl Builder<'_, '_> {
    /// Adds what is said of elements, which lie inside a range or global variable that stands before.
    pub(super) fn elements(
        &mut self,
        meaning: &Meaning,
        elements: &Elements,
        names: &[Option<Term>],
        placed: &[Option<(BlockId, Term)>],
    ) -> Result<(), StartError> {
        let (first, count) = (named(names, &elements.address)?, named(names, &elements.count)?);
        let length = elements.length(&count)?;
        let home = self.around(meaning, elements.start, (&first, &length), names, placed)?;
        let Some(Home { block, offset }) = home else {
            let none = Atom::le(&count, &Term::zero())?;
            let known = &self.start.state.knowledge;
            if self.cx.engine.entails(known, &none) || !self.cx.engine.consistent(known) {
                return Ok(());
            }
            return Err(StartError::Contract(ContractError::new(format!(
                "the elements '{}' do not all lie inside what stands before them: a \\valid, \\valid_read or global \
                 (in every case)",
                elements.text
            ))));
        };
        let mut all = Vec::new();
        for (rel, factor, rest) in &elements.all {
            all.push((*rel, *factor, named(names, rest)?));
        }
        let id = self.next_entry();
        let (stride, width, sign) = (elements.stride, elements.width, elements.sign);
        let said = Placed { block, offset, count, all, stride, width, sign };
        if let Some(fact) = said.as_bounds()? {
            self.start.state.uniforms.insert(id, fact);
        }
        self.start.elements.push(said);
        Ok(())
    }
}

impl Placed {
    /// The same with other terms.
    pub(super) fn mapped(&self, f: &dyn Fn(&Term) -> Result<Term, TooLarge>) -> Result<Placed, TooLarge> {
        let all = self.all.iter().map(|(rel, factor, rest)| Ok((*rel, *factor, f(rest)?)));
        let all = all.collect::<Result<_, TooLarge>>()?;
        Ok(Placed { offset: f(&self.offset)?, count: f(&self.count)?, all, ..self.clone() })
    }

    /// What is said of an element with this value.
    pub(crate) fn of(&self, value: &Term) -> Result<Vec<Atom>, TooLarge> {
        self.all.iter().map(|(rel, factor, rest)| Ok(Atom::new(*rel, rest.add_scaled(value, *factor)?))).collect()
    }

    /// What the prover keeps of it: bounds of the elements.
    fn as_bounds(&self) -> Result<Option<Uniform>, TooLarge> {
        let (mut least, mut most) = (Vec::new(), Vec::new());
        for (rel, factor, rest) in &self.all {
            match (rel, factor) {
                (Rel::Le, 1) => most.push(rest.neg()?),
                (Rel::Le, -1) => least.push(rest.clone()),
                (Rel::Eq, 1 | -1) => {
                    let value = rest.scale(-*factor)?;
                    least.push(value.clone());
                    most.push(value);
                }
                _ => {}
            }
        }
        let (block, offset, count) = (self.block, self.offset.clone(), self.count.clone());
        let (stride, width, sign) = (self.stride, self.width, self.sign);
        let some = !least.is_empty() || !most.is_empty();
        Ok(some.then_some(Uniform { block, offset, count, stride, width, sign, least, most, owned: None }))
    }
}
