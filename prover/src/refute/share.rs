//! The share of instructions and of the user's time that a search for a violation may take.

use super::Attack;
use std::time::{Duration, Instant};

/// When the search takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// A short search: once memory safety is proved, before the search for ranking functions; and after a first attempt
    /// that ignores the program's linked structures.
    Moment,
    /// After the first attempt to prove, or after the second one if the program has linked structures.
    First,
    /// After all attempts.
    Last,
    /// Among calls that satisfy a contract, between attempts: a small part of the time that was spent so far, so that it
    /// hardly costs anything where a proof is found later.
    Glance,
}

/// The least time for a search, unless the user allows less.
const LEAST: Duration = Duration::from_secs(1);
/// The share of a glance in the time that was spent before it.
const GLANCE: u32 = 20;
/// The most time for the first search: other attempts to prove follow it.
const FIRST: Duration = Duration::from_secs(4);

impl Attack<'_> {
    /// Limits the attack to its share of the time from `begin` to the end of the whole, and to `longest`.
    pub fn limited(self, share: Share, begin: Instant, longest: Duration) -> Self {
        let whole = self.deadline.saturating_duration_since(begin);
        let (part, most, steps) = match share {
            Share::Moment => (100, LEAST, 500_000),
            Share::First => (10, FIRST, 50_000_000),
            Share::Last => (5, longest, 1_000_000_000),
            Share::Glance => (100, begin.elapsed() / GLANCE, 2_000_000),
        };
        // If the attempts to prove took all the time, a little is left for the search.
        let now = Instant::now();
        let own = (whole / part).max(LEAST).min(most).min(longest);
        Attack { steps, deadline: (now + own).min(self.deadline.max(now + LEAST)), ..self }
    }
}
