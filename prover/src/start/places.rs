//! What a bound of a call may be stated in (`spec/bounds.md`, The text of a bound).

use super::Start;
use crate::algebra::{Term, Var};
use crate::contract::Contract;
use crate::contract::{Meaning, Step};

/// Records the places of a case: `names` are the values of the contract's own variables.
pub(super) fn add(start: &mut Start, contract: &Contract, meaning: &Meaning, names: &[Option<Term>]) {
    let value = |variable: usize| names.get(variable).cloned().flatten();
    let mut places = Vec::new();
    for (number, parameter) in contract.parameters.iter().enumerate().filter(|(_, p)| p.ty.is_integer()) {
        places.extend(value(number).map(|term| (parameter.name.clone(), term)));
    }
    let strings = meaning.ranges.iter().filter_map(|range| Some((range.string?, range)));
    for (number, (width, range)) in strings.enumerate() {
        let length = if width == 1 { "strlen" } else { "wcslen" };
        let term = value(contract.parameters.len() + number);
        places.extend(term.map(|term| (format!("{length}({})", range.text), term)));
    }
    let variables = meaning.steps.iter().filter(|step| step.has_variable()).count();
    let first = names.len().saturating_sub(variables);
    for (step, variable) in meaning.steps.iter().filter(|step| step.has_variable()).zip(first..) {
        let text = Var::try_from(variable).ok().and_then(|v| meaning.texts.get(&v));
        if let (Step::Read { pointer: false, .. }, Some(text), Some(term)) = (step, text, value(variable)) {
            places.push((text.clone(), term));
        }
    }
    let state = &start.state;
    let lists = meaning.structures.iter().filter(|s| s.end.is_some()).zip(state.lists.values());
    places.extend(lists.map(|(s, list)| (format!("\\length({})", s.text), list.length.clone())));
    let trees = meaning.structures.iter().filter(|s| s.end.is_none()).zip(state.trees.values());
    places.extend(trees.map(|(s, tree)| (format!("\\cells({})", s.text), tree.cells.clone())));
    start.places = places;
}
