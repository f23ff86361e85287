//! A path: the state that it has come to, and how. A state is only a description, and a node has no more; what is
//! recorded for the certificate, and what the strategy remembers, belongs to the path.

use super::record::{Aside, Linear, Recorded};
use super::{Named, State, Way};
use crate::algebra::{Atom, Term, data};
use certificates::Ghost;
use std::ops::{Deref, DerefMut};

/// A state on its way, with the linear proof steps since its tree branched last.
///
/// Only a path can record a step. States can be copied, compared and merged without care for what is recorded.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    state: State,
    /// Recorded steps that are not part of a tree yet.
    log: Vec<Recorded>,
    /// The step under construction.
    step: Unfinished,
    /// Whether the place has been treated as a loop header; reset by the next branch.
    pub arrived: bool,
    /// Whether an instruction was executed since the last node.
    pub progress: bool,
    /// A further case analysis for the second case of the next one.
    pub then: Option<Atom>,
    /// Number of case analyses on the path since states were merged last.
    pub splits: usize,
    /// Number of facts from which on those that no later step needs are forgotten.
    pub cut_threshold: usize,
    /// The blocks that the path has come through, for messages.
    pub way: Way,
    /// What is known of the call at this place by G-COMPARE.
    pub comparing: Comparing,
}

/// What happens next in a call of a function that sorts or searches an array (G-COMPARE).
#[derive(Clone, Debug, Default)]
pub(crate) enum Comparing {
    /// Nothing is said of it.
    #[default]
    Nothing,
    /// This function is called, to compare, with these arguments.
    Calls(String, [Term; 2]),
    /// No function is called any more: the call returns.
    Returns,
}

/// A step under construction: everything that is recorded of it but what it is.
#[derive(Clone, Debug, Default)]
struct Unfinished {
    names: Named,
    start: usize,
    obligations: Vec<(usize, Atom)>,
    aside: Aside,
}

/// A point to return to when a rule is abandoned half-way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    knowledge: usize,
    log: usize,
}

/// Number of facts that a path may collect before the prover tries to forget some.
pub(crate) const CUT_THRESHOLD: usize = 160;

impl Path {
    /// A path that begins with a state. How the state was reached does not matter.
    pub(crate) fn of(state: State) -> Path {
        Path::from(state, Way::default())
    }

    /// A path that begins with the state of an entry, to which this way leads.
    pub(crate) fn from(state: State, way: Way) -> Path {
        Path {
            state,
            log: Vec::new(),
            step: Unfinished::default(),
            arrived: false,
            progress: false,
            then: None,
            splits: 0,
            cut_threshold: CUT_THRESHOLD,
            way,
            comparing: Comparing::Nothing,
        }
    }

    /// A path that begins with a description of several paths that have arrived at the same place.
    pub(crate) fn merged(state: State, way: Way) -> Path {
        Path { arrived: true, ..Path::from(state, way) }
    }

    /// A copy of the path with nothing recorded, to see what happens ahead.
    pub(crate) fn ahead(&self) -> Path {
        self.with(self.state.clone())
    }

    /// A copy of the path with another state, and nothing recorded.
    pub(crate) fn with(&self, state: State) -> Path {
        let Path {
            state: _,
            log: _,
            ref step,
            arrived,
            progress,
            ref then,
            splits,
            cut_threshold,
            ref way,
            ref comparing,
        } = *self;
        let (step, then, way, comparing) = (step.clone(), then.clone(), way.clone(), comparing.clone());
        Path { state, log: Vec::new(), step, arrived, progress, then, splits, cut_threshold, way, comparing }
    }

    /// The state that the path has come to.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The state alone, where the path ends.
    pub(crate) fn into_state(self) -> State {
        self.state
    }

    /// Whether the path may end here, at a node with its state: nothing is known of it but that.
    pub(crate) fn may_end(&self) -> bool {
        self.progress && matches!(self.comparing, Comparing::Nothing)
    }

    /// The steps that are not part of a tree yet.
    pub(crate) fn steps(&self) -> &[Recorded] {
        &self.log
    }

    /// Takes out the steps that are not part of a tree yet.
    pub(crate) fn take_steps(&mut self) -> Vec<Recorded> {
        std::mem::take(&mut self.log)
    }

    /// Appends the steps of a path that knows less, and returns that path's state. What they oblige to follows from what
    /// is known here.
    pub(crate) fn adopt(&mut self, other: Path) -> State {
        let known = self.state.knowledge.len();
        let steps = other.log.into_iter().map(|mut step| {
            step.start = known;
            step.obligations.iter_mut().for_each(|(place, _)| *place = known);
            step
        });
        self.log.extend(steps);
        other.state
    }

