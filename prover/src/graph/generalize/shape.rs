//! Which states at one place are worth describing together.

use crate::algebra::Term;
use crate::state::State;

/// No register is null in one state and points into a block in the other: a description of both
/// could say nothing about where the pointer points. The states of one place form finitely many
/// classes, as there are finitely many registers.
pub fn alike(a: &State, b: &State) -> bool {
    a.bindings.iter().all(|(register, mine)| {
        b.bindings.get(register).is_none_or(|theirs| {
            let null = |t: &Term| t.as_constant() == Some(0);
            let apart = null(&mine.term) && points(b, &theirs.term) || null(&theirs.term) && points(a, &mine.term);
            !apart
        })
    })
}

/// Is it the base of a block plus something?
fn points(st: &State, t: &Term) -> bool {
    let mut bases = st.blocks.values().filter_map(|b| b.base.as_var());
    bases.any(|v| t.coefficient(&[v]) == 1)
}
