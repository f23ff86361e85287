//! Values that are equal because of equations (representatives).

use super::{Entry, State};
use crate::algebra::{Rel, Term, Var};
use certificates::{BlockId, EntryId, Sign};
use std::collections::BTreeMap;

/// For variables that equal another variable or a number, what they equal.
pub(crate) struct Same(BTreeMap<Var, Term>);

impl Same {
    /// From the equations of a state's knowledge.
    pub(crate) fn of(st: &State) -> Same {
        let mut same = Same(BTreeMap::new());
        for fact in st.knowledge.iter().filter(|fact| fact.rel == Rel::Eq && fact.term.is_linear()) {
            let term = same.plain(&fact.term);
            let parts: Vec<(Var, i128)> = term.parts().iter().filter_map(|(m, c)| Some((*m.first()?, *c))).collect();
            let (v, value) = match parts[..] {
                [(v, 1 | -1)] => (v, term.constant_part().checked_mul(-parts[0].1)),
                [(_, a @ (1 | -1)), (v, b)] if b == -a && term.constant_part() == 0 => (v, None),
                _ => continue,
            };
            let value = match (value, parts.first()) {
                (Some(number), _) => Term::constant(number),
                (None, Some((first, _))) if *first != v => Term::var(*first),
                _ => continue,
            };
            for known in same.0.values_mut() {
                *known = known.substitute(&|u| (u == v).then(|| value.clone())).unwrap_or_else(|_| known.clone());
            }
            same.0.insert(v, value);
        }
        same
    }

    /// The term with its variables replaced by their representatives.
    pub(crate) fn plain(&self, t: &Term) -> Term {
        if t.vars().all(|v| !self.0.contains_key(&v)) {
            return t.clone();
        }
        t.substitute(&|v| self.0.get(&v).cloned()).unwrap_or_else(|_| t.clone())
    }

    /// The term as a number, if it is known to equal one.
    pub(crate) fn number(&self, t: &Term) -> Term {
        self.plain(t).as_constant().map_or_else(|| t.clone(), Term::constant)
    }

    /// Replaces variables in all terms of the state, except in its knowledge.
    pub(crate) fn rename(&self, st: &mut State) {
        for value in st.bindings.values_mut() {
            value.term = self.plain(&value.term);
        }
        for block in st.blocks.values_mut() {
            block.base = self.plain(&block.base);
        }
        for e in st.entries.values_mut() {
            e.value = self.plain(&e.value);
        }
        for l in st.lists.values_mut() {
            *l = l.renamed(|t| self.plain(t));
        }
        for t in st.trees.values_mut() {
            *t = t.renamed(|t| self.plain(t));
        }
    }
}

impl State {
    /// The number that an offset equals, if an equation determines it.
    pub(crate) fn place_of(&self, offset: &Term) -> Option<i128> {
        if let Some(number) = offset.as_constant() {
            return Some(number);
        }
        let mut equations = self.knowledge.iter().filter(|fact| fact.rel == Rel::Eq && fact.term.is_linear());
        equations.find_map(|fact| {
            let (monomial, c) = fact.term.parts().iter().find(|(m, _)| !m.is_empty())?;
            let mine = offset.coefficient(monomial);
            let factor = mine.checked_div(*c).filter(|factor| factor.checked_mul(*c) == Some(mine))?;
            offset.add_scaled(&fact.term, factor.checked_neg()?).ok()?.as_constant()
        })
    }

    /// The newest entry of a block at a constant offset, which may be written differently.
    pub(crate) fn entry_at(&self, block: BlockId, offset: u64, width: u32, sign: Sign) -> Option<(EntryId, &Entry)> {
        let offset = Term::constant(i128::from(offset));
        let alike = || self.entries_of(block).filter(|(_, e)| e.width == width && e.sign == sign);
        let plain = alike().filter(|(_, e)| e.offset == offset).last();
        plain.or_else(|| {
            let mut named = alike().filter(|(_, e)| e.offset.as_constant().is_none()).peekable();
            named.peek()?;
            let same = Same::of(self);
            named.filter(|(_, e)| same.plain(&e.offset) == offset).last()
        })
    }
}
