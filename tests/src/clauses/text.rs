//! How clauses are written: the same clause in several ways.

use super::{Conjunct, Elements, Parameter, Part, Place, Pointer, Range, Separated, Term, Text, World};
use crate::interpreter::Inputs;

fn parameter(place: usize) -> String {
    format!("a{place}")
}

/// A pointer that has no type.
pub fn pointer_text(pointer: &Pointer, random: &mut Inputs) -> String {
    match pointer {
        Pointer::Parameter(place) => parameter(*place),
        Pointer::Global(name) => format!("&{name}"),
        Pointer::Read(place) => format!("ptr[{}]", place_text(place, random)),
    }
}

fn place_text(place: &Place, random: &mut Inputs) -> String {
    let pointer = pointer_text(&place.pointer, random);
    match &*place.offset {
        Term::Constant(0) if random.below(2) == 0 => pointer,
        Term::Constant(offset) if *offset < 0 => format!("{pointer} - {}", -offset),
        offset => format!("{pointer} + {}", term_text(offset, random)),
    }
}

/// A term as text; how constants and brackets are written varies.
pub fn term_text(term: &Term, random: &mut Inputs) -> String {
    let two = |a: &Term, b: &Term, sign: &str, random: &mut Inputs| {
        format!("({} {sign} {})", term_text(a, random), term_text(b, random))
    };
    match term {
        Term::Read(bits, signed, place) => {
            format!("{}{bits}[{}]", if *signed { 'i' } else { 'u' }, place_text(place, random))
        }
        Term::Div(a, divisor) => format!("({} / {divisor})", term_text(a, random)),
        Term::Rem(a, divisor) => format!("({} % ({divisor}))", term_text(a, random)),
        Term::Constant(value) if *value < 0 => format!("-{}", -value),
        Term::Constant(value) => match random.below(4) {
            0 => format!("{value:#x}"),
            1 => format!("{value}u"),
            2 if (33..39).contains(value) => format!("'{}'", char::from(*value as u8)),
            _ => value.to_string(),
        },
        Term::Parameter(place) => parameter(*place),
        Term::Length(text) => length_text(*text),
        Term::SizeOf(element) => format!("sizeof({})", element.name()),
        Term::Add(a, b) => two(a, b, "+", random),
        Term::Sub(a, b) => two(a, b, "-", random),
        Term::Mul(a, b) => two(a, b, "*", random),
    }
}

/// The pointer that a string is named by.
fn string_text(text: Text) -> String {
    match text.wide {
        Some(element) => format!("({} *) {}", element.name(), parameter(text.parameter)),
        None => parameter(text.parameter),
    }
}

fn length_text(text: Text) -> String {
    format!("{}({})", if text.wide.is_some() { "wcslen" } else { "strlen" }, string_text(text))
}

pub fn range_text(range: &Range, random: &mut Inputs) -> String {
    let name = match &range.through {
        Some(place) => format!("ptr[{}]", place_text(place, random)),
        None => parameter(range.parameter),
    };
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
        Part::Text(text) => format!("{pointer} + (0 .. {})", length_text(*text)),
    }
}

fn joined(parts: &[Conjunct], sign: &str, random: &mut Inputs) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("({})", text(part, random))).collect();
    format!("({})", parts.join(sign))
}

pub fn text(conjunct: &Conjunct, random: &mut Inputs) -> String {
    match conjunct {
        Conjunct::True => "\\true".into(),
        Conjunct::Linked(linked) => linked.text(&mut |pointer| pointer_text(pointer, random)),
        Conjunct::Valid(writable, ranges) => {
            let list: Vec<String> = ranges.iter().map(|range| range_text(range, random)).collect();
            format!("{}({})", if *writable { "\\valid" } else { "\\valid_read" }, list.join(", "))
        }
        Conjunct::Text(writable, text) => {
            let access = if *writable { "" } else { "read_" };
            let kind = if text.wide.is_some() { "wstring" } else { "string" };
            format!("{}valid_{access}{kind}({})", if random.below(2) == 0 { "\\" } else { "" }, string_text(*text))
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
                    Separated::Cells(linked) => pointer_text(&linked.head, random),
                })
                .collect();
            format!("\\separated({})", list.join(", "))
        }
        Conjunct::Pointers((left, more), relation, (right, than)) => {
            let side = |pointer: &Pointer, bytes: i128, random: &mut Inputs| match bytes {
                0 => pointer_text(pointer, random),
                bytes if bytes < 0 => format!("(char *)({}) - {}", pointer_text(pointer, random), -bytes),
                bytes => format!("(char *){} + {bytes}", pointer_text(pointer, random)),
            };
            format!("{} {relation} {}", side(left, *more, random), side(right, *than, random))
        }
        Conjunct::All(all) => elements_text(all, random),
        Conjunct::Or(parts) => joined(parts, " || ", random),
        Conjunct::Implies(parts) => joined(parts, " ==> ", random),
        Conjunct::Not(part) => format!("!({})", text(part, random)),
        Conjunct::Both(conjuncts) => {
            let list: Vec<String> = conjuncts.iter().map(|conjunct| text(conjunct, random)).collect();
            format!("({})", list.join(" && "))
        }
    }
}

fn elements_text(all: &Elements, random: &mut Inputs) -> String {
    let Elements { bits, first, stride, low, high, factor, relation, .. } = all;
    let bounds = match random.below(4) {
        0 => format!("{low} <= k < {high}"),
        1 => format!("{} < k < {high}", low - 1),
        2 => format!("{low} <= k <= {}", high - 1),
        _ => format!("{} < k <= {}", low - 1, high - 1),
    };
    let place = match random.below(3) {
        0 => format!("{} + {first} + k * {stride}", pointer_text(&all.pointer, random)),
        1 => format!("{} + ({stride} * k + {first})", pointer_text(&all.pointer, random)),
        _ => format!("{} + {stride} * (k + 2) - {}", pointer_text(&all.pointer, random), 2 * stride - first),
    };
    let element = format!("{}{bits}[{place}]", if all.signed { 'i' } else { 'u' });
    let other = term_text(&all.other, random);
    let element = if *factor == 1 { element } else { format!("{factor} * {element}") };
    format!("(\\forall integer k; {bounds} ==> {element} {relation} {other})")
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
