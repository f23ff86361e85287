//! Decides whether a call satisfies a contract, as `spec/precondition.md` defines it, from the values and the memory of
//! the call.

use crate::contract::clause::{Expression, Operation, Relation};
use crate::contract::strings;
use crate::contract::structures::{Form, form};
use crate::contract::types::{Base, CType, Parameter};
use crate::contract::{bounds, for_all};
use crate::program::Program;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Bytes of an object that strings and lists are followed through, at most.
const MOST: i128 = 1 << 20;

/// An object in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its address.
    pub base: i128,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Whether it must not be written.
    pub constant: bool,
    /// The name, if it is a global variable.
    pub global: Option<String>,
}

impl Object {
    /// One past the address of its last byte.
    pub fn end(&self) -> i128 {
        self.base.saturating_add(self.bytes.len() as i128)
    }

    fn holds(&self, low: i128, high: i128) -> bool {
        self.base <= low && high <= self.end()
    }
}

/// The evaluation of a clause for one call.
pub struct Evaluation<'c> {
    /// The program, which defines the structures.
    pub program: &'c Program,
    /// The parameters, as the contract declares them.
    pub parameters: &'c [Parameter],
    /// The clause, in the form that a claim has.
    pub clause: &'c Expression,
    /// Values of the parameters; those of pointers are addresses.
    pub values: &'c BTreeMap<String, i128>,
    /// All objects that exist at the call; `None` if nothing is known about memory.
    pub memory: Option<&'c [Object]>,
    /// Whether a value was read outside all objects: no alternative of the clause may do that.
    pub outside: Cell<bool>,
}

/// An address, and the number of bytes from there on.
type Bytes = (i128, i128);

/// What memory has where a contract names a list or tree.
enum Cells {
    There(Vec<Bytes>),
    /// It is no such structure.
    Broken,
}

/// A string in memory.
struct Text {
    start: i128,
    /// One past the address of its zero, if there is one.
    end: Option<i128>,
    /// Size of a character, in bytes.
    width: i128,
    align: i128,
}

impl<'c> Evaluation<'c> {
    /// Whether the call satisfies the clause; `None` if that is not known.
    pub fn holds(&self) -> Option<bool> {
        self.truth(self.clause).filter(|_| !self.outside.get())
    }

    /// Whether a formula is true; `None` if that is not known.
    fn truth(&self, e: &Expression) -> Option<bool> {
        match e {
            Expression::And(parts) => any(parts.iter().map(|p| self.truth(p).map(|t| !t))).map(|t| !t),
            Expression::Or(parts) => any(parts.iter().map(|p| self.truth(p))),
            Expression::Implies(parts) => {
                let (last, before) = parts.split_last()?;
                let negated = before.iter().map(|p| self.truth(p).map(|t| !t));
                any(negated.chain(std::iter::once_with(|| self.truth(last))))
            }
            Expression::Not(inside) => self.truth(inside).map(|t| !t),
            Expression::Chain(first, rest) => {
                let mut left = self.side(first)?;
                let mut holds = true;
                for (relation, right) in rest {
                    let right = self.side(right)?;
                    holds &= related(*relation, left, right);
                    left = right;
                }
                Some(holds)
            }
            Expression::Name(name, _) if name == "\\true" => Some(true),
            Expression::Call(name, operands) => self.predicate(name, operands),
            _ => None,
        }
    }

    fn predicate(&self, name: &str, operands: &[Expression]) -> Option<bool> {
        if let Some((variable, range, said)) = for_all(name, operands) {
            return self.of_all(variable, range, said);
        }
        if form(name).is_some() {
            return self.structure(name, operands).map(|cells| matches!(cells, Cells::There(_)));
        }
        if let Some((writable, wide)) = strings::predicate(name) {
            let string = self.string(operands.first()?, wide)?;
            let Some(end) = string.end else { return Some(false) };
            return Some(string.start % string.align == 0 && self.object(string.start, end, writable).is_some());
        }
        match name.trim_start_matches('\\') {
            plain @ ("valid" | "valid_read") => {
                all(operands.iter().map(|range| self.is_valid(range, plain == "valid")))
            }
            "separated" => {
                let parts = operands.iter().map(|e| self.extent(e)).collect::<Option<Vec<_>>>()?;
                let pairs = (0..parts.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
                let apart = |(a, b): (Bytes, Bytes)| a.1 <= b.0 || b.1 <= a.0 || a.0 >= a.1 || b.0 >= b.1;
                let mut pairs = pairs.filter_map(|(a, b)| Some((parts.get(a)?, parts.get(b)?)));
                Some(pairs.all(|(a, b)| a.iter().all(|a| b.iter().all(|b| apart((*a, *b))))))
            }
            _ => None,
        }
    }

    /// Whether a condition holds for each value of a variable.
    fn of_all(&self, variable: &str, range: &Expression, said: &Expression) -> Option<bool> {
        let (after, low, with, high) = bounds(variable, range)?;
        let from = self.term(low)?.checked_add(i128::from(after))?;
        let end = self.term(high)?.checked_add(i128::from(with))?;
        if end.checked_sub(from)? > MOST {
            return None;
        }
        all((from..end).map(|value| {
            let mut values = self.values.clone();
            values.insert(variable.to_owned(), value);
            let inside = Evaluation { values: &values, clause: said, outside: Cell::new(false), ..*self };
            let holds = inside.truth(said);
            self.outside.set(self.outside.get() || inside.outside.get());
            holds
        }))
    }

    /// The object that contains these bytes.
    fn object(&self, low: i128, high: i128, written: bool) -> Option<&'c Object> {
        let objects = self.memory?;
        objects.iter().find(|object| object.holds(low, high) && !(written && object.constant))
    }

