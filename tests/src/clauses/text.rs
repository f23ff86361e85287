//! How clauses are written: the same clause in several ways.

use super::{Conjunct, Parameter, Part, Range, Separated, Term, World};
use crate::interpreter::Inputs;

fn parameter(place: usize) -> String {
    format!("a{place}")
}

/// A term as text; how constants and brackets are written varies.
pub fn term_text(term: &Term, random: &mut Inputs) -> String {
    let two = |a: &Term, b: &Term, sign: &str, random: &mut Inputs| {
        format!("({} {sign} {})", term_text(a, random), term_text(b, random))
    };
    match term {
        Term::Constant(value) if *value < 0 => format!("-{}", -value),
        Term::Constant(value) => match random.below(4) {
            0 => format!("{value:#x}"),
            1 => format!("{value}u"),
            2 if (33..39).contains(value) => format!("'{}'", char::from(*value as u8)),
            _ => value.to_string(),
        },
        Term::Parameter(place) => parameter(*place),
        Term::Strlen(place) => format!("strlen({})", parameter(*place)),
        Term::SizeOf(element) => format!("sizeof({})", element.name()),
        Term::Add(a, b) => two(a, b, "+", random),
        Term::Sub(a, b) => two(a, b, "-", random),
        Term::Mul(a, b) => two(a, b, "*", random),
    }
}

pub fn range_text(range: &Range, random: &mut Inputs) -> String {
    let name = parameter(range.parameter);
    let pointer = match range.cast {
        Some(element) => format!("({} *) {name}", element.name()),
        None if random.below(4) == 0 => format!("({name})"),
        None => name.clone(),
    };
    match &range.part {
        Part::First => pointer,
        Part::At(term) => format!("{pointer} + {}", term_text(term, random)),
        Part::Span(low, high) => {
            format!("{pointer} + ({} .. {})", term_text(low, random), term_text(high, random))
        }
        Part::Text => format!("{pointer} + (0 .. strlen({name}))"),
    }
}

pub fn text(conjunct: &Conjunct, random: &mut Inputs) -> String {
    match conjunct {
        Conjunct::True => "\\true".into(),
        Conjunct::Valid(writable, ranges) => {
            let list: Vec<String> = ranges.iter().map(|range| range_text(range, random)).collect();
            format!("{}({})", if *writable { "\\valid" } else { "\\valid_read" }, list.join(", "))
        }
        Conjunct::Text(writable, place) => {
            let name = ["valid_read_string", "valid_string"][usize::from(*writable)];
            format!("{}{name}({})", if random.below(2) == 0 { "\\" } else { "" }, parameter(*place))
        }
        Conjunct::Chain(first, rest) => {
            let mut chain = term_text(first, random);
            for (relation, term) in rest {
                chain += &format!(" {relation} {}", term_text(term, random));
            }
            chain
        }
        Conjunct::Null(place, equal) => {
            let null = ["\\null", "NULL", "0"][random.below(3) as usize];
            format!("{} {} {null}", parameter(*place), if *equal { "==" } else { "!=" })
        }
        Conjunct::Separated(places) => {
            let list: Vec<String> = places
                .iter()
                .map(|place| match place {
                    Separated::Range(range) => range_text(range, random),
                    Separated::Global(name) => format!("&{name}"),
                })
                .collect();
            format!("\\separated({})", list.join(", "))
        }
        Conjunct::Both(conjuncts) => {
            let list: Vec<String> = conjuncts.iter().map(|conjunct| text(conjunct, random)).collect();
            format!("({})", list.join(" && "))
        }
    }
}

/// The whole contract of a function with these parameters.
pub fn contract(world: &World, conjuncts: &[Conjunct], random: &mut Inputs) -> String {
    let parameters: Vec<String> = world
        .parameters
        .iter()
        .enumerate()
        .map(|(place, kind)| match kind {
            Parameter::Pointer { element, .. } if random.below(4) == 0 => {
                format!("{} {}[]", element.name(), parameter(place))
            }
            Parameter::Pointer { element, .. } => {
                format!("const {} *{}", element.name(), parameter(place))
            }
            Parameter::Integer { c, .. } => format!("{c} {}", parameter(place)),
        })
        .collect();
    let clause: Vec<String> = conjuncts.iter().map(|conjunct| text(conjunct, random)).collect();
    let clause = if clause.is_empty() { "\\true".into() } else { clause.join(" && ") };
    format!("({}) requires {clause}", parameters.join(", "))
}
