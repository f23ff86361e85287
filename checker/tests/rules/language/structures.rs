//! Shapes, lists, trees and their steps.

use super::*;

/// Words behind each of the names, and those before the first.
type Sections<'a> = BTreeMap<&'a str, Vec<&'a str>>;

const NAMES: [&str; 30] = [
    "shape", "align", "anchor", "links", "back", "fields", "owned", "from", "to", "length", "before", "rear", "first",
    "last", "all", "marks", "root", "cells", "block", "trees", "hole", "end", "only", "kept", "at", "in", "count",
    "every", "width", "owns",
];

fn sections(line: &str) -> Sections<'_> {
    let mut sections = Sections::new();
    let mut name = "";
    for (place, word) in line.split_whitespace().enumerate() {
        // The first word says what the line is.
        if place > 0 && NAMES.contains(&word) && !(name == "marks" && word == "kept") {
            name = word;
            sections.entry(name).or_default();
        } else {
            sections.entry(name).or_default().push(word);
        }
    }
    sections
}

fn words<'a>(sections: &Sections<'a>, name: &str) -> Vec<&'a str> {
    sections.get(name).cloned().unwrap_or_default()
}

/// One number of each word.
fn numbers(sections: &Sections, name: &str) -> Vec<u32> {
    words(sections, name).into_iter().map(number).collect()
}

fn optional<T>(sections: &Sections, name: &str, read: impl Fn(&str) -> T) -> Option<T> {
    sections.get(name).map(|words| read(&words.concat()))
}

fn one<T>(sections: &Sections, name: &str, read: impl Fn(&str) -> T) -> T {
    optional(sections, name, read).unwrap_or_else(|| panic!("{name} in {sections:?}"))
}

fn long(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("number {text:?}"))
}

/// `shape SIZE align A ...`
pub fn shape(line: &str) -> Shape {
    let sections = sections(line);
    let place = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        Place { offset: long(parts[0]), width: number(parts[1]), sign: sign(parts[2]) }
    };
    let owned = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        let size = match parts[1] {
            list if list.starts_with("list") => {
                return Owned { offset: long(parts[0]), part: OwnedPart::List(number(&list[4..])) };
            }
            "any" => OwnedSize::Any,
            field if field.starts_with('f') => OwnedSize::Field(number(&field[1..])),
            constant => OwnedSize::Constant(long(constant)),
        };
        let (align, string) = (long(parts[2]), parts.get(3) == Some(&"string"));
        Owned { offset: long(parts[0]), part: OwnedPart::Block { size, align, string } }
    };
    Shape {
        size: long(words(&sections, "")[1]),
        align: one(&sections, "align", long),
        anchor: optional(&sections, "anchor", long).unwrap_or_default(),
        links: words(&sections, "links").into_iter().map(long).collect(),
        back: optional(&sections, "back", long),
        fields: words(&sections, "fields").into_iter().map(place).collect(),
        owned: words(&sections, "owned").into_iter().map(owned).collect(),
    }
}

fn marks(sections: &Sections) -> Marks {
    let marks = words(sections, "marks");
    Marks { read_only: marks.contains(&"ro"), kept: marks.contains(&"kept") }
}

/// `f0 <= v3 ; f1 != 0 ; f0 + behind = 7`
fn facts(sections: &Sections, fields: usize) -> Vec<CellFact> {
    const FIRST: u32 = 1_000_000;
    let text = words(sections, "all").join(" ");
    let fact = |text: &str| {
        let Atom { rel, term } = atom(&text.replace("behind", "v2000000").replace('f', "v100000"));
        let coefficient = |placeholder: u32| {
            let monomial = Monomial(vec![placeholder]);
            term.0.iter().find(|(m, _)| *m == monomial).map_or(Int(0), |(_, coefficient)| *coefficient)
        };
        let rest = term.0.iter().filter(|(m, _)| m.0.iter().all(|variable| *variable < FIRST)).cloned();
        CellFact {
            rel,
            fields: (0..fields as u32).map(|field| coefficient(FIRST + field)).collect(),
            behind: coefficient(2 * FIRST),
            rest: Term::from(rest.collect::<Vec<_>>()),
        }
    };
    text.split(';').filter(|text| !text.trim().is_empty()).map(fact).collect()
}