    fn is_valid(&self, range: &Expression, written: bool) -> Option<bool> {
        self.memory?;
        let ((low, high), align) = self.range(range)?;
        Some(low >= high || low % align == 0 && self.object(low, high, written).is_some())
    }

    /// The bytes of a range, and the alignment of its elements.
    fn range(&self, e: &Expression) -> Option<(Bytes, i128)> {
        let (pointer, low, high) = match e {
            Expression::Binary(Operation::Add, p, bounds) if let Expression::Interval(low, high) = &**bounds => {
                (p.as_ref(), self.term(low)?, self.term(high)?)
            }
            e => (e, 0, 0),
        };
        let (address, ty) = self.pointer(pointer)?;
        let (size, align) = self.layout(&ty)?;
        let from = address.checked_add(low.checked_mul(size)?)?;
        let length = high.checked_sub(low)?.checked_add(1)?.checked_mul(size)?;
        Some(((from, from.checked_add(length)?), align))
    }

    fn layout(&self, pointer: &CType) -> Option<(i128, i128)> {
        let (size, align) = pointer.pointee()?.layout(self.program).ok()?;
        Some((i128::from(size), i128::from(align)))
    }

    /// The bytes of an operand of `\separated`: a range, a whole global, or all cells of a list or tree.
    fn extent(&self, e: &Expression) -> Option<Vec<Bytes>> {
        if let Expression::Address(inside) = e
            && let Expression::Name(name, _) = &**inside
        {
            let objects = self.memory?;
            let object = objects.iter().find(|object| object.global.as_ref() == Some(name))?;
            return Some(vec![(object.base, object.end())]);
        }
        let mut structures = Vec::new();
        collect(self.clause, &mut structures);
        if let Some((name, operands)) = structures.into_iter().find(|(_, operands)| operands.first() == Some(e)) {
            return match self.structure(name, operands)? {
                Cells::There(cells) => Some(cells),
                Cells::Broken => None,
            };
        }
        Some(vec![self.range(e)?.0])
    }

    /// The string at a pointer.
    fn string(&self, pointer: &Expression, wide: bool) -> Option<Text> {
        self.memory?;
        let (start, ty) = self.pointer(pointer)?;
        let (width, align) = if wide { self.layout(&ty)? } else { (1, 1) };
        let nowhere = Text { start, end: None, width, align };
        let Some(object) = self.object(start, start.checked_add(1)?, false) else { return Some(nowhere) };
        let from = usize::try_from(start.checked_sub(object.base)?).ok()?;
        let mut characters = object.bytes.get(from..)?.chunks_exact(usize::try_from(width).ok()?);
        let length = characters.position(|character| character.iter().all(|byte| *byte == 0));
        Some(Text { end: length.map(|length| start + width * (length as i128 + 1)), ..nowhere })
    }

    /// The cells of a list or tree, if it can be told.
    fn structure(&self, name: &str, operands: &[Expression]) -> Option<Cells> {
        self.memory?;
        let (form, marks) = form(name)?;
        let (pointers, cell) = operands.split_at_checked(form.pointers())?;
        let (Expression::Type(CType { base: Base::Object { size, align }, .. }), offsets) = cell.split_first()? else {
            return None;
        };
        let (size, align) = (i128::from(*size), i128::from(*align));
        let offset = |e: &Expression| if let Expression::Number(n) = e { Some(*n) } else { None };
        let offsets = offsets.iter().map(offset).collect::<Option<Vec<i128>>>()?;
        let end = if form == Form::Segment { self.pointer(pointers.get(1)?)?.0 } else { 0 };
        let links = if form == Form::Tree { offsets.as_slice() } else { offsets.get(..1)? };
        let back = if form == Form::Doubly { Some(*offsets.get(1)?) } else { None };
        let mut cells: Vec<Bytes> = Vec::new();
        let mut open = vec![(self.pointer(pointers.first()?)?.0, 0)];
        while let Some((at, before)) = open.pop() {
            if at == end {
                continue;
            }
            let object = self.object(at, at.checked_add(size)?, !marks.read_only);
            let whole = object.is_some_and(|object| {
                object.global.is_none() && (marks.kept || object.base == at && object.end() == at + size)
            });
            let apart = cells.iter().all(|(low, high)| at + size <= *low || *high <= at);
            let is_back = back.is_none_or(|back| self.read(at + back, self.pointer_bytes(), false) == Some(before));
            if !whole || !apart || at % align != 0 || !is_back || cells.len() as i128 * size > MOST {
                return Some(Cells::Broken);
            }
            for link in links.iter().rev() {
                open.push((self.read(at.checked_add(*link)?, self.pointer_bytes(), false)?, at));
            }
            cells.push((at, at + size));
        }
        Some(Cells::There(cells))
    }

