//! Concrete values of symbolic variables, found by propagation: a binding, an entry or an equation with one unknown
//! variable determines it. What stays unknown is `None`.

use super::structures::{self, Cells};
use crate::interpreter::{Block, Value, View};
use certificates::{Atom, Int, Kind, Monomial, Rel, Sign, State, Term, Uniform, Var};

/// Values of a node's variables, as far as the concrete state determines them.
pub type Valuation = Vec<Option<i128>>;

/// The valuation of the state's variables if the concrete state can be one of its meanings, as far
/// as propagation tells. `known` are the values of the first variables.
pub fn contains(state: &State, cells: Cells, known: &[Option<i128>], view: &View) -> Option<Valuation> {
    let mut values: Valuation = vec![None; state.variables as usize];
    for (value, known) in values.iter_mut().zip(known) {
        *value = *known;
    }
    loop {
        let before = values.iter().flatten().count();
        propagate(state, &mut values, view)?;
        structures::propagate(state, cells, &mut values, view)?;
        if values.iter().flatten().count() == before {
            return Some(values);
        }
    }
}

/// One round; `None` when something determined does not fit.
fn propagate(state: &State, values: &mut Valuation, view: &View) -> Option<()> {
    for binding in &state.bindings {
        // Floating point has no binding; a register without value here cannot be read later.
        let Some(Value::Bits(bits)) = view.register(&binding.register) else {
            continue;
        };
        let width = view.width(&binding.register)?;
        equal(&binding.value, read(*bits, width, binding.sign), values)?;
    }
    for atom in &state.knowledge {
        match (atom.rel, holds(atom, values)) {
            (_, Some(false)) => return None,
            (Rel::Eq, None) => equal(&atom.term, 0, values)?,
            _ => {}
        }
    }
    for block in &state.blocks {
        let base = match &block.kind {
            Kind::Stack(register) => match view.register(register) {
                Some(Value::Bits(bits)) => Some(i128::try_from(*bits).ok()?),
                _ => return None,
            },
            Kind::Global(name) | Kind::Function(name) => Some(view.global(name)?.into()),
            Kind::Library(name) => view.memory.result_of(name).map(i128::from),
            Kind::Heap | Kind::Caller(_) | Kind::Stream => None,
            Kind::Arguments | Kind::ArgumentText | Kind::Variadic(_) | Kind::Passed(_) => None,
        };
        if let Some(base) = base {
            equal(&block.base, base, values)?;
        }
        let Some(base) = evaluate(&block.base, values) else {
            continue;
        };
        if block.optional && base == 0 {
            continue;
        }
        if matches!(block.kind, Kind::Function(_) | Kind::Stream) {
            equal(&block.size, 0, values)?;
            continue;
        }
        let address = u64::try_from(base).ok()?;
        match (&block.kind, evaluate(&block.size, values)) {
            // What a caller lends is a part of an object, and may be in another part that is only read.
            (Kind::Caller(_) | Kind::Variadic(_), Some(0)) => {}
            (Kind::Caller(_), Some(size)) => {
                view.memory.read(address, usize::try_from(size).ok()?.try_into().ok()?, 1).ok()?;
            }
            _ => {
                let live: &Block = view.memory.at(address)?;
                equal(&block.size, live.bytes.len() as i128, values)?;
            }
        }
        if base.checked_rem(block.align.into()) != Some(0) {
            return None;
        }
    }
    for entry in &state.entries {
        let block = state.blocks.iter().find(|block| block.id == entry.block)?;
        let base = evaluate(&block.base, values);
        let (Some(base), Some(offset)) = (base, evaluate(&entry.offset, values)) else {
            continue;
        };
        if block.optional && base == 0 {
            continue;
        }
        let address = u64::try_from(base.checked_add(offset)?).ok()?;
        let bytes = view.memory.read(address, entry.width.into(), 1).ok()?;
        let mut all = [0; 16];
        all[..bytes.len()].copy_from_slice(bytes);
        equal(&entry.value, read(u128::from_le_bytes(all), 8 * entry.width, entry.sign), values)?;
    }
    state.uniforms.iter().try_for_each(|fact| uniform(state, fact, values, view))
}

