//! How long a loop is unrolled: when a path that comes back to a loop header visits it as it is, and is not merged with
//! what was there before. All heuristics that delay the widening at a header are here.

use crate::algebra::{Atom, Term};
use crate::domain;
use crate::program::successors;
use crate::rules::{self, Context, Next};
use crate::state::{Path, State};
use std::collections::BTreeSet;

/// How long loops are unrolled. Each number limits the visits of a header that one heuristic allows; 0: it is not used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unrolling {
    /// Visits in any case, and calls of a function that may be in progress, before states are merged.
    pub visits: usize,
    /// While a register holds one constant after the other.
    pub counting: usize,
    /// Whether a pointer that leads to a new heap block at each visit counts like such a constant.
    pub walks: bool,
    /// While the range of a value, or its distance from 0, halves at each visit.
    pub shrinking: usize,
    /// While a register holds a new constant at each visit, and what is known decides whether the loop continues: the
    /// loop's end is known when it begins.
    pub decided: usize,
    /// Whether a path that is about to leave a loop is kept apart from those that stay in it.
    pub leaving: bool,
    /// Whether states are never merged where what is known decides the branch of the header, and recursive calls have
    /// entries of their own: the program is executed.
    pub executing: bool,
}

impl Unrolling {
    /// States are merged when a path comes back to a header.
    pub(crate) const NONE: Unrolling =
        Unrolling { visits: 1, counting: 0, walks: false, shrinking: 0, decided: 0, leaving: false, executing: false };

    /// Whether first iterations are explored on their own.
    pub(super) fn peels(self) -> bool {
        self.visits > 1
    }

    /// Whether a header that was visited this many times is visited again without merging; `None` if the number alone
    /// does not decide it.
    pub(super) fn decides(self, visits: usize) -> Option<bool> {
        if visits < self.visits {
            return Some(true);
        }
        let most = self.counting.max(self.shrinking).max(self.decided);
        (visits >= most).then_some(false)
    }

    /// Whether the state visits a header as it is that was visited so often before, at last with the state `before`; what
    /// `decides` leaves open.
    pub(super) fn unrolls(self, cx: &mut Context<'_>, visits: usize, before: &State, now: &mut Path) -> bool {
        visits < self.counting && (counts(before, now) || self.walks && walks(before, now))
            || visits < self.shrinking && shrinks(cx, before, now)
            || visits < self.decided && counts(before, now) && decided(cx, now, false)
    }
}

/// Whether the state leaves the loop at once, for a place from where only a loop further out leads back. What the
/// last iteration has left behind, a pointer that has gone too far for example, is then not part of the loop's
/// invariant. `further`: the blocks of all headers on the path.
pub(super) fn leaves(cx: &mut Context<'_>, st: &Path, further: &BTreeSet<usize>) -> bool {
    let header = st.place.block;
    let program = cx.program;
    let Some(function) = program.functions.get(&*st.function) else { return false };
    let mut ahead = st.ahead();
    // A header may lead to itself, forever.
    for _ in function.blocks.get(header).iter().flat_map(|block| &block.instructions) {
        if ahead.place.block == header && !matches!(rules::execute(cx, &mut ahead), Ok(Next::Continue)) {
            return false;
        }
    }
    let first = ahead.place.block;
    let mut seen = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some(block) = open.pop() {
        if block == header {
            return false;
        }
        if further.contains(&block) {
            continue;
        }
        let last = function.blocks.get(block).and_then(|b| b.instructions.last());
        open.extend(last.map(|i| successors(&i.op)).unwrap_or_default().into_iter().filter(|b| seen.insert(*b)));
    }
    true
}

