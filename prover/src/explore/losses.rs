//! Records where the exploration lost track of a linked structure, for the answer if the structure is needed later.

use crate::algebra::Term;
use crate::domain;
use crate::explore::explorer::{Explorer, Lost};
use crate::program::Program;
use crate::state::State;
use certificates::Kind;

impl Explorer<'_, '_> {
    /// Records the pointers whose targets the join of two states has lost.
    pub(super) fn note_losses(&mut self, old: &State, new: &State, merged: &State) {
        let program = self.cx.program;
        if !self.policy.structures {
            return;
        }
        let Some(loss) = domain::loss(&program.shapes, old, new, merged) else { return };
        let value = merged.bindings.get(&loss.register).and_then(|value| value.term.as_var());
        let Some(function) = program.functions.get(&*merged.function) else { return };
        let register = &function.registers[loss.register];
        let name = register.variable.clone().unwrap_or_else(|| format!("%{}", register.name));
        let block = function.blocks.get(merged.place.block);
        let line = block.into_iter().flat_map(|b| &b.instructions).find_map(|i| i.location.as_ref());
        let at = line.map_or_else(|| format!("in '{}'", function.name), |at| format!("at {at}"));
        if let Some(v) = value {
            self.lost.insert(v, Lost { at, name, loss });
        }
    }

    /// Why the target of a pointer is unknown, as far as linked structures explain it; empty otherwise.
    pub(super) fn why_lost(&self, st: &State, pointer: &Term) -> String {
        if !self.policy.structures {
            return String::new();
        }
        let program = self.cx.program;
        if let Some(lost) = pointer.vars().find_map(|v| self.lost.get(&v)) {
            let Lost { at, name, loss } = lost;
            return format!("; {at}, '{name}' leads to no known block any more: {}", loss.why.show(program));
        }
        let names = program.functions.get(&*st.function).map(|f| st.names(f)).unwrap_or_default();
        let show = |t: &Term| t.show(&|v| names.name(v));
        if let Some(l) = st.lists.values().find(|l| l.end.as_var().is_some_and(|v| pointer.contains(v))) {
            return format!(
                "; it is where the list from {} ends, and nothing is known of what is there",
                show(&l.head)
            );
        }
        let guesses = || match domain::guesses(program) {
            none if none.is_empty() => none,
            guesses => format!(" (cells are taken for: {guesses})"),
        };
        held(program, st, pointer).map_or_else(guesses, |place| format!("; it is what {place} holds"))
    }
}

/// The place of a cell that holds a pointer.
fn held(program: &Program, st: &State, pointer: &Term) -> Option<String> {
    let v = pointer.vars().next()?;
    let e = st.entries.values().find(|e| e.value.as_var() == Some(v))?;
    let block = st.blocks.get(&e.block).filter(|block| block.kind == Kind::Heap)?;
    let (size, offset) = (block.size.as_constant()?, e.offset.as_constant()?);
    let records = program.records.iter().filter(|record| i128::from(record.size) == size);
    let mut members = records.flat_map(|record| record.members.iter().map(move |member| (record, member)));
    let (record, member) = members.find(|(_, member)| i128::from(member.offset) == offset)?;
    let function = program.functions.get(&*st.function);
    let names = function.map(|f| st.names(f)).unwrap_or_default();
    let tag = if record.name.is_empty() { "the structure".into() } else { format!("the struct {}", record.name) };
    Some(format!("field {} of {tag} at {}", member.name, block.base.show(&|v| names.name(v))))
}
