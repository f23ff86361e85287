//! Concrete calls.

use std::fmt::Debug;
use std::str::FromStr;

use certificates::{Call, CallObject, Content, Run};

/// Parses the parts of a call, separated by semicolons, in any order:
///
/// ```text
/// globals 65536 65552                 addresses; what is not said lies from 65536 on
/// content 0 fill=0 4:1,2,3            what a global holds: its place, the value of all bytes, runs offset:bytes
/// parameters 4096 -1                  bits; negative ones stand for those of 64
/// object 4096 8 rw fill=1 0:97,98     address, size, r or rw or heap, what it holds
/// callbacks 8192
/// ```
pub fn concrete(module: &str, text: &str) -> Call {
    let mut call = Call { globals: addresses(module), ..Call::default() };
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words[..] {
            ["globals", ref list @ ..] => call.globals = numbers(list),
            ["parameters", ref list @ ..] => call.parameters = numbers(list),
            ["callbacks", ref list @ ..] => call.callbacks = numbers(list),
            ["content", place, ref list @ ..] => call.contents.push((number(place), content(list))),
            ["object", address, size, marks, ref list @ ..] => call.objects.push(CallObject {
                address: number(address),
                size: number(size),
                writable: marks != "r",
                heap: marks == "heap",
                content: content(list),
            }),
            _ => panic!("{part}"),
        }
    }
    call
}

fn number<N: FromStr<Err: Debug>>(word: &str) -> N {
    word.parse().expect("a number")
}

fn numbers(list: &[&str]) -> Vec<u64> {
    list.iter().map(|word| word.parse().unwrap_or_else(|_| word.parse::<i64>().expect("a number") as u64)).collect()
}

fn content(list: &[&str]) -> Content {
    let mut content = Content::default();
    for word in list {
        match (word.strip_prefix("fill="), word.split_once(':')) {
            (Some(fill), _) => content.fill = number(fill),
            (None, Some((offset, bytes))) => content.runs.push(Run {
                offset: number(offset),
                bytes: bytes.split(',').filter(|byte| !byte.is_empty()).map(number).collect(),
            }),
            (None, None) => panic!("{word}"),
        }
    }
    content
}

/// Addresses of all global variables that are not refused, with room between them.
fn addresses(module: &str) -> Vec<u64> {
    let Ok(module) = checker::reader::read(module) else { return Vec::new() };
    let mut free: u64 = 65536;
    let globals = checker::proof::initial::globals(&module);
    let place = |global: &&checker::reader::Global| {
        let base = free.next_multiple_of(global.align.max(1));
        free = base + global.size.max(1) + 1;
        base
    };
    globals.iter().map(place).collect()
}
