//! Small contracts and concrete memories: a second reading of `spec/precondition.md`, which knows
//! nothing of cases and states. A clause is true of a memory or it is not.

pub mod concrete;
pub mod linked;
pub mod random;
mod reading;
pub mod text;

/// A type that pointers point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Char,
    Short,
    Int,
    Long,
    Pointer,
    Struct,
}

pub const ELEMENTS: [Element; 6] =
    [Element::Char, Element::Short, Element::Int, Element::Long, Element::Pointer, Element::Struct];

impl Element {
    pub fn name(self) -> &'static str {
        ["char", "short", "int", "long", "char *", "struct s"][self as usize]
    }

    /// Size and alignment in bytes; `struct s` has an `int` and a `long`.
    pub fn layout(self, pointer: i128) -> (i128, i128) {
        match self {
            Element::Char => (1, 1),
            Element::Short => (2, 2),
            Element::Int => (4, 4),
            Element::Long | Element::Pointer => (pointer, pointer),
            Element::Struct => (2 * pointer, pointer),
        }
    }
}

/// A parameter with its value.
#[derive(Clone, Debug)]
pub enum Parameter {
    Pointer {
        element: Element,
        value: i128,
    },
    /// C's type, LLVM's type, value.
    Integer {
        c: &'static str,
        llvm: &'static str,
        value: i128,
    },
}

/// An object in memory.
#[derive(Clone, Debug)]
pub struct Object {
    pub base: i128,
    pub bytes: Vec<u8>,
    pub constant: bool,
    pub align: i128,
    /// A global variable of the module.
    pub global: Option<String>,
}

impl Object {
    pub fn end(&self) -> i128 {
        self.base + self.bytes.len() as i128
    }
}

/// A memory with a call.
#[derive(Clone, Debug)]
pub struct World {
    /// Bytes of a pointer.
    pub pointer: i128,
    pub objects: Vec<Object>,
    pub parameters: Vec<Parameter>,
    /// The lists and trees that a contract names.
    pub linked: Vec<linked::Linked>,
}

/// Where a value in memory lies: some bytes from where a pointer points.
#[derive(Clone, Debug)]
pub struct Place {
    pub pointer: Pointer,
    pub offset: Box<Term>,
}

/// A pointer without a type.
#[derive(Clone, Debug)]
pub enum Pointer {
    Parameter(usize),
    Global(String),
    Read(Box<Place>),
}

/// An integer term.
#[derive(Clone, Debug)]
pub enum Term {
    /// Width in bits, signed.
    Read(u32, bool, Place),
    Div(Box<Term>, i128),
    Rem(Box<Term>, i128),
    Constant(i128),
    Parameter(usize),
    Length(Text),
    SizeOf(Element),
    Add(Box<Term>, Box<Term>),
    Sub(Box<Term>, Box<Term>),
    Mul(Box<Term>, Box<Term>),
}

/// A string at a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    pub parameter: usize,
    /// What its characters are; bytes if this is not said.
    pub wide: Option<Element>,
}

impl Text {
    pub fn character(self) -> Element {
        self.wide.unwrap_or(Element::Char)
    }
}

/// A range as it is written.
#[derive(Clone, Debug)]
pub struct Range {
    pub parameter: usize,
    /// The pointer that lies here, in place of the parameter; with a cast.
    pub through: Option<Place>,
    pub cast: Option<Element>,
    pub part: Part,
}

#[derive(Clone, Debug)]
pub enum Part {
    First,
    At(Term),
    Span(Term, Term),
    /// `0 .. strlen(s)` of the string that begins there
    Text(Text),
}

#[derive(Clone, Debug)]
pub enum Separated {
    Range(Range),
    Global(String),
    /// All cells of a list or tree.
    Cells(linked::Linked),
}

