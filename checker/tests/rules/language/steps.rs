//! Steps: what is executed, with its hint, ghost steps, witnesses.

use super::*;

pub fn wrap(word: &str) -> Wrap {
    if word == "?" { Wrap::Quotient } else { Wrap::By(Int(word.parse().unwrap_or_else(|_| panic!("wrap {word:?}")))) }
}

pub fn witness(text: &str) -> Witness {
    let text = text.trim();
    let farkas = |text: &str| {
        let (scale, facts) = text.split_once(':').unwrap();
        let facts = facts.split_whitespace().map(|fact| {
            let (coefficient, place) = fact.split_once('#').unwrap();
            (number(place), Int(coefficient.parse().unwrap()))
        });
        Farkas { scale: Int(scale.trim().parse().unwrap()), facts: facts.collect() }
    };
    if text == "solver" {
        Witness::Solver
    } else if let Some((first, second)) = text.strip_prefix("both").and_then(|rest| rest.split_once(" and ")) {
        Witness::Both(farkas(first), farkas(second))
    } else if let Some(rest) = text.strip_prefix("below") {
        Witness::Strict(false, farkas(rest))
    } else if let Some(rest) = text.strip_prefix("above") {
        Witness::Strict(true, farkas(rest))
    } else {
        Witness::Farkas(farkas(text))
    }
}

pub fn ghost(line: &str, shapes: &[Shape]) -> Ghost {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["assert", ..] => Ghost::Assert(atom(&line[6..])),
        ["distinct", a, b] => Ghost::Distinct { left: number(a), right: number(b) },
        ["same", a, b] => Ghost::Same { left: number(a), right: number(b) },
        ["bytes", entry, "of", ref parts @ ..] => {
            Ghost::Bytes { entry: number(entry), parts: parts.iter().map(|part| number(part)).collect() }
        }
        ["inblock", entry] => Ghost::InBlock(number(entry)),
        ["bounds", block] => Ghost::Block(number(block)),
        ["divide", t, "by", c] => Ghost::Divide { term: term(t), divisor: Int(c.parse().unwrap()) },
        ["present", block] => Ghost::Resolve { block: number(block), present: true },
        ["absent", block] => Ghost::Resolve { block: number(block), present: false },
        ["function", name] => Ghost::Function(name.into()),
        ["table", entry, at, first, last] => Ghost::Table {
            entry: number(entry),
            index: term(at),
            first: first.parse().unwrap(),
            last: last.parse().unwrap(),
        },
        ["stream", entry] => Ghost::Stream(number(entry)),
        ["variadic"] => Ghost::Variadic,
        ["argument", index] => Ghost::Argument { index: term(index) },
        ["read", block, "at", offset, "width", width, s] => {
            Ghost::Read { block: number(block), offset: term(offset), width: number(width), sign: sign(s) }
        }
        [word, ..] if word.starts_with("fact-") => super::structures::uniform_step(line),
        [word, ..] if word.starts_with("list-") || word.starts_with("tree-") => super::structures::ghost(line, shapes),
        _ => panic!("step {line:?}"),
    }
}

/// Sign, `wraps ...`, `phis ...`, then the detail.
pub fn hint(words: &[&str]) -> Hint {
    let mut hint = Hint { sign: Sign::Unsigned, wraps: Vec::new(), phis: Vec::new(), detail: Detail::None };
    let mut rest = words;
    if let [first @ ("s" | "u"), more @ ..] = rest {
        (hint.sign, rest) = (sign(first), more);
    }
    if let ["wraps", more @ ..] = rest {
        rest = more;
        while let [word, more @ ..] = rest
            && (*word == "?" || word.parse::<i128>().is_ok())
        {
            hint.wraps.push(wrap(word));
            rest = more;
        }
    }
    if let ["phis", signs, more @ ..] = rest {
        hint.phis = signs.chars().map(|c| sign(&c.to_string())).collect();
        rest = more;
    }
    hint.detail = detail(rest);
    hint
}

