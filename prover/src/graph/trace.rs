//! What the exploration does at merge points, as events: for those who want to know where a proof was lost
//! (`haltcert prove --trace FILE`). Without a reader of events none of this is computed.

use crate::domain::Description;
use crate::program::Program;
use crate::state::State;
use std::collections::BTreeSet;
use tracing::{Level, debug, enabled};

/// A state comes to a merge point, or leaves it, as it is: `what` says how.
pub(super) fn passed(program: &Program, what: &str, st: &State) {
    if enabled!(Level::DEBUG) {
        debug!(at = place(program, st), facts = st.knowledge.len(), "{what}");
    }
}

/// The description of what has come to a merge point before becomes a wider one.
pub(super) fn widened(program: &Program, what: &str, before: &State, wider: &Description) {
    if enabled!(Level::DEBUG) {
        let after: BTreeSet<String> = facts(program, &wider.state).into_iter().collect();
        let lost: Vec<String> = facts(program, before).into_iter().filter(|fact| !after.contains(fact)).collect();
        let generalized = wider.generalized.as_ref().map_or(0, BTreeSet::len);
        debug!(at = place(program, before), facts = after.len(), generalized, lost = lost.join("; "), "{what}");
    }
}

/// Function, block and line.
fn place(program: &Program, st: &State) -> String {
    let block = program.functions.get(&*st.function).and_then(|f| f.blocks.get(st.place.block));
    let label = block.map_or("", |b| b.label.as_str());
    let located = block.into_iter().flat_map(|b| b.instructions.iter().skip(st.place.index));
    match located.filter_map(|i| i.location.as_ref()).next() {
        Some(at) => format!("{} %{label} ({}:{})", st.function, at.file, at.line),
        None => format!("{} %{label}", st.function),
    }
}

/// What is known, with the names of C variables as far as the state gives them.
fn facts(program: &Program, st: &State) -> Vec<String> {
    let names = program.functions.get(&*st.function).map(|f| st.names(f)).unwrap_or_default();
    st.knowledge.iter().filter_map(|atom| atom.show(&|v| names.name(v))).collect()
}
