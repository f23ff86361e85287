//! States as text, for examples and for what breaks a law.
//!
//! ```text
//! at start                                  where it stands: start, or head (default), a loop header
//! n = v0 + 1 s                              value of %n, signed (u: unsigned)
//! know v0 < 2*v1                            an atom: <= < >= > = !=
//! block 0 heap v1 16 align 8 kept           base, size; also stack:x, global:g; ro, optional
//! cell 0 in 0 at 4 width 4 s = v0           an entry
//! list 0 shape 1 from v2 to 0 length v3 before 0 rear v4 first 0=v5 last 0=v6 all 0:1..9 lines 0:2:v5+1 marks ro
//! tree 0 shape 2 root v7 cells v8 hole v9 all 0:..9 marks kept
//! scope v10                                 variables named on the path beside those of the state
//! ```
//!
//! Terms in lines of lists and trees have no spaces in them. `all FIELD:LEAST..MOST` are bounds, of which either may be
//! missing, `lines FIELD:SLOPE:REST` is the line that a field follows (slope `?`: none yet). Shapes and registers are
//! those of the program (`world`).

use super::world::{HEAD, START, World};
use crate::algebra::{Atom, Monomial, Rel, Term};
use crate::state::{Block, Entry, Line, Range, Segment, State, Tree, Value};
use certificates::{Kind, Marks, Sign};
use std::collections::BTreeMap;
use std::str::FromStr;

/// What is wrong with a text.
pub(super) type Read<T> = Result<T, String>;

/// The state that a text describes.
pub(super) fn state(world: &World, text: &str) -> Read<State> {
    let mut st = State::new("f");
    st.place = HEAD;
    let mut beside = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["at", "start"] => st.place = START,
            ["at", "head"] => st.place = HEAD,
            ["scope", ref names @ ..] => beside.extend(names.iter().map(|name| variable(name))),
            ["know", ..] => st.knowledge.push(atom(&line[4..])?),
            ["block", id, kind, base, size, ref marks @ ..] => {
                let block = block(kind, term(base)?, term(size)?, marks)?;
                st.blocks.insert(number(id)?, block);
            }
            ["cell", id, "in", block, "at", offset, "width", width, s, "=", ref value @ ..] => {
                let (offset, value) = (term(offset)?, term(&value.concat())?);
                let entry = Entry { block: number(block)?, offset, width: number(width)?, sign: sign(s)?, value };
                st.entries.insert(number(id)?, entry);
            }
            ["list", id, ref words @ ..] => drop(st.lists.insert(number(id)?, list(world, words)?)),
            ["tree", id, ref words @ ..] => drop(st.trees.insert(number(id)?, tree(world, words)?)),
            [register, "=", ref value @ .., s] => {
                let register = world.register(register).ok_or_else(|| format!("no register {register}"))?;
                st.bindings.insert(register, Value { sign: sign(s)?, term: term(&value.concat())? });
            }
            _ => return Err(format!("no part of a state: {line}")),
        }
    }
    st.scope = st.variables();
    st.scope.extend(beside.into_iter().collect::<Read<Vec<u32>>>()?);
    Ok(st)
}

fn number<T: FromStr>(text: &str) -> Read<T> {
    text.parse().map_err(|_| format!("no number: {text}"))
}

fn variable(name: &str) -> Read<u32> {
    number(name.strip_prefix('v').ok_or_else(|| format!("no variable: {name}"))?)
}

fn sign(text: &str) -> Read<Sign> {
    match text {
        "s" => Ok(Sign::Signed),
        "u" => Ok(Sign::Unsigned),
        _ => Err(format!("neither s nor u: {text}")),
    }
}

/// A sum of products such as `2*v0*v1-3+v2`.
pub(super) fn term(text: &str) -> Read<Term> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut parts = Vec::new();
    for summand in compact.replace('-', "+-").split('+').filter(|summand| !summand.is_empty()) {
        let (mut factor, mut monomial) = (1i128, Monomial::new());
        let positive = summand.strip_prefix('-').inspect(|_| factor = -1).unwrap_or(summand);
        for part in positive.split('*') {
            match part.strip_prefix('v') {
                Some(_) => monomial.push(variable(part)?),
                None => {
                    let constant: i128 = number(part)?;
                    factor = factor.checked_mul(constant).ok_or_else(|| format!("too large: {text}"))?;
                }
            }
        }
        parts.push((monomial, factor));
    }
    Term::from_parts(parts).map_err(|_| format!("too large: {text}"))
}

/// A comparison of two terms.
pub(super) fn atom(text: &str) -> Read<Atom> {
    for operator in ["<=", ">=", "!=", "<", ">", "="] {
        let Some((left, right)) = text.split_once(operator) else { continue };
        let (left, right) = (term(left)?, term(right)?);
        let atom = match operator {
            "<=" => Atom::le(&left, &right),
            ">=" => Atom::le(&right, &left),
            "<" => Atom::lt(&left, &right),
            ">" => Atom::lt(&right, &left),
            "!=" => Atom::ne(&left, &right),
            _ => left.sub(&right).map(|difference| Atom::new(Rel::Eq, difference)),
        };
        return atom.map_err(|_| format!("too large: {text}"));
    }
    Err(format!("no comparison: {text}"))
}