fn detail(words: &[&str]) -> Detail {
    match words {
        [] => Detail::None,
        ["true"] => Detail::Outcome(true),
        ["false"] => Detail::Outcome(false),
        ["case", place] => Detail::Case(Some(number(place))),
        ["default"] => Detail::Case(None),
        ["shift", amount] => Detail::Shift(number(amount)),
        ["div", dividend, divisor] => Detail::Division {
            dividend: if *dividend == "?" { None } else { Some(*dividend == "+") },
            divisor: *divisor == "+",
        },
        ["bits", form, rest @ ..] => {
            let k = rest.first().map_or(0, |k| number(k));
            Detail::Bits(match *form {
                "bounds" => Bits::Bounds,
                "low" => Bits::LowMask(k),
                "high" => Bits::HighMask(k),
                "clear" => Bits::ClearLowest,
                "below" => Bits::Below(k),
                "disjoint" => Bits::Disjoint(k),
                "complement" => Bits::Complement,
                "class" => Bits::Class(k),
                "field" => Bits::Field(k),
                other => panic!("bits {other}"),
            })
        }
        ["load", rest @ ..] => {
            let (access, rest) = access(rest);
            Detail::Load { access: access.unwrap(), entry: parts(rest, "cell").first().map(|entry| number(entry)) }
        }
        ["store", rest @ ..] => {
            let (access, rest) = access(rest);
            let element = |word: &&str| {
                let (fact, index) = word.split_once(':').unwrap();
                (number(fact), term(index))
            };
            let within = parts(rest, "within").iter().map(element).collect();
            Detail::Store { access: access.unwrap(), keep: keep(rest), within }
        }
        ["move", rest @ ..] => {
            let (target, rest) = access(rest);
            let (source, rest) = access(rest);
            let copy = parts(rest, "copy").iter().map(|entry| number(entry)).collect();
            Detail::Move { target, source, keep: keep(rest), copy }
        }
        ["fill", rest @ ..] => {
            let (target, rest) = access(rest);
            Detail::Fill { target, keep: keep(rest), cells: cells(rest) }
        }
        ["alloc", outcome, rest @ ..] => Detail::Allocate { outcome: allocation(outcome), cells: cells(rest) },
        ["release", "null"] => Detail::Release(None),
        ["release", block] => Detail::Release(Some(number(block))),
        ["realloc", block, outcome, rest @ ..] => Detail::Reallocate {
            block: (*block != "null").then(|| number(block)),
            outcome: allocation(outcome),
            keep: parts(rest, "keep").iter().map(|entry| number(entry)).collect(),
        },
        ["library", rest @ ..] => {
            let (mut accesses, mut rest) = (Vec::new(), rest);
            while rest.first().is_some_and(|word| word.parse::<u32>().is_ok()) {
                let (access, more) = access(rest);
                accesses.extend(access);
                rest = more;
            }
            let entries = parts(rest, "cell").iter().map(|entry| number(entry)).collect();
            Detail::Library { accesses, entries, keep: keep(rest) }
        }
        ["sorted", rest @ ..] => {
            let (access, rest) = access(rest);
            let fact = |word: &&str| (number(word.trim_end_matches('*')), word.ends_with('*'));
            let facts = parts(rest, "fact").iter().map(fact).collect();
            let align = parts(rest, "align").first().map_or(1, |align| align.parse().unwrap());
            Detail::Sorted(Box::new(Sorted { access: access.unwrap(), align, facts, keep: keep(rest) }))
        }
        ["contract", alternative, rest @ ..] => Detail::Contract(Box::new(elsewhere(number(alternative), rest))),
        _ => panic!("detail {words:?}"),
    }
}