/// `0=v3 2=v4`
fn known(sections: &Sections, name: &str, fields: usize) -> Vec<Option<Term>> {
    let mut known = vec![None; fields];
    for word in words(sections, name) {
        let (field, value) = word.split_once('=').unwrap();
        known[number(field) as usize] = Some(term(value));
    }
    known
}

fn fields(sections: &Sections, shapes: &[Shape]) -> usize {
    shapes.get(one(sections, "shape", number) as usize).map_or(0, |shape| shape.fields.len())
}

pub fn list(id: ListId, line: &str, shapes: &[Shape]) -> Segment {
    let s = sections(line);
    let fields = fields(&s, shapes);
    Segment {
        id,
        shape: one(&s, "shape", number),
        head: one(&s, "from", term),
        end: one(&s, "to", term),
        length: one(&s, "length", term),
        before: optional(&s, "before", term).unwrap_or_default(),
        rear: optional(&s, "rear", term).unwrap_or_default(),
        first: known(&s, "first", fields),
        last: known(&s, "last", fields),
        all: facts(&s, fields),
        marks: marks(&s),
    }
}

pub fn tree(id: TreeId, line: &str, shapes: &[Shape]) -> Tree {
    let s = sections(line);
    Tree {
        id,
        shape: one(&s, "shape", number),
        root: one(&s, "root", term),
        cells: one(&s, "cells", term),
        hole: optional(&s, "hole", term),
        all: facts(&s, fields(&s, shapes)),
        marks: marks(&s),
    }
}

/// `in 0 at 8 count v1 every 4 width 4 s all f0 <= v2`
pub fn uniform(id: EntryId, line: &str) -> Uniform {
    let s = sections(line);
    let form = words(&s, "width");
    Uniform {
        id,
        block: one(&s, "in", number),
        offset: one(&s, "at", term),
        count: optional(&s, "count", term).unwrap_or_default(),
        stride: one(&s, "every", long),
        width: number(form[0]),
        sign: sign(form[1]),
        all: facts(&s, 1),
        owned: owned_elements(&s),
    }
}

/// `owns 4*v2:16`, `owns any:1:string`, `owns list0`, with marks
fn owned_elements(s: &Sections) -> Option<OwnedElements> {
    let text = optional(s, "owns", str::to_string)?;
    let parts: Vec<&str> = text.split(':').collect();
    let part = match parts[0] {
        list if list.starts_with("list") => ElementPart::List(number(&list[4..])),
        size => ElementPart::Block {
            size: (size != "any").then(|| term(size)),
            align: long(parts[1]),
            string: parts.get(2) == Some(&"string"),
        },
    };
    Some(OwnedElements { part, marks: marks(s) })
}

/// `block 1 links 0 back 1 fields 2 3 owned ENTRY:BLOCK:ZERO ENTRY:BLOCK ENTRY:listLIST ENTRY:null`
fn folded(s: &Sections) -> FoldedCell {
    let owned = |word: &str| {
        let (entry, part) = word.split_once(':').unwrap();
        FoldedOwned { entry: number(entry), part: folded_part(part) }
    };
    FoldedCell {
        block: one(s, "block", number),
        links: numbers(s, "links"),
        back: optional(s, "back", number),
        fields: numbers(s, "fields"),
        owned: words(s, "owned").into_iter().map(owned).collect(),
    }
}

/// `null`, `listLIST`, `BLOCK`, `BLOCK:ZERO`
fn folded_part(word: &str) -> FoldedPart {
    let parts: Vec<&str> = word.split(':').collect();
    match parts[0] {
        "null" => FoldedPart::Null,
        list if list.starts_with("list") => FoldedPart::List(number(&list[4..])),
        block => FoldedPart::Block { block: number(block), zero: parts.get(1).map(|zero| number(zero)) },
    }
}

fn sources(s: &Sections, name: &str) -> Vec<Source> {
    let source = |word: &str| match word {
        "l" => Source::Left,
        "r" => Source::Right,
        _ => Source::Neither,
    };
    words(s, name).into_iter().map(source).collect()
}

