//! The roots of folding.

use crate::algebra::Term;
use crate::program::Reg;
use crate::state::State;

/// The roots of folding: what must stay as it is.
pub(crate) struct Pins {
    /// Pointers that later steps may follow: segments begin there, and blocks into whose middle they point stay blocks.
    pub pointers: Vec<Term>,
    /// The roots that this activation may follow; at a loop header, those that it may follow before the next visit or
    /// after the loop.
    pub near: Vec<Term>,
    /// Whether cells without a near root may become trees with a hole: where a loop continues without them.
    pub holes: bool,
    /// Whether a pointer to the last cell of a list with back pointers may point into a longer list.
    pub rears: bool,
}

impl Pins {
    /// Roots from the values of registers that may be read later.
    pub(crate) fn of(st: &State, rears: bool, live: impl Fn(Reg) -> bool) -> Pins {
        let values = st.bindings.iter().filter(|(register, _)| live(**register));
        let values = values.map(|(_, value)| value.term.clone());
        let near: Vec<Term> = values.collect();
        Pins { pointers: near.iter().cloned().chain(st.handed.iter().cloned()).collect(), near, holes: false, rears }
    }

    /// Roots at a loop header: near are the values of these registers.
    pub(crate) fn at_loop(st: &State, rears: bool, of_loop: impl Fn(Reg) -> bool) -> Pins {
        let near = st.bindings.iter().filter(|(register, _)| of_loop(**register));
        let near = near.map(|(_, value)| value.term.clone()).collect();
        Pins { near, holes: true, ..Pins::of(st, rears, |_| true) }
    }
}
