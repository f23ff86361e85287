//! What a bound of a call may be stated in (`spec/bounds.md`, The text of a bound).

use super::Start;
use crate::algebra::{Term, Var};
use crate::contract::{Base, CType, Contract, Meaning, Step};

/// A value at the call that a bound may be stated in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub name: Name,
    /// Over the names of the initial state.
    pub value: Term,
}

/// A place as a contract writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// A pointer is written as one to single bytes.
    pub text: String,
    /// Whether it is a pointer: only the distance of two of them is a number.
    pub pointer: bool,
}

/// Whether what a type points to has one byte.
fn points_to_bytes(ty: &CType) -> bool {
    ty.stars == 1 && matches!(ty.base, Base::Bool | Base::Fixed { bits: 8, .. })
}

/// Records the places of a case: `names` are the values of the contract's own variables.
pub(super) fn add(start: &mut Start, contract: &Contract, meaning: &Meaning, names: &[Option<Term>]) {
    let value = |variable: usize| names.get(variable).cloned().flatten();
    let place = |text: String, value: Term| Place { name: Name { text, pointer: false }, value };
    let pointer = |text: String, value: &Term| {
        let value = value.substitute(&|v| start.meaning.get(&v).cloned()).ok()?;
        Some(Place { name: Name { text, pointer: true }, value })
    };
    let mut places = Vec::new();
    for (number, parameter) in contract.parameters.iter().enumerate() {
        let Some(term) = value(number) else { continue };
        let name = &parameter.name;
        match parameter.ty.is_integer() {
            true => places.push(place(name.clone(), term)),
            false if points_to_bytes(&parameter.ty) => places.extend(pointer(name.clone(), &term)),
            false if parameter.ty.stars > 0 => places.extend(pointer(format!("(char *){name}"), &term)),
            false => {}
        }
    }
    let strings = meaning.ranges.iter().filter_map(|range| Some((range.string?, range)));
    for (number, (width, range)) in strings.enumerate() {
        let length = if width == 1 { "strlen" } else { "wcslen" };
        let term = value(contract.parameters.len() + number);
        places.extend(term.map(|term| place(format!("{length}({})", range.text), term)));
    }
    let variables = meaning.steps.iter().filter(|step| step.has_variable()).count();
    let first = names.len().saturating_sub(variables);
    for (step, variable) in meaning.steps.iter().filter(|step| step.has_variable()).zip(first..) {
        let text = Var::try_from(variable).ok().and_then(|v| meaning.texts.get(&v));
        match (step, text, value(variable)) {
            (Step::Read { pointer: false, .. }, Some(text), Some(term)) => places.push(place(text.clone(), term)),
            (Step::Read { pointer: true, .. }, Some(text), Some(term)) => {
                places.extend(pointer(format!("(char *){text}"), &term));
            }
            _ => {}
        }
    }
    let state = &start.state;
    let lists = meaning.structures.iter().filter(|s| s.end.is_some()).zip(state.lists.values());
    places.extend(lists.map(|(s, list)| place(format!("\\length({})", s.text), list.length.clone())));
    let trees = meaning.structures.iter().filter(|s| s.end.is_none()).zip(state.trees.values());
    places.extend(trees.map(|(s, tree)| place(format!("\\cells({})", s.text), tree.cells.clone())));
    start.places = places;
}