    fn pointer_bytes(&self) -> usize {
        if self.program.pointer_bits == 32 { 4 } else { 8 }
    }

    /// A value in memory.
    fn read(&self, address: i128, bytes: usize, signed: bool) -> Option<i128> {
        self.memory?;
        let Some(object) = self.object(address, address.checked_add(bytes as i128)?, false) else {
            self.outside.set(true);
            return None;
        };
        let from = usize::try_from(address.checked_sub(object.base)?).ok()?;
        let read = object.bytes.get(from..from.checked_add(bytes)?)?;
        let value = read.iter().rev().fold(0i128, |value, byte| value << 8 | i128::from(*byte));
        let top = 1i128 << (8 * bytes);
        Some(if signed && value >= top / 2 { value - top } else { value })
    }

    /// One side of a comparison: a pointer's address, or an integer.
    fn side(&self, e: &Expression) -> Option<i128> {
        match e {
            Expression::Name(name, _) if name == "\\null" || name == "NULL" => Some(0),
            e => match self.pointer(e) {
                Some((address, _)) => Some(address),
                None => self.term(e),
            },
        }
    }

    /// An address, with the type of the pointer.
    fn pointer(&self, e: &Expression) -> Option<(i128, CType)> {
        let untyped = CType { base: Base::Void, stars: 1 };
        match e {
            Expression::Name(name, _) => {
                let parameter = self.parameters.iter().find(|p| p.name == *name && p.ty.stars > 0)?;
                Some((*self.values.get(name)?, parameter.ty.clone()))
            }
            Expression::Address(inside) => {
                let Expression::Name(name, _) = &**inside else { return None };
                let object = self.memory?.iter().find(|o| o.global.as_ref() == Some(name))?;
                Some((object.base, untyped))
            }
            Expression::Element(kind, address) if matches!(&**kind, Expression::Name(kind, _) if kind == "ptr") => {
                Some((self.read(self.address(address)?, self.pointer_bytes(), false)?, untyped))
            }
            Expression::Cast(ty, inside) if ty.stars > 0 => Some((self.pointer(inside)?.0, ty.clone())),
            Expression::Binary(operation @ (Operation::Add | Operation::Sub), p, n) => {
                let (address, ty) = self.pointer(p)?;
                let bytes = self.term(n)?.checked_mul(self.layout(&ty)?.0)?;
                let sum = operation.of(address, bytes)?;
                Some((sum, ty))
            }
            _ => None,
        }
    }

    /// The content of the brackets of a place, an address in bytes.
    fn address(&self, e: &Expression) -> Option<i128> {
        if let Expression::Binary(operation @ (Operation::Add | Operation::Sub), a, n) = e
            && let Some(address) = self.address(a)
        {
            let n = self.term(n)?;
            return operation.of(address, n);
        }
        Some(self.pointer(e)?.0)
    }

    /// An integer.
    fn term(&self, e: &Expression) -> Option<i128> {
        match e {
            Expression::Number(n) => Some(*n),
            Expression::Name(name, _) => self.values.get(name).copied(),
            Expression::Call(name, operands) if let Some(wide) = strings::length(name) => {
                let string = self.string(operands.first()?, wide)?;
                Some((string.end? - string.start) / string.width - 1)
            }
            Expression::SizeOf(ty) => Some(i128::from(ty.layout(self.program).ok()?.0)),
            Expression::Element(kind, address) => {
                let Expression::Name(kind, _) = &**kind else { return None };
                let bits: usize = kind.get(1..)?.parse().ok()?;
                self.read(self.address(address)?, bits / 8, kind.starts_with('i'))
            }
            Expression::Binary(operation, a, b) => operation.of(self.term(a)?, self.term(b)?),
            _ => None,
        }
    }
}

/// The lists and trees of a clause.
fn collect<'e>(e: &'e Expression, found: &mut Vec<(&'e str, &'e [Expression])>) {
    match e {
        Expression::Call(name, operands) if form(name).is_some() => found.push((name, operands)),
        Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().for_each(|part| collect(part, found));
        }
        _ => {}
    }
}

fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    any(parts.map(|part| part.map(|truth| !truth))).map(|truth| !truth)
}

/// Whether one of these is true; those after the first true one are not evaluated.
fn any(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut known = Some(false);
    for part in parts {
        match part {
            Some(true) => return part,
            Some(false) => {}
            None => known = None,
        }
    }
    known
}

fn related(relation: Relation, left: i128, right: i128) -> bool {
    match relation {
        Relation::Eq => left == right,
        Relation::Ne => left != right,
        Relation::Lt => left < right,
        Relation::Le => left <= right,
        Relation::Gt => left > right,
        Relation::Ge => left >= right,
    }
}