/// Elements of an array that are looked at, at most.
const MOST_ELEMENTS: i128 = 4096;

/// Whether all elements of an array are as the fact says, as far as it is determined.
fn uniform(state: &State, fact: &Uniform, values: &[Option<i128>], view: &View) -> Option<()> {
    let block = state.blocks.iter().find(|block| block.id == fact.block)?;
    let base = evaluate(&block.base, values);
    let (Some(base), Some(offset), Some(count)) = (base, evaluate(&fact.offset, values), evaluate(&fact.count, values))
    else {
        return Some(());
    };
    if block.optional && base == 0 {
        return Some(());
    }
    for index in 0..count.min(MOST_ELEMENTS) {
        let place = index.checked_mul(fact.stride.into())?.checked_add(base)?.checked_add(offset)?;
        let bytes = view.memory.read(u64::try_from(place).ok()?, fact.width.into(), 1).ok()?;
        let mut all = [0; 16];
        all[..bytes.len()].copy_from_slice(bytes);
        let value = read(u128::from_le_bytes(all), 8 * fact.width, fact.sign);
        for said in &fact.all {
            let [Int(coefficient)] = said.fields[..] else { return None };
            let Some(rest) = evaluate(&said.rest, values) else { continue };
            let sum = value.checked_mul(coefficient)?.checked_add(rest)?;
            let holds = match said.rel {
                Rel::Eq => sum == 0,
                Rel::Ne => sum != 0,
                Rel::Le => sum <= 0,
            };
            holds.then_some(())?;
        }
    }
    Some(())
}

/// Bits as an integer.
pub fn read(bits: u128, width: u32, sign: Sign) -> i128 {
    let value = bits as i128;
    let negative = sign == Sign::Signed && (1..127).contains(&width) && value >> (width - 1) & 1 == 1;
    if negative { value - (1 << width) } else { value }
}

/// Checks that a term has a value, or determines its only unknown variable. `None`: it has not.
pub fn equal(term: &Term, value: i128, values: &mut Valuation) -> Option<()> {
    let mut rest = value;
    let mut unknown: Option<(Var, i128)> = None;
    for (monomial, Int(coefficient)) in &term.0 {
        match product(monomial, values) {
            Some(known) => match known.checked_mul(*coefficient).and_then(|part| rest.checked_sub(part)) {
                Some(less) => rest = less,
                None => return Some(()),
            },
            None => match (monomial.0.as_slice(), unknown) {
                ([variable], None) => unknown = Some((*variable, *coefficient)),
                _ => return Some(()),
            },
        }
    }
    match unknown {
        None if rest == 0 => Some(()),
        None => None,
        Some((_, 0)) => Some(()),
        Some((_, coefficient)) if rest % coefficient != 0 => None,
        Some((variable, coefficient)) => {
            *values.get_mut(variable as usize)? = Some(rest / coefficient);
            Some(())
        }
    }
}

fn product(monomial: &Monomial, values: &[Option<i128>]) -> Option<i128> {
    let factor = |variable: &Var| values.get(*variable as usize).copied().flatten();
    monomial.0.iter().try_fold(1i128, |product, variable| product.checked_mul(factor(variable)?))
}

/// The term's value, if its variables are determined and it fits 128 bits.
pub fn evaluate(term: &Term, values: &[Option<i128>]) -> Option<i128> {
    term.0.iter().try_fold(0i128, |sum, (monomial, Int(coefficient))| {
        sum.checked_add(product(monomial, values)?.checked_mul(*coefficient)?)
    })
}

/// Whether an atom holds, if its variables are determined.
pub fn holds(atom: &Atom, values: &[Option<i128>]) -> Option<bool> {
    let value = evaluate(&atom.term, values)?;
    Some(match atom.rel {
        Rel::Eq => value == 0,
        Rel::Ne => value != 0,
        Rel::Le => value <= 0,
    })
}
