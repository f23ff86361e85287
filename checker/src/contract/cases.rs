//! The cases of a contract (`spec/precondition.md`, section "Initial states"): where each range lies.

use super::clause::{Contract, Fault, MAX_CASES, Range};
use crate::reader::Global;

/// Where a range lies in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// It has no bytes.
    Empty,
    /// In the group whose first member is this range; itself, if it is the first.
    Group(usize),
    /// In this kept global.
    Global(usize),
    /// Nowhere in particular: a list or tree that has at least one cell.
    Cells,
}

/// The placement of each range, followed by that of each list and tree.
pub type Case = Vec<Placement>;

/// Partial cases that are visited, at most. Each one leads to a case unless two groups need one range, so an honest
/// contract stays far below this.
const MAX_VISITS: usize = 100_000;

/// The cases in order; the placement of the last range varies fastest. More than `most` cases are an error.
pub fn cases(contract: &Contract, kept: &[&Global], most: usize) -> Result<Vec<Case>, Fault> {
    let mut search = Search { contract, kept, most, cases: Vec::new(), visits: 0 };
    search.extend(&mut Vec::new())?;
    Ok(search.cases)
}

struct Search<'c> {
    contract: &'c Contract,
    kept: &'c [&'c Global],
    most: usize,
    cases: Vec<Case>,
    visits: usize,
}

impl Search<'_> {
    /// Adds all cases that begin with `chosen`. The recursion is as deep as there are parts.
    fn extend(&mut self, chosen: &mut Case) -> Result<(), Fault> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Err(Fault::TooLarge);
        }
        if !self.connectable(chosen) || self.needless(chosen) || self.torn(chosen) || self.clash(chosen)? {
            return Ok(());
        }
        if chosen.len() == self.contract.parts() {
            if self.cases.len() >= self.most {
                let message = format!("the contract has more than {MAX_CASES} cases: \\separated excludes overlap");
                return Err(Fault::Wrong("cases", message));
            }
            self.cases.push(chosen.clone());
            return Ok(());
        }
        for place in self.options(chosen) {
            chosen.push(place);
            self.extend(chosen)?;
            chosen.pop();
        }
        Ok(())
    }

    /// The options of the next range, in order.
    fn options(&self, chosen: &Case) -> Vec<Placement> {
        let number = chosen.len();
        let Some(range) = self.contract.ranges.get(number) else {
            return vec![Placement::Empty, Placement::Cells];
        };
        let mut options = Vec::new();
        let positive = range.size.as_constant().is_some_and(|size| size >= 1);
        if !positive && range.string.is_none() && !range.freeable {
            options.push(Placement::Empty);
        }
        options.push(Placement::Group(number));
        let first = |(other, place): (usize, &Placement)| (*place == Placement::Group(other)).then_some(*place);
        options.extend(chosen.iter().enumerate().filter_map(first));
        for (place, global) in self.kept.iter().enumerate() {
            let outside = self.contract.outside.contains(&(number, global.name.to_string()));
            // A range that may only be read is another view of what nobody writes. None lies in a variable of the library.
            if !outside && !global.is_unwritable() && !range.freeable && !global.name.starts_with('@') {
                options.push(Placement::Global(place));
            }
        }
        options
    }

    /// Whether nonempty ranges of one address, which therefore overlap, are in different places; or others in one place
    /// with a range that can be freed.
    fn torn(&self, chosen: &Case) -> bool {
        let placed: Vec<_> =
            chosen.iter().zip(&self.contract.ranges).filter(|(place, _)| **place != Placement::Empty).collect();
        let differ = |(here, a): &(&Placement, &Range), (there, b): &(&Placement, &Range)| {
            if a.address == b.address { here != there } else { here == there && (a.freeable || b.freeable) }
        };
        placed.iter().enumerate().any(|(number, one)| placed[..number].iter().any(|other| differ(one, other)))
    }

    /// Whether a group will have no range that may be written, although its ranges begin at different addresses: these
    /// have blocks of their own, which may overlap.
    fn needless(&self, chosen: &Case) -> bool {
        let (known, later) = self.contract.ranges.split_at(chosen.len().min(self.contract.ranges.len()));
        let writable = |ranges: &[&Range]| ranges.iter().any(|range| range.writable);
        !later.iter().any(|range| range.writable)
            && (0..known.len()).any(|first| {
                let members = known.iter().zip(chosen).filter(|(_, place)| **place == Placement::Group(first));
                let members: Vec<&Range> = members.map(|(range, _)| range).collect();
                !writable(&members) && members.windows(2).any(|pair| pair[0].address != pair[1].address)
            })
    }

    /// Whether two nonempty parts that `\separated` names together overlap by their constants.
    fn clash(&self, chosen: &Case) -> Result<bool, Fault> {
        for (one, other) in self.contract.separate.iter().filter(|(_, other)| *other < chosen.len()) {
            let (Some(a), Some(b)) = (self.contract.part(*one), self.contract.part(*other)) else { continue };
            let nonempty = chosen[*one] != Placement::Empty && chosen[*other] != Placement::Empty;
            let distance = b.address.sub(a.address)?.as_constant();
            if nonempty && distance.is_some_and(|distance| -b.least < distance && distance < a.least) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every group can still become connected by pairs that `\separated` does not name.
    fn connectable(&self, chosen: &Case) -> bool {
        let later = chosen.len()..self.contract.ranges.len();
        let group = |first: usize| (0..chosen.len()).filter(move |range| chosen[*range] == Placement::Group(first));
        (0..chosen.len()).all(|first| {
            let members: Vec<usize> = group(first).collect();
            // The parts linked to the first member, by members or by ranges that may still become members.
            let mut open: Vec<usize> = members.iter().copied().take(1).collect();
            let mut rest: Vec<usize> = members.iter().copied().skip(1).chain(later.clone()).collect();
            while let Some(range) = open.pop() {
                let linked = |other: &usize| {
                    let pair = (range.min(*other), range.max(*other));
                    !self.contract.separate.contains(&pair)
                };
                open.extend(rest.iter().copied().filter(linked));
                rest.retain(|other| !linked(other));
            }
            members.iter().all(|member| !rest.contains(member))
        })
    }
}

/// A case in words.
pub fn describe(contract: &Contract, kept: &[&Global], case: &[Placement]) -> String {
    let name = |part: usize| contract.part(part).map_or("", |part| part.name);
    let words = case.iter().enumerate().map(|(number, place)| match place {
        Placement::Empty => format!("{} is empty", name(number)),
        Placement::Cells => format!("{} has cells", name(number)),
        Placement::Group(first) if *first == number => format!("{} has a block", name(number)),
        Placement::Group(first) => format!("{} is in the block of {}", name(number), name(*first)),
        Placement::Global(global) => format!("{} is in @{}", name(number), kept.get(*global).map_or("", |g| &g.name)),
    });
    words.collect::<Vec<_>>().join(", ")
}
