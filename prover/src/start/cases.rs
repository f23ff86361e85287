//! The cases of a contract: how its ranges may lie relative to each other (`spec/precondition.md`, section "Initial
//! states").

use crate::contract::{ContractError, Meaning, Range};
use crate::graph::Case;
use crate::program::Global;

/// The place of a range in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Empty,
    /// A block of its own, or the first of a group.
    First,
    /// In the group whose first member is the range of this number.
    With(usize),
    /// In the kept global with this number.
    Inside(usize),
    /// A list or tree that has cells.
    Cells,
}

/// Cases of a contract, at most.
pub(super) const MOST_CASES: usize = 256;
/// Choices that are visited, at most.
const MOST_CHOICES: usize = 200_000;

/// All cases in order; `None` if there are more than `most`.
pub(super) fn cases(meaning: &Meaning, globals: &[&Global], most: usize) -> Option<Vec<Vec<Choice>>> {
    let mut search = Search { meaning, globals, most, views: true, found: Vec::new(), looked: 0 };
    search.next(&mut Vec::new())?;
    Some(search.found)
}

/// Cases in which no two blocks overlap, also where nothing writes them; the first `most` at most. Each says what a
/// memory looks like.
pub(super) fn layouts(meaning: &Meaning, globals: &[&Global], most: usize) -> Vec<Vec<Choice>> {
    let mut search = Search { meaning, globals, most, views: false, found: Vec::new(), looked: 0 };
    search.next(&mut Vec::new());
    search.found.truncate(most);
    search.found
}

struct Search<'a> {
    meaning: &'a Meaning,
    globals: &'a [&'a Global],
    most: usize,
    /// Whether blocks that nothing writes may overlap.
    views: bool,
    found: Vec<Vec<Choice>>,
    looked: usize,
}

impl Search<'_> {
    fn next(&mut self, chosen: &mut Vec<Choice>) -> Option<()> {
        self.looked += 1;
        if self.looked > MOST_CHOICES || self.found.len() > self.most {
            return None;
        }
        let number = chosen.len();
        if number == self.meaning.parts() {
            self.found.push(chosen.clone());
            return (self.found.len() <= self.most).then_some(());
        }
        for choice in self.options(chosen) {
            chosen.push(choice);
            if self.together(chosen) && self.connected(chosen) && !self.needless(chosen) && !self.clash(chosen) {
                self.next(chosen)?;
            }
            chosen.pop();
        }
        Some(())
    }

    fn options(&self, chosen: &[Choice]) -> Vec<Choice> {
        let number = chosen.len();
        let Some(range) = self.meaning.ranges.get(number) else {
            return vec![Choice::Empty, Choice::Cells];
        };
        let mut options = Vec::new();
        let positive = range.length.as_constant().is_some_and(|e| e >= 1);
        if !positive && range.string.is_none() && !range.freeable {
            options.push(Choice::Empty);
        }
        options.push(Choice::First);
        let firsts = chosen.iter().enumerate().filter(|(_, c)| **c == Choice::First);
        options.extend(firsts.map(|(first, _)| Choice::With(first)));
        for (g, global) in self.globals.iter().enumerate() {
            let outside = self.meaning.outside.contains(&(number, global.name.clone()));
            // A range that may only be read is another view of what nobody writes. None lies in a variable of the library.
            let refused = range.freeable || global.is_unwritable() && (range.writable || self.views);
            if !outside && !refused && !global.name.starts_with('@') {
                options.push(Choice::Inside(g));
            }
        }
        options
    }

    /// Whether the last range lies in the same place as those with the same address, and in that of a block that can be
    /// freed only if it has its address.
    fn together(&self, chosen: &[Choice]) -> bool {
        let place = |i: usize| match chosen.get(i) {
            Some(Choice::First) => Some(Choice::With(i)),
            Some(Choice::Empty) | None => None,
            Some(other) => Some(*other),
        };
        let address = |i: usize| self.meaning.ranges.get(i).map(|r| &r.address);
        let freeable = |i: usize| self.meaning.ranges.get(i).is_some_and(|r| r.freeable);
        let last = chosen.len().saturating_sub(1);
        if last >= self.meaning.ranges.len() {
            return true;
        }
        (0..last).all(|i| {
            let nonempty = place(i).is_some() && place(last).is_some();
            let same = place(i) == place(last);
            let heap = freeable(i) || freeable(last);
            !nonempty || if address(i) == address(last) { same } else { !(same && heap) }
        })
    }

    /// Whether a group can have no range that may be written, although its ranges begin at different addresses: then
    /// these are views of the same memory.
    fn needless(&self, chosen: &[Choice]) -> bool {
        let ranges = &self.meaning.ranges;
        if !self.views || ranges.iter().skip(chosen.len()).any(|range| range.writable) {
            return false;
        }
        (0..chosen.len()).filter(|i| chosen.get(*i) == Some(&Choice::First)).any(|first| {
            let members: Vec<_> = group(chosen, first).into_iter().filter_map(|i| ranges.get(i)).collect();
            let alike = |range: &&Range| members.first().is_some_and(|one| one.address == range.address);
            !members.iter().any(|range| range.writable) && !members.iter().all(alike)
        })
    }

    /// Whether the last range certainly overlaps one that it must be separate from.
    fn clash(&self, chosen: &[Choice]) -> bool {
        let last = chosen.len().saturating_sub(1);
        let part = |i: usize| {
            let (address, length, _) = self.meaning.part(i)?;
            let nonempty = chosen.get(i).is_some_and(|c| *c != Choice::Empty);
            nonempty.then_some((address, length))
        };
        let Some((b, b_length)) = part(last) else {
            return false;
        };
        (0..=last).filter(|i| self.meaning.separate.contains(&(*i, last))).filter_map(part).any(|(a, a_length)| {
            let distance = b.sub(a).ok().and_then(|d| d.as_constant());
            distance.is_some_and(|d| -b_length < d && d < a_length)
        })
    }

    /// Whether each group is connected by ranges that may overlap, or can still become so.
    fn connected(&self, chosen: &[Choice]) -> bool {
        let later = chosen.len().min(self.meaning.ranges.len())..self.meaning.ranges.len();
        (0..chosen.len()).filter(|i| chosen.get(*i) == Some(&Choice::First)).all(|first| {
            let members = group(chosen, first);
            let mut reached = vec![first];
            let mut next = 0;
            while let Some(&a) = reached.get(next) {
                next += 1;
                for b in members.iter().copied().chain(later.clone()) {
                    if !reached.contains(&b) && !self.meaning.separate.contains(&(a.min(b), a.max(b))) {
                        reached.push(b);
                    }
                }
            }
            members.iter().all(|m| reached.contains(m))
        })
    }
}