    /// G-ASSERT: the atom, which follows, becomes a fact.
    pub(crate) fn assert(&mut self, atom: Atom) {
        self.begin_step();
        self.oblige(atom.clone());
        let ghost = Ghost::Assert(data::atom(&atom));
        self.state.knowledge.push(atom);
        self.record(Linear::Ghost(ghost));
    }

    /// Begins a step that raises obligations.
    pub(crate) fn begin_step(&mut self) {
        self.step.start = self.state.knowledge.len();
    }

    /// The facts that the step under construction has added.
    pub(crate) fn facts_of_step(&self) -> &[Atom] {
        self.state.knowledge.get(self.step.start..).unwrap_or_default()
    }

    /// The names that the step under construction introduces.
    pub(crate) fn introduced(&mut self) -> &mut Named {
        &mut self.step.names
    }

    /// What the step under construction says beside the proof.
    pub(crate) fn aside(&mut self) -> &mut Aside {
        &mut self.step.aside
    }

    /// Adds an obligation to the step under construction.
    pub(crate) fn oblige(&mut self, atom: Atom) {
        self.step.obligations.push((self.state.knowledge.len(), atom));
    }

    /// Number of obligations of the step under construction.
    pub(crate) fn obligations(&self) -> usize {
        self.step.obligations.len()
    }

    /// Drops all obligations of the step under construction but this many of the first.
    pub(crate) fn keep_obligations(&mut self, number: usize) {
        self.step.obligations.truncate(number);
    }

    /// Ends the step under construction, and records it.
    pub(crate) fn record(&mut self, step: Linear) {
        let Unfinished { names, start, obligations, mut aside } = std::mem::take(&mut self.step);
        aside.known = self.state.knowledge.len();
        self.log.push(Recorded { step, names, start, obligations, aside });
    }

    /// Drops the step under construction.
    pub(crate) fn abandon_step(&mut self) {
        self.step = Unfinished::default();
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { knowledge: self.state.knowledge.len(), log: self.log.len() }
    }

    /// Undoes facts and steps since the checkpoint. Rules change bindings, blocks and entries only
    /// after their last obligation, so these need no undoing.
    pub(crate) fn rollback(&mut self, to: Checkpoint) {
        self.state.knowledge.truncate(to.knowledge);
        self.log.truncate(to.log);
        self.abandon_step();
    }
}

impl Deref for Path {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Path {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(number: i128) -> Atom {
        Atom::le(&Term::constant(number), &Term::var(0)).expect("small numbers")
    }

    fn recorded(path: &Path) -> Vec<(usize, Vec<usize>)> {
        let places = |step: &Recorded| step.obligations.iter().map(|(known, _)| *known).collect();
        path.steps().iter().map(|step| (step.start, places(step))).collect()
    }

    #[test]
    fn copies_have_no_steps() {
        let mut path = Path::of(State::new("f"));
        path.assert(at_least(1));
        path.splits = 3;
        let ahead = path.ahead();
        assert_eq!((ahead.steps().len(), ahead.knowledge.len(), ahead.splits), (0, 1, 3));
        let elsewhere = path.with(State::new("g"));
        assert_eq!((elsewhere.steps().len(), &*elsewhere.function, elsewhere.splits), (0, "g", 3));
        assert_eq!(path.take_steps().len(), 1);
        assert!(path.steps().is_empty());
    }

    #[test]
    fn a_step_takes_what_was_introduced() {
        let mut path = Path::of(State::new("f"));
        path.introduced().vars.push(7);
        path.assert(at_least(1));
        path.assert(at_least(0));
        let names: Vec<&[u32]> = path.steps().iter().map(|step| &step.names.vars[..]).collect();
        assert_eq!(names, [&[7][..], &[]]);
        assert_eq!(recorded(&path), [(0, vec![0]), (1, vec![1])]);
    }

    #[test]
    fn rollback_undoes_facts_and_steps() {
        let mut path = Path::of(State::new("f"));
        path.assert(at_least(2));
        let before = path.checkpoint();
        path.assert(at_least(1));
        path.introduced().blocks.push(7);
        path.oblige(at_least(0));
        path.rollback(before);
        assert_eq!((path.steps().len(), path.knowledge.len(), path.obligations()), (1, 1, 0));
        path.assert(at_least(0));
        assert!(path.steps()[1].names.blocks.is_empty());
    }

    #[test]
    fn adopted_steps_are_about_what_is_known_here() {
        let mut path = Path::of(State::new("f"));
        path.assert(at_least(3));
        path.assert(at_least(2));
        let mut other = Path::of(State::new("f"));
        other.assert(at_least(1));
        assert_eq!(path.adopt(other).knowledge.len(), 1);
        assert_eq!(recorded(&path)[2], (2, vec![2]));
    }
}
