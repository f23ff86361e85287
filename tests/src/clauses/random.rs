//! Random memories, calls, and conjuncts that are true of them.

use super::reading::reading;
use super::{Conjunct, ELEMENTS, Element, Object, Parameter, Part, Range, Separated, Term, Text, World};
use crate::interpreter::Inputs;

const INTEGERS: [(&str, &str, i128, i128); 6] = [
    ("int", "i32", -(1 << 31), (1 << 31) - 1),
    ("unsigned", "i32", 0, (1 << 32) - 1),
    ("char", "i8", -128, 127),
    ("uint8_t", "i8", 0, 255),
    ("short", "i16", -(1 << 15), (1 << 15) - 1),
    ("_Bool", "i1", 0, 1),
];

pub(super) fn pick<T: Clone>(list: &[T], random: &mut Inputs) -> T {
    list[random.below(list.len() as u64) as usize].clone()
}

/// Objects of a few bytes, some of them globals, and a call with pointers into and beside them.
pub fn world(pointer: i128, random: &mut Inputs) -> World {
    let mut objects: Vec<Object> = Vec::new();
    // Below lie functions.
    let mut free = 32 + random.below(16) as i128;
    for number in 0..1 + random.below(4) {
        let align = pick(&[1, 1, 2, 4, 8], random);
        free += random.below(6) as i128;
        let base = (free + align - 1) / align * align;
        let length = random.below(20) + u64::from(random.below(8) > 0);
        let bytes = (0..length).map(|_| [0, 0, 1, 97, 255][random.below(5) as usize]).collect();
        let constant = random.below(3) == 0;
        let global = (random.below(2) == 0).then(|| format!("g{number}"));
        let object = Object { base, bytes, constant, align, global };
        free = object.end();
        objects.push(object);
    }
    pointers(&mut objects, pointer, random);
    let (mut parameters, count) = (Vec::new(), 1 + random.below(4));
    for _ in 0..count {
        let object = pick(&objects, random);
        let inside = object.base + random.below(object.bytes.len() as u64 + 2) as i128;
        parameters.push(match random.below(10) {
            0..=2 => {
                let (c, llvm, low, high) = pick(&INTEGERS, random);
                let value = match random.below(8) {
                    0 => low,
                    1 => high,
                    _ => (random.below(9) as i128 - 2).clamp(low, high),
                };
                Parameter::Integer { c, llvm, value }
            }
            3 => Parameter::Pointer { element: pick(&ELEMENTS, random), value: random.below(3) as i128 * 30 },
            4..=5 => Parameter::Pointer { element: pick(&ELEMENTS, random), value: object.base },
            _ => Parameter::Pointer { element: pick(&ELEMENTS[..4], random), value: inside },
        });
    }
    World { pointer, objects, parameters, linked: Vec::new() }
}

/// Writes addresses of objects into objects.
fn pointers(objects: &mut [Object], pointer: i128, random: &mut Inputs) {
    let bases: Vec<(i128, u64)> = objects.iter().map(|object| (object.base, object.bytes.len() as u64)).collect();
    for object in objects {
        let places = object.bytes.len() as i128 - pointer;
        while places >= 0 && random.below(3) > 0 {
            let (base, length) = pick(&bases, random);
            let address = base + if random.below(2) == 0 { 0 } else { random.below(length + 1) as i128 };
            let place = random.below(places as u64 + 1) as usize;
            object.bytes[place..place + pointer as usize].copy_from_slice(&address.to_le_bytes()[..pointer as usize]);
        }
    }
}

/// Places of the parameters that are (not) pointers.
pub(super) fn those(world: &World, pointers: bool) -> Vec<usize> {
    let fits = |place: &usize| matches!(world.parameters[*place], Parameter::Pointer { .. }) == pointers;
    (0..world.parameters.len()).filter(fits).collect()
}

