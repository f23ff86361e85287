//! The attempts to prove a program: one table, one row an attempt.
//!
//! An attempt is a policy of exploration, a model of the program, and a budget. Its name is stable: it stands in the
//! trace, in the progress line, in `--json` and `--stats`, and `--attempt` takes it. Names never enter a certificate.

use super::features::{Feature, Features};
use super::history::History;
use crate::domain::Apart;
use crate::domain::Criterion::{Beginnings, Functions, Kinds, Links, Memory, Null};
use crate::explore::{Cases, Policy, Sharing, Unrolling};
use std::fmt;

/// Names an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Every path on its own.
    Precise,
    /// Paths joined where they meet.
    Joining,
    /// With lists and trees, and few instructions.
    StructuresBrief,
    /// The same, with lists whole at pointers to their last cell.
    BackwardsBrief,
    /// With lists and trees, paths joined.
    StructuresJoined,
    /// With lists and trees.
    Structures,
    /// The same, with lists whole at pointers to their last cell.
    Backwards,
    /// With arrays of lists and trees.
    Indexing,
    /// Cells that look like those of trees taken for those of lists.
    OneLink,
    /// The same, with lists whole at pointers to their last cell.
    OneLinkBackwards,
    /// The first iteration of loops on its own.
    Peeling,
    /// Loops over digits unrolled.
    Unrolling,
    /// Loops from constant to constant unrolled.
    Counting,
    /// Loops over structures of constant size unrolled.
    Walking,
    /// The last iteration of loops on its own.
    Distinguishing,
    /// Values that change related by threes.
    Relating,
}

impl Name {
    /// As options and reports have it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Name::Precise => "precise",
            Name::Joining => "joining",
            Name::StructuresBrief => "structures-brief",
            Name::BackwardsBrief => "backwards-brief",
            Name::StructuresJoined => "structures-joined",
            Name::Structures => "structures",
            Name::Backwards => "backwards",
            Name::Indexing => "indexing",
            Name::OneLink => "one-link",
            Name::OneLinkBackwards => "one-link-backwards",
            Name::Peeling => "peeling",
            Name::Unrolling => "unrolling",
            Name::Counting => "counting",
            Name::Walking => "walking",
            Name::Distinguishing => "distinguishing",
            Name::Relating => "relating",
        }
    }

    /// The name that is written so.
    pub(crate) fn of(word: &str) -> Option<Name> {
        Name::all().find(|name| name.word() == word)
    }

    /// All names, in the table's order.
    pub(crate) fn all() -> impl Iterator<Item = Name> {
        TABLE.iter().map(|attempt| attempt.name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) name: Name,
    turn: Turn,
    when: When,
    pub(super) budget: Budget,
    pub(super) model: Model,
    pub(super) policy: Policy,
}

/// The groups in which attempts are made; within a group in the table's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Every path on its own.
    Apart,
    /// Paths joined where they meet.
    Joined,
    /// With lists and trees.
    Linked,
    /// For special loops.
    Special,
}