/// `align 8 ro kept optional`
fn block(kind: &str, base: Term, size: Term, marks: &[&str]) -> Read<Block> {
    let ["align", align, marks @ ..] = marks else { return Err(format!("no alignment: {marks:?}")) };
    let kind = match kind.split_once(':') {
        None => Kind::Heap,
        Some(("stack", name)) => Kind::Stack(name.into()),
        Some((_, name)) => Kind::Global(name.into()),
    };
    let is = |mark: &str| marks.contains(&mark);
    let align = number(align)?;
    Ok(Block { base, size, align, kind, read_only: is("ro"), kept: is("kept"), optional: is("optional") })
}

/// Words behind each of the names.
fn sections<'a>(words: &[&'a str]) -> BTreeMap<&'a str, Vec<&'a str>> {
    const NAMES: [&str; 14] = [
        "shape", "from", "to", "length", "before", "rear", "first", "last", "all", "lines", "marks", "root", "cells",
        "hole",
    ];
    let (mut sections, mut name) = (BTreeMap::new(), "");
    for word in words {
        if NAMES.contains(word) {
            name = word;
            sections.entry(name).or_insert_with(Vec::new);
        } else {
            sections.entry(name).or_default().push(*word);
        }
    }
    sections
}

type Sections<'a> = BTreeMap<&'a str, Vec<&'a str>>;

fn words<'a>(sections: &Sections<'a>, name: &str) -> Vec<&'a str> {
    sections.get(name).cloned().unwrap_or_default()
}

/// The term behind a name; 0 where it is missing.
fn one(sections: &Sections<'_>, name: &str) -> Read<Term> {
    term(&words(sections, name).concat())
}

/// For each field what `FIELD:TEXT` or `FIELD=TEXT` say of it.
fn of_fields<T: Clone>(
    sections: &Sections<'_>,
    name: &str,
    (separator, none): (char, T),
    fields: usize,
    read: impl Fn(&str) -> Read<T>,
) -> Read<Vec<T>> {
    let mut known = vec![none; fields];
    for word in words(sections, name) {
        let (field, text) = word.split_once(separator).ok_or_else(|| format!("no field: {word}"))?;
        let place = known.get_mut(number::<usize>(field)?).ok_or_else(|| format!("no such field: {word}"))?;
        *place = read(text)?;
    }
    Ok(known)
}

/// `1..9`
fn range(text: &str) -> Read<Range> {
    let (least, most) = text.split_once("..").ok_or_else(|| format!("no range: {text}"))?;
    let bound = |text: &str| if text.is_empty() { Ok(None) } else { number(text).map(Some) };
    Ok(Range { least: bound(least)?, most: bound(most)? })
}

/// `2:v5+1`
fn line(text: &str) -> Read<Option<Line>> {
    let (slope, rest) = text.split_once(':').ok_or_else(|| format!("no line: {text}"))?;
    let slope = if slope == "?" { None } else { Some(number(slope)?) };
    Ok(Some(Line { slope, rest: term(rest)? }))
}

fn marks(sections: &Sections<'_>) -> Marks {
    let marks = words(sections, "marks");
    Marks { read_only: marks.contains(&"ro"), kept: marks.contains(&"kept") }
}

/// The shape's number and how many fields it has.
fn shape(world: &World, sections: &Sections<'_>) -> Read<(u32, usize)> {
    let shape = number(&words(sections, "shape").concat())?;
    let fields = world.program.shapes.get(shape as usize).map(|shape| shape.fields.len());
    Ok((shape, fields.ok_or_else(|| format!("no shape {shape}"))?))
}

fn list(world: &World, words: &[&str]) -> Read<Segment> {
    let s = sections(words);
    let (shape, fields) = shape(world, &s)?;
    let value = |text: &str| term(text).map(Some);
    Ok(Segment {
        shape,
        head: one(&s, "from")?,
        end: one(&s, "to")?,
        length: one(&s, "length")?,
        before: one(&s, "before")?,
        rear: one(&s, "rear")?,
        first: of_fields(&s, "first", ('=', None), fields, value)?,
        last: of_fields(&s, "last", ('=', None), fields, value)?,
        all: of_fields(&s, "all", (':', Range::default()), fields, range)?,
        lines: of_fields(&s, "lines", (':', None), fields, line)?,
        marks: marks(&s),
    })
}

fn tree(world: &World, words: &[&str]) -> Read<Tree> {
    let s = sections(words);
    let (shape, fields) = shape(world, &s)?;
    let hole = s.contains_key("hole").then(|| one(&s, "hole")).transpose()?;
    let all = of_fields(&s, "all", (':', Range::default()), fields, range)?;
    Ok(Tree { shape, root: one(&s, "root")?, cells: one(&s, "cells")?, hole, all, marks: marks(&s) })
}
