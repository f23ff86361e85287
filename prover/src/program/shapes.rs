//! Guesses about the cells of lists and trees, from the structures of a program: a structure that contains pointers to
//! its own type, directly or in an embedded structure. A guess proves nothing; a wrong one is only useless.

use super::{Op, Operand, Program};
use certificates::{Place, Shape, Sign};

/// A structure of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name among the structures.
    pub number: u32,
    /// Its name in C; empty if it has no tag.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// Its members, with those of embedded structures, by offset from the beginning.
    pub members: Vec<Member>,
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// In bytes.
    pub offset: u64,
    /// In bytes.
    pub width: u32,
    /// Its name in C.
    pub name: String,
    /// What it holds.
    pub scalar: Scalar,
}

/// What a member holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer.
    Integer {
        /// Whether it has negative values.
        signed: bool,
    },
    /// A pointer; to this structure, if it points to one.
    Pointer(Option<u32>),
    /// A structure, whose members follow.
    Record(u32),
}

/// Shapes of one size that are distinguished, at most.
pub(crate) const SHAPES_OF_ONE_SIZE: usize = 8;

/// Fields of a cell that are described, at most.
const FIELDS: usize = 8;

impl Program {
    /// The program with the cells that a contract describes. Guesses about cells of the same size with one of these
    /// links are dropped, so that an unfolded cell is folded with its original shape.
    #[must_use]
    pub(crate) fn with_shapes(&self, described: &[Shape]) -> Program {
        let mut program = self.clone();
        program.shapes.retain(|guess| {
            let same =
                |shape: &Shape| shape.size == guess.size && shape.links.iter().any(|link| guess.links.contains(link));
            !described.iter().any(same)
        });
        let possible = |shape: &&Shape| is_well_formed(shape, self.pointer_bits / 8);
        program.shapes.splice(0..0, described.iter().filter(possible).cloned());
        program
    }
}

impl Member {
    /// How the member's value is read; `None` if it is a structure.
    pub(crate) fn sign(&self) -> Option<Sign> {
        match self.scalar {
            Scalar::Integer { signed: true } => Some(Sign::Signed),
            Scalar::Integer { signed: false } | Scalar::Pointer(_) => Some(Sign::Unsigned),
            Scalar::Record(_) => None,
        }
    }
}

impl Program {
    /// The only structure of this size; `None` if there are several, or none.
    pub(crate) fn record_of(&self, size: i128) -> Option<&Record> {
        let mut fitting = self.records.iter().filter(|record| i128::from(record.size) == size);
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// The structure that a shape was guessed from, for messages: "struct node linked by next".
    pub(crate) fn origin(&self, shape: &Shape) -> String {
        let name = |record: &Record, offset: u64| {
            let pointer = |m: &&Member| m.offset == offset && matches!(m.scalar, Scalar::Pointer(Some(_)));
            record.members.iter().find(pointer).map(|m| m.name.clone())
        };
        let of = |record: &Record| -> Option<String> {
            let links: Vec<String> = shape.links.iter().map(|link| name(record, *link)).collect::<Option<_>>()?;
            let tag = if record.name.is_empty() { "a structure".into() } else { format!("struct {}", record.name) };
            Some(format!("{tag} linked by {}", links.join(" and ")))
        };
        let found = self.records.iter().filter(|record| record.size == shape.size).find_map(of);
        found.unwrap_or_else(|| format!("cells of {} bytes", shape.size))
    }
}

impl Program {
    /// The program in which cells with several links are cells of lists, linked by the pointer whose name says so, or
    /// by the first one. The other pointers may lead anywhere, or back if the name says so. `None` if there are no such
    /// cells.
    #[must_use]
    pub(crate) fn with_one_link(&self) -> Option<Program> {
        let called = |shape: &Shape, offset: u64, is: fn(&str) -> bool| {
            let mut records = self.records.iter().filter(|record| record.size == shape.size);
            let pointer = |m: &Member| m.offset == offset && matches!(m.scalar, Scalar::Pointer(Some(_)));
            records.any(|record| record.members.iter().any(|m| pointer(m) && is(&m.name)))
        };
        let place = |offset: &u64| Place { offset: *offset, width: self.pointer_bits / 8, sign: Sign::Unsigned };
        let list = |shape: &Shape| -> Shape {
            let (back, links): (Vec<u64>, Vec<u64>) =
                shape.links.iter().partition(|link| called(shape, **link, leads_back));
            let link = links.iter().find(|link| called(shape, **link, leads_on)).or(links.first()).copied();
            let (Some(link), [] | [_]) = (link, &back[..]) else { return shape.clone() };
            let back = back.first().copied();
            let others = shape.links.iter().filter(|other| **other != link && Some(**other) != back);
            let fields = shape.fields.iter().copied().chain(others.map(place)).collect();
            Shape { links: vec![link], back, fields, ..shape.clone() }
        };
        let several = |shape: &Shape| shape.links.len() > 1;
        let shapes = self.shapes.iter().map(|shape| if several(shape) { list(shape) } else { shape.clone() });
        let shapes = shapes.filter(|shape| is_well_formed(shape, self.pointer_bits / 8)).collect();
        self.shapes.iter().any(several).then(|| Program { shapes, ..self.clone() })
    }
}

/// Whether a pointer to the own type has a name that suggests the previous cell.
fn leads_back(name: &str) -> bool {
    let name = name.to_lowercase();
    ["prev", "back", "bwd", "blink", "pred", "prv", "last"].iter().any(|word| name.contains(word))
        || matches!(&*name, "p" | "b")
}

/// Whether a pointer to the own type has a name that suggests the next cell.
fn leads_on(name: &str) -> bool {
    let name = name.to_lowercase();
    ["next", "nxt", "link", "succ", "flink", "fwd"].iter().any(|word| name.contains(word))
}

/// Shapes that are guessed, at most.
const MOST: usize = 256;

/// Places of a shape; the checker refuses shapes with more.
const MOST_PLACES: usize = 64;

/// Whether the checker accepts a shape (W) whose owned places are all at fields: there is a link, and all places lie in
/// the cell without overlapping. Debug information may contain anything.
pub(super) fn is_well_formed(shape: &Shape, pointer: u32) -> bool {
    let pointers = shape.links.iter().chain(&shape.back).map(|offset| (*offset, pointer));
    let fields = shape.fields.iter().map(|place| (place.offset, place.width));
    let mut places: Vec<(u64, u32)> = pointers.chain(fields).collect();
    places.sort_unstable();
    let end = |(offset, width): &(u64, u32)| offset.checked_add(u64::from(*width));
    let apart = places.is_sorted_by(|a, b| end(a).is_some_and(|end| end <= b.0));
    let inside = places.iter().all(|place| end(place).is_some_and(|end| end <= shape.size));
    let size = (1..1 << 31).contains(&shape.size) && shape.anchor < shape.size;
    !shape.links.is_empty() && places.len() + shape.owned.len() <= MOST_PLACES && apart && inside && size
}

/// The shapes that the structures suggest; `pointer_bits` is 32 or 64.
pub fn shapes(records: &[Record], pointer_bits: u32) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    let cell = |record: &Record| record.size > 0 && record.size < 1 << 20;
    for record in records.iter().filter(|record| cell(record)) {
        let links = links(record, record.number);
        let parts = record.members.iter().filter_map(|member| match member.scalar {
            Scalar::Record(of) => Some((of, member.offset)),
            _ => None,
        });
        let embedded = parts.filter_map(|(of, at)| {
            let inner = records.iter().find(|record| record.number == of)?;
            let links =
                self::links(inner, of).into_iter().filter_map(|(name, offset)| Some((name, at.checked_add(offset)?)));
            Some((at, links.collect()))
        });
        for (anchor, links) in std::iter::once((0, links)).chain(embedded) {
            let Some(shape) = shape(record, anchor, &links, pointer_bits) else { continue };
            if !shapes.contains(&shape) && is_well_formed(&shape, pointer_bits / 8) && shapes.len() < MOST {
                shapes.push(shape);
            }
        }
    }
    shapes
}