/// When an attempt is worth making.
#[derive(Debug)]
enum When {
    Always,
    /// The program has all of these features.
    Has(&'static [Feature]),
    /// Nothing was tried before, or one of these attempts ran into a limit.
    FirstOrAfterLimit(&'static [Name]),
    /// The program has linked cells, and one of these attempts ran into a limit.
    LinkedAfterLimit(&'static [Name]),
    /// This attempt, the same with few instructions, ran into that limit, and the task allows more of them.
    AfterBrief(Name),
}

impl When {
    fn holds(&self, features: &Features, history: &History, steps: usize) -> bool {
        match self {
            When::Always => true,
            When::Has(all) => all.iter().all(|feature| features.has(*feature)),
            When::FirstOrAfterLimit(names) => history.is_empty() || history.was_limited(names),
            When::LinkedAfterLimit(names) => features.has(Feature::Linked) && history.was_limited(names),
            When::AfterBrief(name) => history.was_limited(&[*name]) && steps > BRIEF,
        }
    }
}

/// How much an attempt may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Instructions executed.
    pub(super) steps: usize,
    /// Share of the time that is left, in percent.
    pub(super) share: u32,
}

/// What the program is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// Cells are of lists or trees as their types suggest.
    AsGuessed,
    /// Cells with several pointers to their own type are of lists.
    OneLink,
}

/// Instructions of a brief attempt with lists and trees. A proof that goes through takes a few thousand; where each
/// operation on a list has several outcomes, they double from one to the next.
const BRIEF: usize = 10_000;

/// Every path on its own, as precise as can be.
const PRECISE: Policy = Policy {
    apart: Apart(&[Functions, Null]),
    unrolling: Unrolling::NONE,
    joins: false,
    sharing: Sharing::Never,
    returns: 6,
    constant_calls: 250,
    range: None,
    structures: false,
    rears: false,
    cases: Cases { stores: false, elements: false },
    relating: false,
    handed_facts: 120,
};

/// Cells become segments and trees.
const STRUCTURES: Policy =
    Policy { structures: true, apart: Apart(&[Functions, Null, Kinds, Memory, Links]), ..PRECISE };

/// Also, pointers to last cells leave a list whole.
const BACKWARDS: Policy = Policy { rears: true, ..STRUCTURES };

/// The attempts. Adding one is described in docs/attempts.md.
static TABLE: [Attempt; 16] = [
    Attempt {
        name: Name::Precise,
        turn: Turn::Apart,
        when: When::Always,
        budget: Budget { steps: 150_000, share: 40 },
        model: Model::AsGuessed,
        policy: PRECISE,
    },
    // For programs with too many paths.
    Attempt {
        name: Name::Joining,
        turn: Turn::Joined,
        when: When::FirstOrAfterLimit(&[Name::Precise]),
        budget: Budget { steps: 2_000_000, share: 70 },
        model: Model::AsGuessed,
        policy: Policy { apart: Apart::LEAST, joins: true, sharing: Sharing::Large, returns: 1, ..PRECISE },
    },
    // For lists and trees; brief, since others may be better.
    Attempt {
        name: Name::StructuresBrief,
        turn: Turn::Linked,
        when: When::Has(&[Feature::Linked]),
        budget: Budget { steps: BRIEF, share: 50 },
        model: Model::AsGuessed,
        policy: STRUCTURES,
    },
    // For lists that are walked backwards.
    Attempt {
        name: Name::BackwardsBrief,
        turn: Turn::Linked,
        when: When::Has(&[Feature::Back]),
        budget: Budget { steps: BRIEF, share: 50 },
        model: Model::AsGuessed,
        policy: BACKWARDS,
    },
    // For programs with many operations on lists and trees.
    Attempt {
        name: Name::StructuresJoined,
        turn: Turn::Linked,
        when: When::LinkedAfterLimit(&[Name::StructuresBrief, Name::BackwardsBrief]),
        budget: Budget { steps: 1_000_000, share: 50 },
        model: Model::AsGuessed,
        policy: Policy { joins: true, sharing: Sharing::Large, returns: 1, handed_facts: 0, ..STRUCTURES },
    },
    Attempt {
        name: Name::Structures,
        turn: Turn::Linked,
        when: When::AfterBrief(Name::StructuresBrief),
        budget: Budget { steps: 150_000, share: 50 },
        model: Model::AsGuessed,
        policy: STRUCTURES,
    },
    Attempt {
        name: Name::Backwards,
        turn: Turn::Linked,
        when: When::AfterBrief(Name::BackwardsBrief),
        budget: Budget { steps: 150_000, share: 50 },
        model: Model::AsGuessed,
        policy: BACKWARDS,
    },
    // For arrays of lists and trees.
    Attempt {
        name: Name::Indexing,
        turn: Turn::Linked,
        when: When::Has(&[Feature::Indexed]),
        budget: Budget { steps: 100_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy {
            apart: Apart(&[Functions, Beginnings, Kinds]),
            unrolling: Unrolling { decided: 34, ..Unrolling::NONE },
            cases: Cases { elements: true, ..PRECISE.cases },
            ..STRUCTURES
        },
    },
    // For lists whose cells look like those of trees, with another pointer to their own type.
    Attempt {
        name: Name::OneLink,
        turn: Turn::Linked,
        when: When::Has(&[Feature::SeveralLinks]),
        budget: Budget { steps: BRIEF, share: 50 },
        model: Model::OneLink,
        policy: STRUCTURES,
    },
    Attempt {
        name: Name::OneLinkBackwards,
        turn: Turn::Linked,
        when: When::Has(&[Feature::SeveralLinks]),
        budget: Budget { steps: BRIEF, share: 50 },
        model: Model::OneLink,
        policy: BACKWARDS,
    },
    // For loops and recursions whose first iteration is special.
    Attempt {
        name: Name::Peeling,
        turn: Turn::Special,
        when: When::Always,
        budget: Budget { steps: 500_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy {
            unrolling: Unrolling { visits: 2, ..Unrolling::NONE },
            constant_calls: 0,
            range: Some(64),
            ..PRECISE
        },
    },
    // For loops over the digits of a number: unrolled until no digit is left.
    Attempt {
        name: Name::Unrolling,
        turn: Turn::Special,
        when: When::Has(&[Feature::Digits]),
        budget: Budget { steps: 100_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy { joins: true, unrolling: Unrolling { shrinking: 70, ..Unrolling::NONE }, ..PRECISE },
    },
    // For loops over a table whose end its numbers decide: unrolled.
    Attempt {
        name: Name::Counting,
        turn: Turn::Special,
        when: When::Has(&[Feature::Table]),
        budget: Budget { steps: 50_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy { unrolling: Unrolling { counting: 70, ..Unrolling::NONE }, ..PRECISE },
    },
    // For linked structures of a few cells that the program's constants count: no cell is folded, every loop unrolled.
    Attempt {
        name: Name::Walking,
        turn: Turn::Special,
        when: When::Has(&[Feature::Linked]),
        budget: Budget { steps: 30_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy { unrolling: Unrolling { counting: 24, walks: true, ..Unrolling::NONE }, ..PRECISE },
    },
    // For what a loop's last iteration leaves behind, and for structures of a caller that may overlap.
    Attempt {
        name: Name::Distinguishing,
        turn: Turn::Special,
        when: When::Always,
        budget: Budget { steps: 40_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy {
            unrolling: Unrolling { leaving: true, ..Unrolling::NONE },
            cases: Cases { stores: true, ..PRECISE.cases },
            ..PRECISE
        },
    },
    // For a beginning and a size that belong together, and for what holds behind a flag.
    Attempt {
        name: Name::Relating,
        turn: Turn::Special,
        when: When::Always,
        budget: Budget { steps: 40_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy { relating: true, ..PRECISE },
    },
];

/// The attempts on a program, in the order in which they are made.
pub(super) struct Plan {
    features: Features,
    /// Instructions that an attempt may execute at most, whatever its budget says.
    steps: usize,
    attempts: std::vec::IntoIter<&'static Attempt>,
    /// Whether only one attempt is wanted, which is made whether it is worth it or not.
    chosen: bool,
}

impl Plan {
    /// `chosen`: the only attempt that is to be made.
    pub(super) fn new(features: Features, steps: usize, chosen: Option<Name>) -> Plan {
        let attempts: Vec<&Attempt> = match chosen {
            Some(name) => TABLE.iter().filter(|attempt| attempt.name == name).collect(),
            None => {
                let turns = turns(&features).into_iter();
                turns.flat_map(|turn| TABLE.iter().filter(move |attempt| attempt.turn == turn)).collect()
            }
        };
        Plan { features, steps, attempts: attempts.into_iter(), chosen: chosen.is_some() }
    }

    /// The next attempt that is worth making after those of before.
    pub(super) fn next(&mut self, history: &History) -> Option<&'static Attempt> {
        let Plan { features, steps, attempts, chosen } = self;
        attempts.find(|attempt| *chosen || attempt.when.holds(features, history, *steps))
    }
}

/// The order of the groups. With lists from the beginning an attempt that never folds them is likely to be in vain.
fn turns(features: &Features) -> [Turn; 4] {
    let large = features.has(Feature::Large);
    let [first, second] = if large { [Turn::Joined, Turn::Apart] } else { [Turn::Apart, Turn::Joined] };
    if features.has(Feature::Described) {
        [Turn::Linked, first, second, Turn::Special]
    } else {
        [first, second, Turn::Linked, Turn::Special]
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, TABLE};
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let words: BTreeSet<&str> = Name::all().map(Name::word).collect();
        assert_eq!(words.len(), TABLE.len());
        assert!(words.iter().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-')), "{words:?}");
        assert!(Name::all().all(|name| Name::of(name.word()) == Some(name)));
        assert_eq!(Name::of("no-such-attempt"), None);
    }
}
