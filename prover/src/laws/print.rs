//! States in the language that `language` reads.

use super::world::{START, World};
use crate::algebra::{Atom, Rel, Term};
use crate::state::{Block, Entry, Range, Segment, State, Tree};
use certificates::{Kind, Marks, Sign};

/// The text of a state: what it is read from again.
pub(super) fn print(world: &World, st: &State) -> String {
    let mut lines = vec![format!("at {}", if st.place == START { "start" } else { "head" })];
    for (register, value) in &st.bindings {
        lines.push(format!("{} = {} {}", world.name(*register), term(&value.term), sign(value.sign)));
    }
    lines.extend(st.knowledge.iter().map(|fact| format!("know {}", atom(fact))));
    lines.extend(st.blocks.iter().map(|(id, b)| block(*id, b)));
    for (id, Entry { block, offset, width, sign: s, value }) in &st.entries {
        let place = format!("in {block} at {} width {width} {}", term(offset), sign(*s));
        lines.push(format!("cell {id} {place} = {}", term(value)));
    }
    lines.extend(st.lists.iter().map(|(id, l)| list(*id, l)));
    lines.extend(st.trees.iter().map(|(id, t)| tree(*id, t)));
    let beside = st.scope.difference(&st.variables()).map(|v| format!(" v{v}")).collect::<String>();
    if !beside.is_empty() {
        lines.push(format!("scope{beside}"));
    }
    lines.join("\n")
}

fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Signed => "s",
        Sign::Unsigned => "u",
    }
}

/// Without spaces.
fn term(t: &Term) -> String {
    let mut text = String::new();
    for (monomial, factor) in t.parts() {
        let variables: Vec<String> = monomial.iter().map(|v| format!("v{v}")).collect();
        let plus = if *factor < 0 || text.is_empty() { "" } else { "+" };
        let product = match (factor, variables.is_empty()) {
            (1, false) => variables.join("*"),
            (-1, false) => format!("-{}", variables.join("*")),
            (_, false) => format!("{factor}*{}", variables.join("*")),
            (_, true) => factor.to_string(),
        };
        text += &format!("{plus}{product}");
    }
    if text.is_empty() { "0".into() } else { text }
}

fn atom(a: &Atom) -> String {
    let relation = match a.rel {
        Rel::Eq => "=",
        Rel::Ne => "!=",
        Rel::Le => "<=",
    };
    format!("{} {relation} 0", term(&a.term))
}

fn block(id: u32, b: &Block) -> String {
    let kind = match &b.kind {
        Kind::Stack(name) => format!("stack:{name}"),
        Kind::Global(name) => format!("global:{name}"),
        _ => "heap".to_owned(),
    };
    let marks = [(b.read_only, " ro"), (b.kept, " kept"), (b.optional, " optional")];
    let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    format!("block {id} {kind} {} {} align {}{marks}", term(&b.base), term(&b.size), b.align)
}

/// ` NAME FIELD=TEXT`, for the fields of which something is known.
fn of_fields<T>(name: &str, separator: char, known: &[T], show: impl Fn(&T) -> Option<String>) -> String {
    let fields = known.iter().enumerate();
    let shown = fields.filter_map(|(field, known)| Some(format!(" {field}{separator}{}", show(known)?)));
    let shown: String = shown.collect();
    if shown.is_empty() { shown } else { format!(" {name}{shown}") }
}

fn bounds(all: &[Range]) -> String {
    let bound = |bound: Option<i128>| bound.map_or_else(String::new, |bound| bound.to_string());
    let is_known = |range: &&Range| range.least.is_some() || range.most.is_some();
    of_fields("all", ':', all, |range| {
        Some(range).filter(is_known).map(|range| format!("{}..{}", bound(range.least), bound(range.most)))
    })
}

fn marks(marks: Marks) -> &'static str {
    match (marks.read_only, marks.kept) {
        (false, false) => "",
        (true, false) => " marks ro",
        (false, true) => " marks kept",
        (true, true) => " marks ro kept",
    }
}

fn list(id: u32, l: &Segment) -> String {
    let value = |t: &Option<Term>| t.as_ref().map(term);
    let lines = of_fields("lines", ':', &l.lines, |line| {
        let line = line.as_ref()?;
        let slope = line.slope.map_or_else(|| "?".to_owned(), |slope| slope.to_string());
        Some(format!("{slope}:{}", term(&line.rest)))
    });
    let ends = format!("from {} to {} length {}", term(&l.head), term(&l.end), term(&l.length));
    let (first, last) = (of_fields("first", '=', &l.first, value), of_fields("last", '=', &l.last, value));
    let back = format!("before {} rear {}{first}{last}", term(&l.before), term(&l.rear));
    format!("list {id} shape {} {ends} {back}{}{lines}{}", l.shape, bounds(&l.all), marks(l.marks))
}

fn tree(id: u32, t: &Tree) -> String {
    let hole = t.hole.as_ref().map_or_else(String::new, |hole| format!(" hole {}", term(hole)));
    let ends = format!("root {} cells {}{hole}", term(&t.root), term(&t.cells));
    format!("tree {id} shape {} {ends}{}{}", t.shape, bounds(&t.all), marks(t.marks))
}
