//! Generalization: when is a state an instance of a node, and what describes two states at once
//! (2017 paper, Def. 7, with blocks and offsets).

mod blocks;
mod candidates;
mod functions;
mod instance;
mod merge;
mod returns;
mod shape;

pub use functions::differ;
pub use instance::covers;
pub use merge::{Merge, merge};
pub use returns::{Summary, returns, summarize};
pub use shape::alike;

use super::Instance;
use crate::algebra::{Atom, TooLarge, Var};
use crate::rules::Context;
use crate::state::State;

/// The composition: `outer` maps the variables of `inner`'s target's states on; the result maps
/// the variables of `state` through `inner`, then `outer`.
pub fn compose(outer: &Instance, inner: &Instance, state: &State) -> Result<Instance, TooLarge> {
    let mut result = Instance { wraps: outer.wraps.clone(), ..Instance::default() };
    for v in state.variables() {
        let through = inner.apply(v).unwrap_or_else(|| crate::algebra::Term::var(v));
        result.variables.insert(v, through.substitute(&|u| outer.apply(u))?);
    }
    for (mine, theirs) in &inner.blocks {
        if let Some(first) = outer.blocks.get(theirs) {
            result.blocks.insert(*mine, *first);
        }
    }
    for (mine, theirs) in &inner.entries {
        if let Some(first) = outer.entries.get(theirs) {
            result.entries.insert(*mine, *first);
        }
    }
    Ok(result)
}

/// Does the atom follow from the state's knowledge?
fn holds(cx: &mut Context<'_>, st: &State, atom: &Atom) -> bool {
    atom.decide().unwrap_or_else(|| cx.engine.entails(&st.knowledge, atom))
}

fn image(instance: &Instance, atom: &Atom) -> Result<Atom, TooLarge> {
    atom.substitute(&|v: Var| instance.apply(v))
}