fn cases(s: &Sections) -> Vec<OwnedCase> {
    let case = |word: &str| match word {
        "null" => OwnedCase::Null,
        "present" => OwnedCase::Present,
        "list" => OwnedCase::List,
        _ => OwnedCase::Optional,
    };
    words(s, "owned").into_iter().map(case).collect()
}

/// A step that begins `fact-`.
pub fn uniform_step(line: &str) -> Ghost {
    let s = sections(line);
    let positions = words(&s, "");
    let id = |place: usize| number(positions[place]);
    match positions[0] {
        "fact-empty" => {
            let Uniform { block, offset, stride, width, sign, all, owned, .. } = uniform(0, line);
            Ghost::Uniform { block, offset, stride, width, sign, all, owned }
        }
        "fact-extend" => {
            let side = if positions[3] == "<" { Side::Before } else { Side::After };
            Ghost::Extend { uniform: id(1), entry: id(2), side, part: optional(&s, "owned", folded_part) }
        }
        "fact-part" => Ghost::Part {
            uniform: id(1),
            first: one(&s, "first", term),
            count: one(&s, "count", term),
            all: facts(&s, 1),
        },
        "fact-element" => Ghost::Element { uniform: id(1), index: one(&s, "at", term) },
        "fact-take" => Ghost::Take { uniform: id(1), index: one(&s, "at", term), case: cases(&s).first().copied() },
        "fact-join" => Ghost::Join { left: id(1), right: id(2), all: facts(&s, 1) },
        "fact-weaken" => Ghost::Weaken { uniform: id(1), owned: owned_elements(&s).unwrap() },
        "fact-nulls" => Ghost::Nulls { uniform: id(1), owned: owned_elements(&s).unwrap() },
        _ => panic!("{line}"),
    }
}

/// A step that begins `list-` or `tree-`.
pub fn ghost(line: &str, shapes: &[Shape]) -> Ghost {
    let s = sections(line);
    let positions = words(&s, "");
    let id = |place: usize| number(positions[place]);
    let shape = || one(&s, "shape", number);
    let fields = || fields(&s, shapes);
    match positions[0] {
        "list-empty" => Ghost::ListEmpty {
            shape: shape(),
            end: one(&s, "end", term),
            before: optional(&s, "before", term).unwrap_or_default(),
            first: known(&s, "first", fields()),
            last: known(&s, "last", fields()),
            all: facts(&s, fields()),
            marks: marks(&s),
        },
        "list-fold" => Ghost::ListFold { shape: shape(), cell: folded(&s), all: facts(&s, fields()) },
        "list-join" => {
            let (first, last) = (sources(&s, "first"), sources(&s, "last"));
            Ghost::ListJoin { left: id(1), right: id(2), all: facts(&s, first.len()), first, last }
        }
        "list-length" => Ghost::ListLength(id(1)),
        "list-emptied" => Ghost::ListEmptied(id(1)),
        "list-first" => Ghost::ListFirst { list: id(1), only: s.contains_key("only"), owned: cases(&s) },
        "list-last" => Ghost::ListLast { list: id(1), only: s.contains_key("only"), owned: cases(&s) },
        "tree-nil" => {
            Ghost::TreeNil { shape: shape(), root: one(&s, "root", term), all: facts(&s, fields()), marks: marks(&s) }
        }
        "tree-fold" => {
            Ghost::TreeFold { shape: shape(), cell: folded(&s), trees: numbers(&s, "trees"), all: facts(&s, fields()) }
        }
        "tree-hole" => {
            Ghost::TreeHole { shape: shape(), root: one(&s, "root", term), all: facts(&s, fields()), marks: marks(&s) }
        }
        "tree-fill" => Ghost::TreeFill { tree: id(1), filler: id(2), all: facts(&s, fields()) },
        "tree-cells" => Ghost::TreeCells(id(1)),
        "tree-emptied" => Ghost::TreeEmptied(id(1)),
        "tree-first" => Ghost::TreeFirst { tree: id(1), owned: cases(&s) },
        _ => panic!("{line}"),
    }
}