/// A cell that is nothing but a pointer, if the program allocates memory for one pointer: no structure tells of it.
pub(crate) fn bare_cell(program: &Program) -> Option<Shape> {
    let size = u64::from(program.pointer_bits / 8);
    let one = |operand: &Operand, number: u64| matches!(operand, Operand::Int { bits, .. } if *bits == number);
    let allocates = |op: &Op| match op {
        Op::Call { callee, arguments, .. } => match (callee.as_str(), &arguments[..]) {
            ("malloc", [(_, bytes)]) => one(bytes, size),
            ("calloc", [(_, count), (_, bytes)]) => one(count, 1) && one(bytes, size),
            _ => false,
        },
        _ => false,
    };
    let mut instructions = program.functions.values().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    let known = program.shapes.iter().any(|shape| shape.size == size);
    let align = if program.pointer_bits == 64 { 16 } else { 8 };
    (!known && instructions.any(|i| allocates(&i.op))).then(|| Shape {
        size,
        align,
        anchor: 0,
        links: vec![0],
        back: None,
        fields: Vec::new(),
        owned: Vec::new(),
    })
}

/// Name and offset of the pointers to a structure's own type.
fn links(record: &Record, own: u32) -> Vec<(String, u64)> {
    let pointers = record.members.iter().filter(|member| member.scalar == Scalar::Pointer(Some(own)));
    pointers.map(|member| (member.name.clone(), member.offset)).collect()
}

/// The shape of a structure as a cell with these links.
fn shape(record: &Record, anchor: u64, links: &[(String, u64)], pointer_bits: u32) -> Option<Shape> {
    let upward = |name: &str| matches!(&*name.to_lowercase(), "parent" | "up" | "father" | "root" | "top");
    let (links, back) = match links {
        [] => return None,
        [(_, link)] => (vec![*link], None),
        [(a, x), (b, y)] if leads_back(a) != leads_back(b) => match leads_back(a) {
            true => (vec![*y], Some(*x)),
            false => (vec![*x], Some(*y)),
        },
        several => {
            let down = several.iter().filter(|(name, _)| !upward(name));
            (down.map(|(_, offset)| *offset).collect(), None)
        }
    };
    let taken = |member: &Member| links.contains(&member.offset) || back == Some(member.offset);
    let fields = record
        .members
        .iter()
        .filter(|member| !taken(member))
        .filter_map(|member| Some(Place { offset: member.offset, width: member.width, sign: member.sign()? }));
    let fields = fields.take(FIELDS).collect();
    // The alignment of blocks from malloc.
    let align = if pointer_bits == 64 { 16 } else { 8 };
    Some(Shape { size: record.size, align, anchor, links, back, fields, owned: Vec::new() })
}