fn term(world: &World, strings: &[Text], depth: u64, random: &mut Inputs) -> Term {
    let integers = those(world, false);
    match random.below(9) {
        0..=2 if !integers.is_empty() => Term::Parameter(pick(&integers, random)),
        3 if !strings.is_empty() => Term::Length(pick(strings, random)),
        4 => Term::SizeOf(pick(&ELEMENTS, random)),
        5..=7 if depth > 0 => {
            let a = Box::new(term(world, strings, depth - 1, random));
            let b = Box::new(term(world, strings, depth - 1, random));
            match random.below(5) {
                0..=1 => Term::Add(a, b),
                2..=3 => Term::Sub(a, b),
                _ => Term::Mul(a, b),
            }
        }
        _ => Term::Constant(random.below(8) as i128 - i128::from(random.below(8) == 0) * 3),
    }
}

fn range(world: &World, strings: &[Text], random: &mut Inputs) -> Option<Range> {
    let pointers = those(world, true);
    if pointers.is_empty() {
        return None;
    }
    let part = match random.below(5) {
        0 => Part::First,
        1 => Part::At(term(world, strings, 1, random)),
        2 => Part::Span(term(world, strings, 1, random), term(world, strings, 1, random)),
        _ => Part::Span(Term::Constant(0), term(world, strings, 2, random)),
    };
    let cast = (random.below(3) == 0).then(|| pick(&ELEMENTS, random));
    Some(Range { parameter: pick(&pointers, random), through: None, cast, part })
}

/// Random conjuncts that are true of the call.
pub fn conjuncts(world: &World, random: &mut Inputs) -> Vec<Conjunct> {
    let mut strings = Vec::new();
    let mut list = Vec::new();
    let mut named: Vec<Separated> = Vec::new();
    for place in those(world, true) {
        let wide = pick(&[None, None, Some(Element::Short), Some(Element::Int)], random);
        let text = Text { parameter: place, wide };
        let conjunct = Conjunct::Text(random.below(3) == 0, text);
        if random.below(4) == 0 && world.satisfies(&conjunct) {
            named.push(Separated::Range(Range {
                parameter: place,
                through: None,
                cast: Some(text.character()),
                part: Part::Text(text),
            }));
            strings.push(text);
            list.push(conjunct);
        }
    }
    for _ in 0..random.below(14) {
        let conjunct = match random.below(5) {
            0..=2 => match range(world, &strings, random) {
                Some(first) => {
                    let more = if random.below(4) == 0 { range(world, &strings, random) } else { None };
                    Conjunct::Valid(random.below(2) == 0, std::iter::once(first).chain(more).collect())
                }
                None => Conjunct::True,
            },
            3 => {
                let directions: [&[&str]; 3] = [&["<", "<=", "=="], &[">", ">=", "=="], &["!="]];
                let relations = pick(&directions, random);
                let count = if relations.len() > 1 { 1 + random.below(2) } else { 1 };
                let rest = (0..count).map(|_| (pick(relations, random), term(world, &strings, 1, random)));
                let rest = rest.collect();
                Conjunct::Chain(term(world, &strings, 1, random), rest)
            }
            _ => match those(world, true).as_slice() {
                [] => Conjunct::True,
                pointers => Conjunct::Null(pick(pointers, random), random.below(2) == 0),
            },
        };
        if world.satisfies(&conjunct) {
            if let Conjunct::Valid(_, ranges) = &conjunct {
                named.extend(ranges.iter().cloned().map(Separated::Range));
            }
            list.push(conjunct);
        }
    }
    named.extend(world.objects.iter().filter_map(|object| object.global.clone()).map(Separated::Global));
    for _ in 0..random.below(5) {
        if named.len() < 2 {
            break;
        }
        let places = (0..2 + random.below(2)).map(|_| pick(&named, random)).collect();
        let separated = Conjunct::Separated(places);
        if world.satisfies(&separated) {
            list.push(separated);
        }
    }
    for at in 1..list.len() {
        list.swap(at, random.below(at as u64 + 1) as usize);
    }
    list.extend(reading(world, random));
    if list.len() > 2 && random.below(3) == 0 {
        let tail = list.split_off(1);
        list.push(Conjunct::Both(tail));
    }
    list
}
