//! Values that are addresses of functions: where they differ, states are kept apart. A merged state would know
//! only that the value is some number, and a call through it could not be proved.

use super::instance::match_block;
use crate::algebra::{Term, Var};
use crate::state::State;
use certificates::Kind;
use std::collections::BTreeMap;

/// Whether a register or a place in memory that both states describe is the address of a function in one of
/// them, and not of the same function in the other.
pub fn differ(a: &State, b: &State) -> bool {
    let (first, second) = (addresses(a), addresses(b));
    if first.is_empty() && second.is_empty() {
        return false;
    }
    let different = |x: &Term, y: &Term| {
        let name = |t: &Term, names: &BTreeMap<Var, &str>| {
            let known = t.as_var().and_then(|v| names.get(&v).copied());
            known.map(str::to_string)
        };
        name(x, &first) != name(y, &second)
    };
    let registers = a.bindings.iter().any(|(register, value)| {
        let other = b.bindings.get(register);
        other.is_some_and(|o| different(&value.term, &o.term))
    });
    registers
        || a.entries.values().any(|e| {
            let block = a.blocks.get(&e.block);
            let theirs = block.and_then(|block| match_block(b, e.block, &block.kind));
            theirs.is_some_and(|theirs| {
                let mut places = b.entries_of(theirs);
                places.any(|(_, o)| o.offset == e.offset && o.width == e.width && different(&e.value, &o.value))
            })
        })
}

/// The functions whose address is a variable of the state.
fn addresses(st: &State) -> BTreeMap<Var, &str> {
    let named = st.blocks.values().filter_map(|block| match &block.kind {
        Kind::Function(name) => Some((block.base.as_var()?, name.as_str())),
        _ => None,
    });
    named.collect()
}
