//! The attempts to prove a program: a table with one row for each attempt.
//!
//! An attempt is an exploration policy, a model of the program, and a budget. Its name is stable: it stands in the
//! trace, in the progress line, in the output of `--json` and `--stats`, and is the argument of `--attempt`. Names
//! never enter a certificate.

use super::features::{Feature, Features};
use super::history::History;
use crate::domain::Apart;
use crate::domain::Criterion::{Beginnings, Functions, Kinds, Links, Memory, Null, Taken, Targets};
use crate::explore::{Cases, Policy, Sharing, Unrolling};
use std::fmt;

/// The name of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Uses the contracts of functions that are called, and follows every path on its own.
    Composed,
    /// Follows every path on its own.
    Precise,
    /// Joins paths where they meet.
    Joining,
    /// Folds lists and trees, with a small budget.
    StructuresBrief,
    /// Folds lists and trees, but leaves lists whole at pointers to their last cell; with a small budget.
    BackwardsBrief,
    /// Folds lists and trees, and joins paths.
    StructuresJoined,
    /// Folds lists and trees.
    Structures,
    /// Folds lists and trees, but leaves lists whole at pointers to their last cell.
    Backwards,
    /// Folds arrays of lists and trees, and distinguishes the pointers of an array.
    Indexing,
    /// Takes cells that look like cells of trees for cells of lists.
    OneLink,
    /// Takes cells that look like cells of trees for cells of lists, and leaves lists whole at pointers to their last
    /// cell.
    OneLinkBackwards,
    /// Executes a program that reads nothing.
    Executing,
    /// Explores the first iteration of loops on its own.
    Peeling,
    /// Unrolls loops over digits.
    Unrolling,
    /// Unrolls loops from one constant to another, and over powers.
    Counting,
    /// Unrolls loops over structures of constant size.
    Walking,
    /// Explores the last iteration of loops on its own.
    Distinguishing,
    /// Values that change related by threes.
    Relating,
}

impl Name {
    /// The name in options and reports.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Name::Composed => "composed",
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
            Name::Executing => "executing",
            Name::Peeling => "peeling",
            Name::Unrolling => "unrolling",
            Name::Counting => "counting",
            Name::Walking => "walking",
            Name::Distinguishing => "distinguishing",
            Name::Relating => "relating",
        }
    }

    /// The attempt with this name in options and reports.
    pub(crate) fn of(word: &str) -> Option<Name> {
        Name::all().find(|name| name.word() == word)
    }

    /// All names, in the order of the table.
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

/// The groups of attempts. Groups are made in an order that the program decides (`turns`), attempts of a group in the
/// table's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Functions that are called are described by their contracts.
    Composed,
    /// Every path is followed on its own.
    Apart,
    /// Paths are joined where they meet.
    Joined,
    /// Lists and trees are folded.
    Linked,
    /// Loops of a special kind are unrolled or split.
    Special,
}