#[derive(Clone, Debug)]
pub enum Conjunct {
    Linked(linked::Linked),
    True,
    Valid(bool, Vec<Range>),
    Text(bool, Text),
    Chain(Term, Vec<(&'static str, Term)>),
    Null(usize, bool),
    /// Pointers, each so many bytes further.
    Pointers((Pointer, i128), &'static str, (Pointer, i128)),
    /// What holds of each element of an array.
    All(Elements),
    Or(Vec<Conjunct>),
    Implies(Vec<Conjunct>),
    Not(Box<Conjunct>),
    Separated(Vec<Separated>),
    Both(Vec<Conjunct>),
}

/// Elements of an array, one for each number from `low` up to `high`, and a comparison of a multiple of each.
#[derive(Clone, Debug)]
pub struct Elements {
    pub bits: u32,
    pub signed: bool,
    pub pointer: Pointer,
    /// Bytes from where the pointer points to the element of the number 0, and from one to the next.
    pub first: i128,
    pub stride: i128,
    pub low: i128,
    pub high: i128,
    pub factor: i128,
    pub relation: &'static str,
    pub other: Term,
}

fn related(left: i128, relation: &str, right: i128) -> bool {
    match relation {
        "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        _ => left >= right,
    }
}

impl World {
    /// The object that these bytes lie inside.
    pub fn around(&self, low: i128, high: i128) -> Option<&Object> {
        self.objects.iter().find(|object| object.base <= low && high <= object.end())
    }

    pub fn byte(&self, address: i128) -> Option<u8> {
        let object = self.around(address, address + 1)?;
        object.bytes.get((address - object.base) as usize).copied()
    }

    pub fn value(&self, parameter: usize) -> i128 {
        match &self.parameters[parameter] {
            Parameter::Pointer { value, .. } | Parameter::Integer { value, .. } => *value,
        }
    }

    /// What lies at an address, if all its bytes are in one object.
    pub fn read(&self, address: i128, bits: u32, signed: bool) -> Option<i128> {
        let bytes: Option<Vec<u8>> = (0..i128::from(bits / 8)).map(|i| self.byte(address + i)).collect();
        self.around(address, address + i128::from(bits / 8))?;
        let value = bytes?.iter().rev().fold(0i128, |value, byte| value << 8 | i128::from(*byte));
        Some(if signed && value >> (bits - 1) == 1 { value - (1 << bits) } else { value })
    }

    /// Where a pointer points; -1 if what it is read from is nowhere.
    pub fn pointer(&self, pointer: &Pointer) -> i128 {
        match pointer {
            Pointer::Parameter(place) => self.value(*place),
            Pointer::Global(name) => {
                let named = |object: &&Object| object.global.as_deref() == Some(name);
                self.objects.iter().find(named).map_or(-1, |object| object.base)
            }
            Pointer::Read(place) => self.read(self.address(place), 8 * self.pointer as u32, false).unwrap_or(-1),
        }
    }

    pub fn address(&self, place: &Place) -> i128 {
        self.pointer(&place.pointer) + self.term(&place.offset)
    }

    fn element(&self, range: &Range) -> Element {
        match (&self.parameters[range.parameter], range.cast) {
            (_, Some(element)) => element,
            (Parameter::Pointer { element, .. }, None) => *element,
            (Parameter::Integer { .. }, None) => Element::Char,
        }
    }

    /// How many characters come before the first one that is 0, if there is one before the object ends.
    pub fn length_at(&self, address: i128, width: i128) -> Option<i128> {
        let object = self.around(address, address + 1)?;
        let zero = |length: &i128| (0..width).all(|byte| self.byte(address + length * width + byte) == Some(0));
        (0..(object.end() - address) / width).find(zero)
    }

    fn length(&self, text: Text) -> Option<i128> {
        self.length_at(self.value(text.parameter), text.character().layout(self.pointer).0)
    }

    pub fn term(&self, term: &Term) -> i128 {
        match term {
            Term::Read(bits, signed, place) => self.read(self.address(place), *bits, *signed).unwrap_or(-1),
            Term::Div(a, divisor) => self.term(a) / divisor,
            Term::Rem(a, divisor) => self.term(a) % divisor,
            Term::Constant(value) => *value,
            Term::Parameter(place) => self.value(*place),
            Term::Length(text) => self.length(*text).unwrap_or(-1),
            Term::SizeOf(element) => element.layout(self.pointer).0,
            Term::Add(a, b) => self.term(a) + self.term(b),
            Term::Sub(a, b) => self.term(a) - self.term(b),
            Term::Mul(a, b) => self.term(a) * self.term(b),
        }
    }

    /// Where the pointer of a range points.
    fn start(&self, range: &Range) -> i128 {
        match &range.through {
            Some(place) => self.pointer(&Pointer::Read(Box::new(place.clone()))),
            None => self.value(range.parameter),
        }
    }

    /// The addresses of a range: first, and one behind the last.
    pub fn bytes(&self, range: &Range) -> (i128, i128) {
        let start = self.start(range);
        let (size, _) = self.element(range).layout(self.pointer);
        let (low, high) = match &range.part {
            Part::First => (0, 0),
            Part::At(term) => (self.term(term), self.term(term)),
            Part::Span(low, high) => (self.term(low), self.term(high)),
            Part::Text(text) => (0, self.length(*text).unwrap_or(-1)),
        };
        (start + size * low, start + size * (high + 1))
    }

    /// Whether all bytes of a range may be accessed, at the alignment of its elements.
    pub fn is_valid(&self, range: &Range, writable: bool) -> bool {
        let (low, high) = self.bytes(range);
        let aligned = self.start(range) % self.element(range).layout(self.pointer).1 == 0;
        high <= low || aligned && self.around(low, high).is_some_and(|object| !(writable && object.constant))
    }

    fn place(&self, place: &Separated) -> Vec<(i128, i128)> {
        let one = match place {
            Separated::Cells(linked) => return self.intervals(linked),
            Separated::Range(range) => self.bytes(range),
            Separated::Global(name) => {
                let named = |object: &&Object| object.global.as_deref() == Some(name);
                self.objects.iter().find(named).map_or((0, 0), |object| (object.base, object.end()))
            }
        };
        vec![one]
    }

    /// Whether the call satisfies a conjunct.
    pub fn satisfies(&self, conjunct: &Conjunct) -> bool {
        match conjunct {
            Conjunct::True => true,
            Conjunct::Linked(linked) => self.cells(linked).is_some(),
            Conjunct::Valid(writable, ranges) => ranges.iter().all(|range| self.is_valid(range, *writable)),
            Conjunct::Text(writable, text) => {
                let address = self.value(text.parameter);
                let writable = !writable || self.around(address, address + 1).is_some_and(|object| !object.constant);
                let aligned = address % text.character().layout(self.pointer).1 == 0;
                writable && aligned && self.length(*text).is_some()
            }
            Conjunct::Pointers((left, more), relation, (right, than)) => {
                related(self.pointer(left) + more, relation, self.pointer(right) + than)
            }
            Conjunct::All(all) => (all.low..all.high).all(|number| {
                let address = self.pointer(&all.pointer) + all.first + all.stride * number;
                let element = self.read(address, all.bits, all.signed);
                element.is_some_and(|element| related(all.factor * element, all.relation, self.term(&all.other)))
            }),
            Conjunct::Or(parts) => parts.iter().any(|part| self.satisfies(part)),
            Conjunct::Implies(parts) => {
                let (last, premises) = parts.split_last().expect("parts");
                self.satisfies(last) || !premises.iter().all(|part| self.satisfies(part))
            }
            Conjunct::Not(part) => !self.satisfies(part),
            Conjunct::Chain(first, rest) => {
                let mut left = self.term(first);
                rest.iter().all(|(relation, term)| {
                    let right = self.term(term);
                    let holds = related(left, relation, right);
                    left = right;
                    holds
                })
            }
            Conjunct::Null(parameter, equal) => (self.value(*parameter) == 0) == *equal,
            Conjunct::Separated(places) => places.iter().enumerate().all(|(number, left)| {
                let left = self.place(left);
                places[number + 1..]
                    .iter()
                    .flat_map(|right| self.place(right))
                    .all(|(c, d)| left.iter().all(|(a, b)| b <= a || d <= c || *b <= c || d <= *a))
            }),
            Conjunct::Both(conjuncts) => conjuncts.iter().all(|conjunct| self.satisfies(conjunct)),
        }
    }
}