/// The members of a group, ascending.
pub(super) fn group(chosen: &[Choice], first: usize) -> Vec<usize> {
    chosen.iter().enumerate().filter(|(i, c)| *i == first || **c == Choice::With(first)).map(|(i, _)| i).collect()
}

/// The case in words, for messages; `None` if it is the only one.
pub(super) fn describe(meaning: &Meaning, globals: &[&Global], chosen: &[Choice], only: bool) -> Option<Case> {
    if only {
        return None;
    }
    let text = |i: usize| meaning.part(i).map_or("", |(_, _, text)| text);
    let mut parts = Vec::new();
    let mut overlap = false;
    for (i, choice) in chosen.iter().enumerate() {
        match choice {
            Choice::Empty => parts.push(format!("{} is empty", text(i))),
            Choice::Inside(g) => {
                let name = globals.get(*g).map_or("", |g| g.name.as_str());
                parts.push(format!("{} lies in '{name}'", text(i)));
            }
            Choice::First => {
                let members = group(chosen, i);
                if members.len() > 1 {
                    let names: Vec<&str> = members.iter().map(|m| text(*m)).collect();
                    overlap = true;
                    parts.push(format!("{} overlap", enumerate(&names)));
                }
            }
            Choice::Cells => parts.push(format!("there are cells at {}", text(i))),
            Choice::With(_) => {}
        }
    }
    if parts.is_empty() {
        let several = chosen.len() > 1;
        parts.push(if several { "no two ranges overlap" } else { "no range is empty" }.to_string());
    }
    Some(Case { words: parts.join(" and "), overlap })
}

/// `a`, `a and b`, `a, b and c`
fn enumerate(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_string(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The error for too many cases; it names ranges that might overlap, and that a contract can say to be separate.
pub(super) fn too_many(meaning: &Meaning, globals: &[&Global]) -> ContractError {
    let mut pairs = Vec::new();
    let text = |i: usize| meaning.ranges.get(i).map(Range::operand).unwrap_or_default();
    let writable = |i: usize| meaning.ranges.get(i).is_some_and(|range| range.writable);
    for b in 0..meaning.ranges.len() {
        for a in (0..b).filter(|a| writable(*a) || writable(b)) {
            if !meaning.separate.contains(&(a, b)) {
                pairs.push(format!("\\separated({}, {})", text(a), text(b)));
            }
        }
        for g in globals.iter().filter(|g| !g.is_unwritable() && !g.name.starts_with(['@', '.'])) {
            if !meaning.outside.contains(&(b, g.name.clone())) {
                pairs.push(format!("\\separated({}, &{})", text(b), g.name.replacen('.', "::", 1)));
            }
        }
    }
    pairs.truncate(6);
    let example = if pairs.is_empty() { String::new() } else { format!(", for example by {}", pairs.join(", ")) };
    ContractError::new(format!(
        "its ranges can lie to each other in more than {MOST_CASES} ways; exclude what cannot be{example}"
    ))
}
