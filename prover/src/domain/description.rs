//! Descriptions: upper bounds of all states that reach a merge point, found by joins and widening (Cousot77). Loop
//! headers, recursive and shared entries, joins and returns differ in when they merge, not in how.

use super::covers::covers;
use super::merge::{Merge, merge};
use super::structures::arrange;
use super::{Apart, Instance, relevance};
use crate::algebra::{Term, Var};
use crate::rules::Context;
use crate::state::{Path, State};
use std::collections::BTreeSet;

/// A state that describes others.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    pub state: State,
    /// Variables for values that differ between the described states; `None` as long as there is only one state.
    pub generalized: Option<BTreeSet<Var>>,
    /// How often it was widened since it describes more than one state.
    pub widenings: usize,
}

/// When thresholds may be used, so that values that differ get new bounds. Merging that is repeated until nothing
/// changes must terminate; without thresholds facts are only dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guesses {
    /// In each merge, for all values, as if it were the first. Only for finitely many states.
    Anew,
    /// In each merge, for values that differ for the first time and for those that differed before.
    Always,
    /// This many times as with `Always`; afterwards only for values that differ for the first time.
    Times(usize),
}

/// How states are merged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merging<'a> {
    pub guesses: Guesses,
    /// Terms that all states know and that are related to the differing values.
    pub extra: &'a [Term],
}

impl Description {
    /// The description of a single state: the state itself.
    pub(crate) fn of(state: State) -> Description {
        Description { state, generalized: None, widenings: 0 }
    }

    /// The state as an instance of the description, if it is one.
    pub(crate) fn covers(&self, cx: &mut Context<'_>, st: &State) -> Option<Instance> {
        static ONE: BTreeSet<Var> = BTreeSet::new();
        covers(cx, &self.state, self.generalized.as_ref().unwrap_or(&ONE), st)
    }

    /// As [`Description::covers`], after the path's state was given empty structures where the description has some
    /// that it lacks.
    pub(crate) fn arranged(&self, cx: &mut Context<'_>, st: &Path) -> Option<(Path, Instance)> {
        let mut st = st.clone();
        arrange(cx, &self.state, &mut st).ok()?;
        let instance = self.covers(cx, &st)?;
        Some((st, instance))
    }

    /// A wider description that also describes the state, and this description as an instance of it. `None` if nothing
    /// describes both.
    pub(crate) fn widened(
        &self,
        cx: &mut Context<'_>,
        st: &State,
        how: Merging<'_>,
    ) -> Option<(Description, Instance)> {
        let (generalized, again, arrays) = match how.guesses {
            Guesses::Anew => (None, false, false),
            Guesses::Always => (self.generalized.as_ref(), true, false),
            Guesses::Times(most) => {
                let again = self.widenings < most;
                (self.generalized.as_ref(), again, again)
            }
        };
        let guesses = (again, arrays);
        let Merge { mut state, generalized, old } = merge(cx, &self.state, generalized, st, how.extra, guesses)?;
        match how.guesses {
            Guesses::Anew | Guesses::Always => cx.tally.merges += 1,
            Guesses::Times(_) => cx.tally.widenings += 1,
        }
        state.scope = state.variables();
        let widenings = self.generalized.as_ref().map_or(0, |_| self.widenings + 1);
        Some((Description { state, generalized: Some(generalized), widenings }, old))
    }
}

/// One description of the states of all paths, and each path with the empty structures that it lacked, its state an
/// instance of the description.
pub(crate) fn together(
    cx: &mut Context<'_>,
    paths: &[&Path],
    how: Merging<'_>,
) -> Option<(Description, Vec<(Path, Instance)>)> {
    let (first, rest) = paths.split_first()?;
    let mut common = Description::of(first.state().clone());
    for st in rest {
        if common.arranged(cx, st).is_none() {
            (common, _) = common.widened(cx, st, how)?;
        }
    }
    common.state.knowledge = relevance::strongest(std::mem::take(&mut common.state.knowledge));
    let instances = paths.iter().map(|st| common.arranged(cx, st)).collect::<Option<_>>()?;
    Some((common, instances))
}

/// Partitions the states that reach a point into groups that may be described together, in the order of their first
/// members.
pub(crate) fn groups<T>(arrived: Vec<T>, state: impl Fn(&T) -> &State, apart: Apart) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for item in arrived {
        let alike = |group: &&mut Vec<T>| {
            group.first().is_some_and(|first| {
                let (first, new) = (state(first), state(&item));
                first.place == new.place && !apart.keeps(&[], first, new)
            })
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups
}