/// `contract ALTERNATIVE ranges ACCESS... ends ENTRY... entries ENTRY... assigned BLOCK KEPT... after ENTRY... written
/// RANGE... values TERM...`; `none` for an empty range, `-` for no entry.
fn elsewhere(alternative: u32, words: &[&str]) -> Elsewhere {
    const NAMES: [&str; 7] = ["ranges", "ends", "entries", "assigned", "after", "written", "values"];
    let section = |name: &str| -> Vec<&str> {
        let after = words.iter().skip_while(|word| **word != name).skip(1);
        after.take_while(|word| !NAMES.contains(word)).copied().collect()
    };
    let numbers = |name: &str| -> Vec<u32> { section(name).iter().map(|word| number(word)).collect() };
    let (mut accesses, ranges) = (Vec::new(), section("ranges"));
    let mut rest = ranges.as_slice();
    while !rest.is_empty() {
        let (access, more) = access(rest);
        accesses.push(access);
        rest = more;
    }
    let mut assigned: Vec<Option<(BlockId, Kept)>> = Vec::new();
    for word in section("assigned") {
        match (word.trim_end_matches(['<', '>']), word, assigned.last_mut()) {
            ("none", ..) => assigned.push(None),
            (block, whole, _) if block == whole => assigned.push(Some((number(block), Vec::new()))),
            (entry, whole, Some(Some((_, keep)))) => {
                keep.push((number(entry), if whole.ends_with('<') { Side::Before } else { Side::After }));
            }
            _ => panic!("assigned {word}"),
        }
    }
    let after = section("after").iter().map(|word| (*word != "-").then(|| number(word))).collect();
    Elsewhere {
        alternative,
        accesses,
        ends: numbers("ends"),
        entries: numbers("entries"),
        assigned,
        after,
        written: numbers("written"),
        values: section("values").iter().map(|word| term(word)).collect(),
    }
}

/// `BLOCK [x=TERM]`, with the multiple of the offset, `BLOCK [at=TERM]`, with that of the address, or `none`.
fn access<'a>(words: &'a [&'a str]) -> (Option<Access>, &'a [&'a str]) {
    match words {
        ["none", rest @ ..] => (None, rest),
        [block, rest @ ..] => {
            let given = rest.first().and_then(|word| {
                let offset = word.strip_prefix("x=").map(|m| Multiple::Offset(term(m)));
                offset.or_else(|| Some(Multiple::Address(term(word.strip_prefix("at=")?))))
            });
            let rest = if given.is_some() { &rest[1..] } else { rest };
            (Some(Access { block: number(block), multiple: given.unwrap_or(Multiple::Plain) }), rest)
        }
        [] => panic!("access"),
    }
}

/// The words between `name` and the next name.
fn parts<'a>(words: &'a [&'a str], name: &str) -> Vec<&'a str> {
    let names = ["cell", "keep", "copy", "cells", "within", "align", "fact"];
    let after = words.iter().skip_while(|word| **word != name).skip(1);
    after.take_while(|word| !names.contains(word)).copied().collect()
}

/// `keep 1< 2>`: entry 1 lies before, entry 2 after.
fn keep(words: &[&str]) -> Vec<(EntryId, Side)> {
    let side = |word: &&str| match word.strip_suffix('<') {
        Some(entry) => (number(entry), Side::Before),
        None => (number(word.trim_end_matches('>')), Side::After),
    };
    parts(words, "keep").iter().map(side).collect()
}

/// `cells OFFSET:WIDTH:SIGN OFFSET:WIDTH:SIGN:COUNT ...`
fn cells(words: &[&str]) -> Vec<Cell> {
    let cell = |word: &&str| {
        let part: Vec<&str> = word.split(':').collect();
        Cell {
            offset: term(part[0]),
            width: number(part[1]),
            sign: sign(part[2]),
            count: part.get(3).map(|count| term(count)),
        }
    };
    parts(words, "cells").iter().map(cell).collect()
}

fn allocation(word: &str) -> Allocation {
    match word {
        "ok" => Allocation::Succeeds,
        _ => Allocation::Optional,
    }
}