/// When an attempt is worth making.
#[derive(Debug)]
enum When {
    Always,
    /// The program has all of these features.
    Has(&'static [Feature]),
    /// The program has one of these features.
    HasOne(&'static [Feature]),
    /// Nothing was tried before, or one of these attempts followed too many paths.
    FirstOrAfterLimit(&'static [Name]),
    /// The program has linked cells, and one of these attempts ran into a limit.
    LinkedAfterLimit(&'static [Name]),
    /// This attempt, which is the brief form, used up its instructions, and the task allows more of them.
    AfterBrief(Name),
}

impl When {
    fn holds(&self, features: &Features, history: &History, steps: usize) -> bool {
        match self {
            When::Always => true,
            When::Has(all) => all.iter().all(|feature| features.has(*feature)),
            When::HasOne(any) => any.iter().any(|feature| features.has(*feature)),
            When::FirstOrAfterLimit(names) => history.is_empty() || history.was_too_large(names),
            When::LinkedAfterLimit(names) => features.has(Feature::Linked) && history.was_limited(names),
            When::AfterBrief(name) => history.was_limited(&[*name]) && steps > BRIEF,
        }
    }
}

/// The limits of an attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The number of instructions that it may execute.
    pub(super) steps: usize,
    /// Its share of the remaining time, in percent.
    pub(super) share: u32,
}

/// How types of linked cells are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// As lists or trees, whichever their types suggest.
    AsGuessed,
    /// As lists, even if cells have several pointers to their own type.
    OneLink,
}

/// The instructions of a brief attempt with lists and trees. A successful proof takes a few thousand. Where each
/// operation on a list has several outcomes, the number doubles from one operation to the next.
const BRIEF: usize = 10_000;

/// Paths to one loop header that stay alone where the first attempts would follow every path: with loops in a row, of
/// which each leaves one of two values behind, their number doubles from loop to loop. Later attempts keep all of them
/// apart.
const ALONE: Option<usize> = Some(6);

/// Every path on its own, as precisely as possible. The other policies state their differences from this one.
const PRECISE: Policy = Policy {
    apart: Apart(&[Functions, Taken, Null]),
    unrolling: Unrolling::NONE,
    alone: None,
    joins: false,
    sharing: Sharing::Never,
    contracts: false,
    returns: 6,
    constant_calls: 250,
    range: None,
    structures: false,
    rears: false,
    cases: Cases { stores: false, elements: false, quotients: false },
    relating: false,
    handed_facts: 120,
};

/// Folds cells into segments and trees.
const STRUCTURES: Policy =
    Policy { structures: true, apart: Apart(&[Functions, Taken, Null, Kinds, Memory, Links]), ..PRECISE };

/// Folds cells, but leaves lists whole at pointers to their last cell.
const BACKWARDS: Policy = Policy { rears: true, ..STRUCTURES };

/// The attempts. docs/attempts.md describes how to add one.
static TABLE: [Attempt; 18] = [
    // For functions that call others with contracts. Each of those is explored once, whoever calls it. If a contract says
    // too little for its callers, the other attempts follow each call.
    Attempt {
        name: Name::Composed,
        turn: Turn::Composed,
        when: When::Has(&[Feature::Contracts]),
        budget: Budget { steps: 150_000, share: 25 },
        model: Model::AsGuessed,
        policy: Policy { contracts: true, alone: ALONE, ..PRECISE },
    },
    Attempt {
        name: Name::Precise,
        turn: Turn::Apart,
        when: When::Always,
        budget: Budget { steps: 150_000, share: 40 },
        model: Model::AsGuessed,
        policy: Policy { alone: ALONE, ..PRECISE },
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
    // For lists and trees. Brief, since another attempt may suit the program better.
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
            apart: Apart(&[Functions, Taken, Beginnings, Kinds]),
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
    // For programs that do the same in every run: no state is merged while what is known decides where the path goes.
    Attempt {
        name: Name::Executing,
        turn: Turn::Special,
        when: When::Has(&[Feature::Closed]),
        budget: Budget { steps: 200_000, share: 50 },
        model: Model::AsGuessed,
        policy: Policy { unrolling: Unrolling { executing: true, ..Unrolling::NONE }, ..PRECISE },
    },
    // For loops and recursions whose first iteration is special.
    Attempt {
        name: Name::Peeling,
        turn: Turn::Special,
        when: When::Always,
        budget: Budget { steps: 500_000, share: 60 },
        model: Model::AsGuessed,
        policy: Policy {
            unrolling: Unrolling { visits: 2, ..Unrolling::NONE },
            constant_calls: 0,
            range: Some(64),
            ..PRECISE
        },
    },
    // For loops over the digits of a number: unrolled until no digit is left. A loop around them over a few numbers, of
    // which each has its own digits, is unrolled as well.
    Attempt {
        name: Name::Unrolling,
        turn: Turn::Special,
        when: When::Has(&[Feature::Digits]),
        budget: Budget { steps: 100_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy {
            joins: true,
            unrolling: Unrolling { shrinking: 70, decided: 5, ..Unrolling::NONE },
            ..PRECISE
        },
    },
    // For loops over a table whose end its numbers decide, and for powers, which no linear fact bounds: unrolled.
    Attempt {
        name: Name::Counting,
        turn: Turn::Special,
        when: When::HasOne(&[Feature::Table, Feature::Powers]),
        budget: Budget { steps: 50_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy { unrolling: Unrolling { counting: 70, ..Unrolling::NONE }, ..PRECISE },
    },
    // For linked structures whose few cells are counted by constants: no cell is folded, and every loop is unrolled.
    Attempt {
        name: Name::Walking,
        turn: Turn::Special,
        when: When::Has(&[Feature::Linked]),
        budget: Budget { steps: 30_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy { unrolling: Unrolling { counting: 24, walks: true, ..Unrolling::NONE }, ..PRECISE },
    },
    // For what a loop's last iteration leaves behind, for structures of a caller that may overlap, for walks around a ring,
    // for functions with many kinds of returns, and for pointers that lead to one of several objects.
    Attempt {
        name: Name::Distinguishing,
        turn: Turn::Special,
        when: When::Always,
        budget: Budget { steps: 80_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy {
            apart: Apart(&[Functions, Taken, Null, Targets]),
            unrolling: Unrolling { leaving: true, ..Unrolling::NONE },
            cases: Cases { stores: true, quotients: true, elements: true },
            returns: 24,
            ..PRECISE
        },
    },
    // For a beginning and a size that belong together, and for what holds behind a flag.
    Attempt {
        name: Name::Relating,
        turn: Turn::Special,
        when: When::Always,
        budget: Budget { steps: 150_000, share: 100 },
        model: Model::AsGuessed,
        policy: Policy { relating: true, ..PRECISE },
    },
];

/// Attempts that are made after all others unless they were made before: programs that need them do not always have a
/// feature that says so, for example digits of a number in memory.
const LAST: [Name; 4] = [Name::Counting, Name::Joining, Name::Unrolling, Name::Executing];

/// The instructions that an attempt may execute if nothing speaks for it.
const LAST_STEPS: usize = 30_000;

/// The attempts to make on a program, in order.
pub(super) struct Plan {
    features: Features,
    /// The maximal number of instructions of an attempt, whatever its budget says.
    steps: usize,
    attempts: std::vec::IntoIter<&'static Attempt>,
    /// Whether the user wants only one attempt, which is then made even if it is not worth it.
    chosen: bool,
}

impl Plan {
    /// Plans the attempts. `chosen`: the only attempt to make.
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

    /// The next attempt that is worth making after the earlier ones, and the number of instructions that it may execute.
    pub(super) fn next(&mut self, history: &History) -> Option<(&'static Attempt, usize)> {
        let Plan { features, steps, attempts, chosen } = self;
        let worth = attempts.find(|attempt| *chosen || attempt.when.holds(features, history, *steps));
        let last = || {
            let named = LAST.iter().filter_map(|name| TABLE.iter().find(|attempt| attempt.name == *name));
            named.filter(|_| !*chosen).find(|attempt| !history.has(attempt.name))
        };
        worth.map(|attempt| (attempt, *steps)).or_else(|| Some((last()?, LAST_STEPS.min(*steps))))
    }
}

/// The order of the groups. If a contract describes lists, an attempt that never folds them is likely to fail.
fn turns(features: &Features) -> [Turn; 5] {
    let large = features.has(Feature::Large);
    let [first, second] = if large { [Turn::Joined, Turn::Apart] } else { [Turn::Apart, Turn::Joined] };
    if features.has(Feature::Described) {
        [Turn::Composed, Turn::Linked, first, second, Turn::Special]
    } else {
        [Turn::Composed, first, second, Turn::Linked, Turn::Special]
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