/// Whether a path runs through the header's block without a case analysis: where the block tests the loop's condition, what
/// is known decides it. `calls`: a call on the way counts as decided, since what it returns is not known yet.
pub(super) fn decided(cx: &mut Context<'_>, st: &Path, calls: bool) -> bool {
    let mut ahead = st.ahead();
    let function = cx.program.functions.get(&*st.function);
    let instructions = function.and_then(|f| f.blocks.get(st.place.block)).map_or(0, |b| b.instructions.len());
    for _ in 0..instructions {
        if ahead.place.block != st.place.block {
            break;
        }
        match rules::execute(cx, &mut ahead) {
            Ok(Next::Continue) => {}
            Ok(Next::Call { .. }) => return calls,
            _ => return false,
        }
    }
    true
}

/// Whether the range of some register, or of some place in memory, is half as wide as before, or less, or half as far
/// from 0. Then the loop is over soon, as one over the digits of a number is. The bounds become facts: they must outlive
/// what they follow from.
fn shrinks(cx: &mut Context<'_>, before: &State, now: &mut Path) -> bool {
    let registers = now.bindings.iter();
    let registers = registers.filter_map(|(r, value)| Some((&before.bindings.get(r)?.term, &value.term)));
    let places = now.entries.values().filter_map(|e| {
        let mut there = before.entries_of(e.block).filter(|(_, o)| o.offset == e.offset && o.width == e.width);
        there.next().map(|(_, o)| (&o.value, &e.value))
    });
    let narrower = registers.chain(places).filter(|(a, b)| a != b).find_map(|(a, b)| {
        let older = bounds(cx, before, a)?;
        let (low, high) = bounds(cx, now, b)?;
        let spread = |(low, high): (i128, i128)| high.checked_sub(low);
        let reach = |(low, high): (i128, i128)| Some(high.checked_abs()?.max(low.checked_abs()?));
        let halved = |before: Option<i128>, now: Option<i128>| {
            before.zip(now).is_some_and(|(before, now)| before > 0 && now <= before / 2)
        };
        let shrinks = halved(spread(older), spread((low, high))) || halved(reach(older), reach((low, high)));
        let bounds = [Atom::le(&Term::constant(low), b), Atom::le(b, &Term::constant(high))];
        shrinks.then_some(bounds)
    });
    let Some(bounds) = narrower else { return false };
    for bound in bounds.into_iter().flatten().filter(|bound| bound.decide().is_none()) {
        if !now.knowledge.contains(&bound) {
            now.assert(bound);
        }
    }
    true
}

/// The bounds of a value.
pub(super) fn bounds(cx: &mut Context<'_>, st: &State, t: &Term) -> Option<(i128, i128)> {
    let top = cx.engine.maximum(&st.knowledge, t)?;
    let bottom = cx.engine.maximum(&st.knowledge, &t.neg().ok()?)?;
    Some((bottom.checked_neg()?, top))
}

/// Whether a register holds another constant than before. Then the loop counts from one constant to another.
fn counts(before: &State, now: &State) -> bool {
    now.bindings.iter().any(|(register, value)| {
        let older = before.bindings.get(register).and_then(|older| older.term.as_constant());
        let constant = value.term.as_constant();
        constant.is_some() && older.is_some() && constant != older
    })
}

/// Whether a register or a place in memory points to another heap block than before, or holds another constant. Then the
/// loop walks along blocks that are all known.
fn walks(before: &State, now: &State) -> bool {
    let known = |st: &State, t: &Term| match t.as_constant() {
        Some(number) => Some((Some(number), None)),
        None => domain::pointed_block(st, t).map(|block| (None, Some(block))),
    };
    let differ = |a: &Term, b: &Term| known(before, a).zip(known(now, b)).is_some_and(|(a, b)| a != b);
    let mut registers = now.bindings.iter();
    let mut places = before.entries.values();
    registers.any(|(r, value)| before.bindings.get(r).is_some_and(|older| differ(&older.term, &value.term)))
        || places.any(|e| {
            let mut there = now.entries_of(e.block);
            there.any(|(_, o)| o.offset == e.offset && o.width == e.width && differ(&e.value, &o.value))
        })
}
