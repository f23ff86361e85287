//! How much a search for a violation may take, of instructions and of the time that the user gives.

use super::Attack;
use std::time::{Duration, Instant};

/// When the search is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Where memory safety is proved, before ranking functions are searched for, and after a first attempt that knows
    /// nothing of the program's linked structures.
    Moment,
    /// After the first attempt to prove, or the second one where there are linked structures.
    First,
    /// After all of them.
    Last,
}

/// So much time a search has in any case, unless it is told to take less.
const LEAST: Duration = Duration::from_secs(1);
/// More time the first search does not take: other attempts to prove follow.
const FIRST: Duration = Duration::from_secs(4);

impl Attack<'_> {
    /// Limits the attack to its share of the time between the beginning of the whole and its end, and to so much time.
    pub fn limited(self, share: Share, begin: Instant, longest: Duration) -> Self {
        let whole = self.deadline.saturating_duration_since(begin);
        let (part, most, steps) = match share {
            Share::Moment => (100, LEAST, 500_000),
            Share::First => (10, FIRST, 50_000_000),
            Share::Last => (5, longest, 1_000_000_000),
        };
        // Where the attempts to prove took all the time a little is left for this.
        let now = Instant::now();
        let own = (whole / part).max(LEAST).min(most).min(longest);
        Attack { steps, deadline: (now + own).min(self.deadline.max(now + LEAST)), ..self }
    }
}
