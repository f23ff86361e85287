//! Premises that tests switch off, one at a time: the test vectors must catch a checker that believes too much.
//!
//! Without the feature `premises` (off by default and in every release) every premise is demanded, and these functions
//! are constants. With it, `checker/tests/premises.rs` asks which premises a certificate violates, and what becomes of
//! the certificate if one of them is not demanded.

#[cfg(feature = "premises")]
mod chosen {
    use std::cell::{Cell, RefCell};
    use std::panic::Location;

    /// A place in the checker's source that demands a premise, and the rule that it belongs to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Site {
        pub file: &'static str,
        pub line: u32,
        pub column: u32,
        /// One of several conditions of a place; empty where there is only one.
        pub condition: &'static str,
        pub rule: &'static str,
    }

    thread_local! {
        static OFF: Cell<Option<Site>> = const { Cell::new(None) };
        static FAILED: RefCell<Vec<Site>> = const { RefCell::new(Vec::new()) };
    }

    /// Whether a premise that does not hold leads to a rejection.
    #[track_caller]
    pub fn demanded(rule: &'static str, condition: &'static str) -> bool {
        let at = Location::caller();
        let site = Site { file: at.file(), line: at.line(), column: at.column(), condition, rule };
        FAILED.with_borrow_mut(|failed| failed.push(site));
        OFF.get() != Some(site)
    }

    /// Switches a premise off, or none, for this thread.
    pub fn switch_off(site: Option<Site>) {
        OFF.set(site);
    }

    /// The places where a premise did not hold, in this thread and since this function was last called.
    pub fn failed() -> Vec<Site> {
        FAILED.take()
    }
}

#[cfg(not(feature = "premises"))]
mod chosen {
    /// Whether a premise that does not hold leads to a rejection: always, in this build.
    #[inline(always)]
    pub const fn demanded(_: &'static str, _: &'static str) -> bool {
        true
    }
}

pub use chosen::*;
