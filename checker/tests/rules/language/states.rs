//! Lines of a state: bindings, facts, blocks, entries, uniform facts, lists, trees.

use super::structures::{list, tree, uniform};
use super::*;

/// Whether the line is part of a state.
pub fn state_line(state: &mut State, line: &str, shapes: &[Shape]) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["vars", count] => state.variables = number(count),
        ["know", ..] => state.knowledge.push(atom(&line[4..])),
        ["block", id, kind, base, size, "align", align, ref marks @ ..] => state.blocks.push(Block {
            id: number(id),
            base: term(base),
            size: term(size),
            align: align.parse().unwrap(),
            kind: block_kind(kind),
            read_only: marks.contains(&"ro"),
            kept: marks.contains(&"kept"),
            optional: marks.contains(&"optional"),
        }),
        ["cell", id, "in", block, "at", offset, "width", width, s, "=", ..] => state.entries.push(Entry {
            id: number(id),
            block: number(block),
            offset: term(offset),
            width: number(width),
            sign: sign(s),
            value: term(line.split_once(" = ").unwrap().1),
        }),
        ["fact", id, "in", ..] => state.uniforms.push(uniform(number(id), line)),
        ["list", id, "shape", ..] => state.lists.push(list(number(id), line, shapes)),
        ["tree", id, "shape", ..] => state.trees.push(tree(number(id), line, shapes)),
        [register, "=", ref rest @ ..] => {
            let (value, signed) = match rest.split_last() {
                Some((last, value)) if ["s", "u"].contains(last) => (value.join(""), sign(last)),
                _ => (rest.join(""), Sign::Unsigned),
            };
            state.bindings.push(Binding { register: register.into(), sign: signed, value: term(&value) });
        }
        _ => return false,
    }
    true
}

fn block_kind(text: &str) -> Kind {
    match text.split_once(':') {
        None if text == "stream" => Kind::Stream,
        None if text == "arguments" => Kind::Arguments,
        None if text == "argument-text" => Kind::ArgumentText,
        None => Kind::Heap,
        Some(("stack", name)) => Kind::Stack(name.into()),
        Some(("global", name)) => Kind::Global(name.into()),
        Some(("function", name)) => Kind::Function(name.into()),
        Some(("library", name)) => Kind::Library(name.into()),
        Some(("variadic", name)) => Kind::Variadic(area(name)),
        Some(("passed", name)) => Kind::Passed(area(name)),
        Some(("part", text)) => {
            let (object, own) = text.split_once('.').expect("part:OBJECT.NUMBER");
            Kind::Caller(CallerId::Part { object: number(object), number: number(own) })
        }
        Some((_, caller)) => Kind::Caller(CallerId::Block(number(caller))),
    }
}

fn area(text: &str) -> Area {
    match text {
        "general" => Area::General,
        "vector" => Area::Vector,
        "overflow" => Area::Overflow,
        _ => panic!("area {text:?}"),
    }
}
