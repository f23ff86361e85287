//! What a rule asks for before it can go on: names of arguments, elements and bytes, and facts about elements.

use crate::algebra::{Term, TooLarge};
use crate::explore::explorer::{Done, Explorer};
use crate::rules;
use crate::rules::bytes::Pieces;
use crate::rules::uniform::{Element, Loose};
use crate::state::{Path, Uniform};

impl Explorer<'_, '_> {
    /// Names an argument of `main` in the state.
    pub(super) fn name_argument(&mut self, st: &mut Path, index: &Term) -> Done {
        rules::arguments::name(self.cx, st, index).map_err(|stop| self.stopped(st, stop))
    }

    /// Names the pieces of a value.
    pub(super) fn name_pieces(&mut self, st: &mut Path, pieces: &Pieces) -> Done {
        rules::bytes::name(self.cx, st, pieces).map_err(|stop| self.stopped(st, stop))
    }

    /// Names an element of an array in the state, or takes it out with what it owns.
    pub(super) fn name_element(&mut self, st: &mut Path, element: &Element) -> Done {
        let named = match rules::elements::owns(st, element) {
            true => rules::elements::take(self.cx, st, element),
            false => rules::uniform::name(self.cx, st, element),
        };
        named.map_err(|stop| self.stopped(st, stop))
    }

    /// Lets the state have a fact about elements each of which is known alone.
    pub(super) fn name_all(&mut self, st: &mut Path, fact: Uniform) -> Done {
        rules::uniform::collected(self.cx, st, fact).map_err(|TooLarge| self.too_large(st))
    }

    /// Lets the state have a fact about an array that says less.
    pub(super) fn say_less(&mut self, st: &mut Path, loose: Loose) -> Done {
        rules::uniform::loosen(self.cx, st, loose).map_err(|stop| self.stopped(st, stop))
    }
}
