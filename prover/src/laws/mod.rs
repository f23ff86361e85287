//! Laws of the abstract domain: what must hold of all states, tried on random ones and on some that are written down.
//!
//! - Covering is reflexive and transitive, and a description of two states covers both.
//! - What the prover takes for an instance of a description is one for the checker, too (`tests/tests/laws.rs`).
//! - A state after folding or unfolding is the one that the checker finds; unfolding undoes folding.
//! - Facts that are left out follow from those that stay, or say nothing of what is asked about.
//!
//! `language` reads states that are written as text, `generate` makes them of bytes. Nothing here is part of a proof:
//! the feature `laws` (off by default) offers it to other packages' tests and to the fuzz target `merging`.

mod claims;
mod generate;
#[cfg(test)]
mod language;
mod print;
#[cfg(test)]
mod tests;
mod world;

use crate::domain::{Description, Guesses, Instance, Merging, Pins, arrange, summarize};
use crate::rules::list::{self, Outer};
use crate::rules::{Context, Rule, Step, tree};
use crate::state::{Path, State};
use claims::Claims;
pub use claims::{Claim, Tried};
use generate::{Choices, Maker};
use world::World;

/// The program that the states belong to.
#[derive(Debug)]
pub struct Laws(World);

/// How states are merged that are merged again and again.
const MERGING: Merging<'_> = Merging { guesses: Guesses::Always, extra: &[] };

impl Default for Laws {
    fn default() -> Laws {
        Laws::new()
    }
}

impl Laws {
    /// Reads the program.
    ///
    /// # Panics
    /// When the front end refuses it.
    pub fn new() -> Laws {
        Laws(World::new())
    }

    /// Tries the laws on some states, which the bytes choose.
    pub fn tried(&self, bytes: &[u8]) -> Tried {
        let mut maker = Maker::new(&self.0, Choices::new(bytes));
        let first = maker.state();
        let second = maker.successor(&first);
        let third = maker.successor(&second);
        let mut cx = self.0.context(&[&first, &second, &third]);
        let mut claims = Claims::new(&self.0);
        covering(&mut cx, &mut claims, &first, &second);
        // What breaks the law ends it; what was claimed by then stays.
        let _ = merging(&mut cx, &mut claims, [&first, &second, &third]);
        folding(&mut cx, &mut claims, &first);
        unfolding(&mut cx, &mut claims, &first);
        claims.tried
    }
}

/// A state is an instance of itself; and the second one, if it is found to be one of the first.
fn covering(cx: &mut Context<'_>, claims: &mut Claims<'_>, first: &State, second: &State) {
    let description = Description::of(first.clone());
    match description.covers(cx, first) {
        Some(itself) => claims.add("a state covers itself", first, &Path::of(first.clone()), first, &itself),
        None => claims.broken("a state does not cover itself", &[first]),
    }
    if let Some(instance) = description.covers(cx, second) {
        claims.add("a state covers another", second, &Path::of(second.clone()), first, &instance);
    }
}

/// A description of two states, and one of that and a third, cover all of them. `None` if there is none, or one that
/// does not.
fn merging(cx: &mut Context<'_>, claims: &mut Claims<'_>, states: [&State; 3]) -> Option<()> {
    let [first, second, third] = states;
    let (both, _) = Description::of(first.clone()).widened(cx, second, MERGING)?;
    let mut instances = Vec::new();
    for st in [first, second] {
        let law = "a description of two does not cover one";
        let (arranged, instance) = covered(cx, claims, law, &both, st, &[first, second])?;
        claims.add("a description of two covers one", st, &arranged, &both.state, &instance);
        instances.push((st, arranged, instance));
    }
    let (all, before) = both.widened(cx, third, MERGING)?;
    for st in states {
        let law = "a description of three does not cover one";
        let (arranged, instance) = covered(cx, claims, law, &all, st, &[&both.state, first, second, third])?;
        claims.add("a description of three covers one", st, &arranged, &all.state, &instance);
    }
    // The narrower description is an instance of the wider one, and so is what it describes, where no structure is new.
    if is_complete(&all.state, &both.state, &before) {
        let narrower = Path::of(both.state.clone());
        claims.add("a wider description covers the one before", &both.state, &narrower, &all.state, &before);
        for (st, arranged, instance) in instances {
            let composed = instance.compose(&before, &all.state).ok()?;
            claims.add("what a description covers a wider one does", st, &arranged, &all.state, &composed);
        }
    }
    Some(())
}

/// A state with the structures that a description has and it lacks, and how it is an instance of that.
fn covered(
    cx: &mut Context<'_>,
    claims: &mut Claims<'_>,
    law: &str,
    description: &Description,
    st: &State,
    others: &[&State],
) -> Option<(Path, Instance)> {
    let mut arranged = Path::of(st.clone());
    let found = description.arranged(cx, &arranged);
    if found.is_none() {
        let arrange = arrange(cx, &description.state, &mut arranged).is_ok();
        let parts = [&[st, &arranged, &description.state], others].concat();
        let is_known = parts.iter().any(|st| st.has_structures());
        claims.uncovered(&format!("{law} (arranged: {arrange})"), &parts, is_known);
    }
    found
}

/// Are all lists and trees that the instance of a wider description needs there?
fn is_complete(wider: &State, narrower: &State, instance: &Instance) -> bool {
    instance.lists.len() == wider.lists.len()
        && instance.trees.len() == wider.trees.len()
        && instance.lists.values().all(|id| narrower.lists.contains_key(id))
        && instance.trees.values().all(|id| narrower.trees.contains_key(id))
}

/// The state after folding what can be folded is the one that the checker finds.
fn folding(cx: &mut Context<'_>, claims: &mut Claims<'_>, before: &State) {
    let mut after = Path::of(before.clone());
    let pins = Pins::of(&after, false, |_| true);
    match summarize(cx, &mut after, &pins) {
        Ok(()) => claims.add("folded cells", before, &after, &after, &Instance::identity(&after)),
        Err(stop) => claims.broken(&format!("folding stops: {stop:?}"), &[before]),
    }
}

/// So is the one after a cell of a list or tree has become a block, or one without cells is gone.
fn unfolding(cx: &mut Context<'_>, claims: &mut Claims<'_>, before: &State) {
    let mut made = Vec::new();
    let mut step = |name: &'static str, step: &mut dyn FnMut(&mut Step<'_, '_>) -> Rule<()>| {
        let mut after = Path::of(before.clone());
        let done = step(&mut Step::new(cx, &mut after));
        made.extend(done.is_ok().then_some((name, after)));
    };
    for (id, list) in &before.lists {
        step("the first cell of a list", &mut |s| list::unfold(s, *id, Outer::First).map(drop));
        if list.shape == world::DOUBLE {
            step("the last cell of a list", &mut |s| list::unfold(s, *id, Outer::Last).map(drop));
        }
        step("a list without cells", &mut |s| list::emptied(s, *id));
    }
    for (id, whole) in &before.trees {
        if whole.hole.is_none() {
            step("the root of a tree", &mut |s| tree::first(s, *id));
        }
        step("a tree without cells", &mut |s| tree::emptied(s, *id));
    }
    for (name, after) in &made {
        claims.add(name, before, after, after, &Instance::identity(after));
    }
}
