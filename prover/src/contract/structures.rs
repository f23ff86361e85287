//! Lists and trees in contracts: `\list(p, struct node, next)` and related predicates (`spec/precondition.md`, section
//! "Lists and trees").

use crate::contract::clause::{Contract, Expression};
use crate::contract::types::{Base, CType};
use certificates::{Marks, Shape};

/// What a conjunct describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A null-terminated list.
    List,
    /// A list that ends at a pointer.
    Segment,
    /// A null-terminated list with pointers back.
    Doubly,
    /// A tree.
    Tree,
}

impl Form {
    /// Number of pointers before the type.
    pub fn pointers(self) -> usize {
        1 + usize::from(self == Form::Segment)
    }
}

/// What the predicate of this name describes, and what may not be done with the cells.
pub fn form(name: &str) -> Option<(Form, Marks)> {
    let name = name.strip_prefix('\\')?;
    let given = name.strip_prefix("owned_");
    let read_only = name.strip_suffix("_read").filter(|_| given.is_none());
    let form = match given.or(read_only).unwrap_or(name) {
        "list" => Form::List,
        "list_segment" => Form::Segment,
        "dlist" => Form::Doubly,
        "tree" => Form::Tree,
        _ => return None,
    };
    Some((form, Marks { read_only: read_only.is_some(), kept: given.is_none() }))
}

/// The shape of the cells of a list or tree, from the operands after its pointers.
pub fn shape(form: Form, cell: &[Expression]) -> Option<Shape> {
    let [Expression::Type(CType { base: Base::Object { size, align }, stars: 0 }), places @ ..] = cell else {
        return None;
    };
    let offset = |place: &Expression| match place {
        Expression::Number(offset) => u64::try_from(*offset).ok(),
        _ => None,
    };
    let mut links = places.iter().map(offset).collect::<Option<Vec<u64>>>()?;
    let back = match (form, links.len()) {
        (Form::List | Form::Segment, 1) | (Form::Tree, 1..) => None,
        (Form::Doubly, 2) => links.pop(),
        _ => return None,
    };
    Some(Shape { size: *size, align: *align, anchor: 0, links, back, fields: Vec::new(), owned: Vec::new() })
}

/// The operands of such a predicate, for messages.
pub(super) fn takes(form: Form) -> &'static str {
    match form {
        Form::List => "a pointer, the type of its cells, and the member that points to the next one",
        Form::Segment => "a pointer, the one that it ends at, the type of its cells, and the member that points on",
        Form::Doubly => "a pointer, the type of its cells, and the members that point on and back",
        Form::Tree => "a pointer, the type of its cells, and the members that point to subtrees",
    }
}

impl Contract {
    /// The shapes of all lists and trees in the contract.
    pub fn shapes(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for alternative in self.clause.alternatives().unwrap_or_default() {
            for conjunct in alternative {
                let crate::contract::Conjunct::Predicate(name, operands) = conjunct else { continue };
                let Some((form, _)) = form(name) else { continue };
                let cell = operands.get(form.pointers()..).unwrap_or_default();
                let found = shape(form, cell).filter(|shape| !shapes.contains(shape));
                shapes.extend(found);
            }
        }
        shapes
    }
}
