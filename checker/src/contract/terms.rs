//! The terms and pointers of a clause (`spec/precondition.md`, section "Terms"), over symbols.

use std::collections::BTreeSet;

use certificates::{Sign, Var};

use super::clause::{Contract, Fault, Place, Step, Structure, wrong};
use super::grammar::{Base, CType, Expr, Operator, Written};
use super::tokens::Read;
use crate::decide::term::Poly;
use crate::reader::{FloatKind, Global, Layout, Type};

/// Monomials of a term of a contract, at most; more make the checker answer "cannot tell".
const MAX_MONOMIALS: usize = 64;

/// The word in front of a place's bracket, with the width in bits and the sign that it stands for.
#[rustfmt::skip]
const PLACES: [(&str, u32, Sign); 8] = [
    ("i8", 8, Sign::Signed), ("u8", 8, Sign::Unsigned), ("i16", 16, Sign::Signed), ("u16", 16, Sign::Unsigned),
    ("i32", 32, Sign::Signed), ("u32", 32, Sign::Unsigned), ("i64", 64, Sign::Signed), ("u64", 64, Sign::Unsigned),
];
/// The word in front of a place's bracket for a pointer.
const POINTER: &str = "ptr";

/// An address and the type of what it points to.
pub struct Pointer<'c> {
    /// For messages.
    pub name: &'c str,
    /// The symbol that it begins with.
    pub start: Var,
    /// The address as a polynomial over symbols.
    pub address: Poly,
    element: &'c Base,
    /// Number of pointers in the element type.
    depth: u32,
    /// Whether it begins with the address of a global variable.
    pub global: bool,
}

/// The pointer that is a symbol.
fn pointer<'c>(name: &'c str, number: usize, element: &'c Base, depth: u32) -> Read<Pointer<'c>> {
    let start = Var::try_from(number).map_err(|_| Fault::TooLarge)?;
    Ok(Pointer { name, start, address: Poly::var(start), element, depth, global: false })
}

/// Reads the terms of an alternative, and records what they read from memory.
pub struct Terms<'c, 't> {
    written: &'c Written<'t>,
    layout: &'c Layout,
    kept: &'c [&'c Global],
    /// For each string the size of a character and the address, as far as they are known.
    pub strings: Vec<Option<(u32, Poly)>>,
    /// What has been read so far.
    pub contract: Contract,
    /// When what is read now is read.
    pub time: Time,
    /// The symbols that have been read.
    pub reads: BTreeSet<Var>,
    /// What `\forall` speaks of, where its condition is read.
    pub all: Option<All<'t>>,
}

/// The symbol of the variable of a `\forall`. No other symbol has this number.
pub const INDEX: Var = Var::MAX;
/// The symbol of the element that the condition of a `\forall` is about, likewise.
pub const ELEMENT: Var = Var::MAX - 1;

/// A `\forall` whose condition is read.
pub struct All<'t> {
    /// The name of its variable.
    pub variable: &'t str,
    /// The element that the condition mentions, at an address that mentions the variable.
    pub element: Option<Place>,
}

/// When the terms of a contract read memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// At the call, in the clause that calls satisfy.
    Required,
    /// At the call, for `\old` or `assigns`.
    Called,
    /// At the return.
    Returned,
    /// At the call, for a bound.
    Bounded,
}

impl<'c, 't> Terms<'c, 't> {
    /// Nothing has been read; `signed` says for each symbol how the module reads it. The first symbols are parameters.
    pub fn new(
        written: &'c Written<'t>,
        layout: &'c Layout,
        kept: &'c [&'c Global],
        signed: Vec<bool>,
        strings: usize,
    ) -> Terms<'c, 't> {
        let contract = Contract { signed, strings, ..Contract::default() };
        let (time, reads, all) = (Time::Required, BTreeSet::new(), None);
        Terms { written, layout, kept, strings: vec![None; strings], contract, time, reads, all }
    }

    fn first_global(&self) -> usize {
        self.written.parameters.len() + self.strings.len()
    }

    fn first_step(&self) -> usize {
        self.first_global() + self.kept.len()
    }

    /// Whether all symbols of a term have their values before the first step.
    pub fn early(&self, poly: &Poly) -> bool {
        u32::try_from(self.first_step()).is_ok_and(|limit| poly.is_over(limit))
    }

    /// The steps that introduce symbols.
    fn symbols(&self) -> impl Iterator<Item = &Step> {
        let Contract { steps, before, after, mentioned, .. } = &self.contract;
        let read = |step: &&Step| matches!(step, Step::Place(_) | Step::Quotient { .. } | Step::Length(_));
        steps.iter().chain(before).filter(read).chain(after).chain(mentioned)
    }

    /// The symbol of a step. Equal steps share one symbol, but what is read at the return is read anew.
    fn step(&mut self, step: Step) -> Read<usize> {
        let poly = match &step {
            Step::Place(place) => Some(&place.address),
            Step::Quotient { dividend, .. } => Some(dividend),
            _ => None,
        };
        if poly.is_some_and(|poly| poly.mentions(&BTreeSet::from([INDEX, ELEMENT]))) {
            return wrong("forall", "what is read or divided depends on an element");
        }
        let all = self.symbols().count();
        let end = all - self.contract.mentioned.len();
        let late = end - self.contract.after.len();
        let (searched, next) = match self.time {
            Time::Required | Time::Called => ([0..late, 0..0], late),
            Time::Returned => ([late..end, 0..0], end),
            Time::Bounded => ([0..late, end..all], all),
        };
        let inside = |number: &usize| searched.iter().any(|range| range.contains(number));
        let known = {
            let mut equal = self.symbols().enumerate().filter(|(_, other)| **other == step);
            equal.find_map(|(number, _)| Some(number).filter(inside))
        };
        if known.is_none() {
            match self.time {
                Time::Required => self.contract.steps.push(step),
                Time::Called => self.contract.before.push(step),
                Time::Returned => self.contract.after.push(step),
                Time::Bounded => self.contract.mentioned.push(step),
            }
        }
        let number = self.first_step() + known.unwrap_or(next);
        self.reads.insert(Var::try_from(number).map_err(|_| Fault::TooLarge)?);
        Ok(number)
    }

    /// The type of `\result`, and its symbol.
    fn result(&mut self) -> Read<(&'c CType, usize)> {
        match &self.written.result {
            Some(ty) if self.time == Time::Returned => {
                let signed = ty.depth == 0 && matches!(ty.base, Base::Integer { signed: true, .. });
                Ok((ty, self.step(Step::Result(signed))?))
            }
            _ => wrong("result", "\\result stands where there is none, or the contract does not say what it is"),
        }
    }

    /// Reads the operand of `\old`.
    fn old<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if matches!(self.time, Time::Required | Time::Bounded) {
            return wrong("old", "\\old stands in a clause about the call");
        }
        let time = std::mem::replace(&mut self.time, Time::Called);
        let value = read(self);
        self.time = time;
        value
    }

    /// Whether a symbol is never negative.
    fn natural(&self, symbol: Var) -> bool {
        let number = symbol as usize;
        match (self.contract.signed.get(number), number.checked_sub(self.first_step())) {
            (Some(signed), _) => !signed,
            (None, None) => true,
            (None, Some(step)) => match self.symbols().nth(step) {
                Some(Step::Place(place)) => place.sign == Sign::Unsigned,
                Some(Step::Quotient { divisor, natural, .. }) => *natural && *divisor > 0,
                Some(Step::Result(signed)) => !signed,
                Some(Step::Length(_)) => true,
                _ => false,
            },
        }
    }

    /// Whether a term is seen never to be negative: nothing in it is.
    pub fn not_negative(&self, poly: &Poly) -> bool {
        let natural = |symbols: &[Var]| symbols.iter().all(|symbol| self.natural(*symbol));
        poly.constant >= 0 && poly.terms.iter().all(|(mono, factor)| *factor > 0 && natural(mono.variables()))
    }

    /// Whether the function has a parameter of this name.
    pub fn is_parameter(&self, name: &str) -> bool {
        self.parameter(name).is_ok()
    }

    fn parameter(&self, name: &str) -> Read<(usize, &'c CType)> {
        let place = self.written.parameters.iter().position(|(other, _)| *other == name);
        match place.and_then(|place| Some((place, &self.written.parameters.get(place)?.1))) {
            Some(found) => Ok(found),
            None => wrong("name", format!("{name} is no parameter")),
        }
    }

    /// Size and alignment of what a pointer points to, in bytes.
    pub fn element(&self, pointer: &Pointer) -> Read<(u64, u64)> {
        layout(self.layout, pointer.element, pointer.depth)
    }

    /// Whether an expression can only be a pointer.
    fn is_pointer(&self, expr: &Expr<'t>) -> bool {
        match expr {
            Expr::Name("\\result") => self.written.result.as_ref().is_some_and(|ty| ty.depth > 0),
            Expr::Name(name) => self.parameter(name).is_ok_and(|(_, ty)| ty.depth > 0),
            Expr::Place(kind, _) => *kind == POINTER,
            Expr::Sum(summands) => matches!(summands.as_slice(), [(false, first), rest @ ..]
                if self.is_pointer(first) && !rest.iter().any(|(minus, other)| *minus && self.is_pointer(other))),
            Expr::Cast(..) | Expr::Address(_) => true,
            Expr::Call("\\old", operands) => matches!(operands.as_slice(), [operand] if self.is_pointer(operand)),
            _ => false,
        }
    }

    /// Reads an expression that must be a pointer to something.
    pub fn pointer(&mut self, expr: &'c Expr<'t>) -> Read<Pointer<'c>> {
        match expr {
            Expr::Call("\\old", operands) if let [operand] = operands.as_slice() => {
                self.old(|terms| terms.pointer(operand))
            }
            Expr::Name(name) => {
                let (parameter, ty) = match *name {
                    "\\result" => self.result().map(|(ty, number)| (number, ty))?,
                    name => self.parameter(name)?,
                };
                match ty.depth.checked_sub(1) {
                    Some(depth) => pointer(name, parameter, &ty.base, depth),
                    None => wrong("pointer", format!("{name} is no pointer")),
                }
            }
            Expr::Cast(ty, inside) => match ty.depth.checked_sub(1) {
                Some(depth) => Ok(Pointer { element: &ty.base, depth, ..self.pointer(inside)? }),
                None => wrong("pointer", "a cast to something else than a pointer"),
            },
            Expr::Place(kind, address) if *kind == POINTER => pointer(
                "ptr[...]",
                self.place(address, self.layout.pointer_bits, Sign::Unsigned, true)?,
                &Base::Void,
                0,
            ),
            Expr::Address(name) => match self.kept.iter().position(|global| *global.name == *name.as_str()) {
                Some(number) => {
                    Ok(Pointer { global: true, ..pointer(name, self.first_global() + number, &Base::Void, 0)? })
                }
                None => wrong("name", format!("{name} is no global variable that the certificate keeps")),
            },
            Expr::Sum(summands) if let [(false, first), rest @ ..] = summands.as_slice() => self.moved(first, rest),
            _ => wrong("pointer", "a pointer is missing"),
        }
    }

    /// The address of a global, and its size in bytes.
    pub fn whole(&mut self, global: &'c Expr<'t>) -> Read<(Poly, Poly)> {
        let Pointer { name, address, .. } = self.pointer(global)?;
        let kept = self.kept.iter().find(|global| *global.name == *name);
        Ok((address, Poly::constant(kept.map_or(0, |global| i128::from(global.size)))))
    }

    /// A pointer plus terms that count elements. Without terms, its type need not have a size.
    pub fn moved(&mut self, first: &'c Expr<'t>, rest: &'c [(bool, Expr<'t>)]) -> Read<Pointer<'c>> {
        let pointer = self.pointer(first)?;
        if rest.is_empty() {
            return Ok(pointer);
        }
        let scale = i128::from(self.element(&pointer)?.0);
        let address = self.sum(pointer.address, rest, scale)?;
        Ok(Pointer { address, ..pointer })
    }

    /// The symbol of a value in memory.
    fn place(&mut self, expr: &'c Expr<'t>, width: u32, sign: Sign, pointer: bool) -> Read<usize> {
        let (first, rest) = match expr {
            Expr::Sum(summands) if let [(false, first), rest @ ..] = summands.as_slice() => (first, rest),
            first => (first, [].as_slice()),
        };
        let Pointer { start, address, .. } = self.pointer(first)?;
        // The address counts bytes, whatever its pointer points to.
        let address = self.sum(address, rest, 1)?;
        if address.mentions(&BTreeSet::from([INDEX])) {
            return self.element_of_all(Place { start, address, width, sign, pointer });
        }
        self.step(Step::Place(Place { start, address, width, sign, pointer }))
    }

    /// The symbol of the element that a `\forall` is about: it mentions one only.
    fn element_of_all(&mut self, place: Place) -> Read<usize> {
        let known = self.all.as_mut().map(|all| all.element.get_or_insert_with(|| place.clone()));
        match known.is_some_and(|known| *known == place) {
            true => Ok(ELEMENT as usize),
            false => wrong("forall", "the comparisons of a \\forall are about different elements"),
        }
    }

    /// The polynomial, if it has few enough monomials.
    pub fn limited(&self, poly: Poly) -> Read<Poly> {
        if poly.size() > MAX_MONOMIALS { Err(Fault::TooLarge) } else { Ok(poly) }
    }

    /// A term plus others, each times a number.
    pub fn sum(&mut self, start: Poly, rest: &'c [(bool, Expr<'t>)], scale: i128) -> Read<Poly> {
        let mut sum = start;
        for (minus, summand) in rest {
            sum = sum.combine(1, &self.term(summand)?, if *minus { -scale } else { scale })?;
        }
        self.limited(sum)
    }

    /// Reads an expression that must be an integer.
    pub fn term(&mut self, expr: &'c Expr<'t>) -> Read<Poly> {
        let poly = match expr {
            Expr::Number(value) => Poly::constant(*value),
            Expr::Name(name) if self.all.as_ref().is_some_and(|all| all.variable == *name) => Poly::var(INDEX),
            Expr::Call("\\old", operands) if let [operand] = operands.as_slice() => {
                self.old(|terms| terms.term(operand))?
            }
            Expr::Call("strlen" | "wcslen", _) if self.time == Time::Returned => {
                return wrong("strlen", "the length of a string at the return: \\old is the one at the call");
            }
            Expr::Name("\\result") => match self.result()? {
                (CType { base: Base::Integer { .. } | Base::Bool, depth: 0 }, number) => variable(number)?,
                _ => return wrong("term", "\\result is no integer"),
            },
            Expr::Name(name) => match self.parameter(name)? {
                (place, CType { base: Base::Integer { .. } | Base::Bool, depth: 0 }) => variable(place)?,
                _ => return wrong("term", format!("{name} is no integer")),
            },
            Expr::SizeOf(ty) => Poly::constant(i128::from(layout(self.layout, &ty.base, ty.depth)?.0)),
            Expr::Call(name @ ("strlen" | "wcslen"), arguments) => {
                let (pointer, (width, _)) = self.string(arguments, *name == "wcslen")?;
                let string = Some((width, pointer.address));
                match self.strings.iter().position(|other| *other == string) {
                    Some(number) => self.length(number)?,
                    None => {
                        return wrong(
                            "strlen",
                            format!("no conjunct says that the argument of {name} is such a string"),
                        );
                    }
                }
            }
            Expr::Call(name @ ("\\length" | "\\cells"), arguments) if self.time == Time::Bounded => {
                let [argument] = arguments.as_slice() else {
                    return wrong("syntax", "one pointer names a list or tree");
                };
                let head = self.pointer(argument)?.address;
                let wanted = |other: &Structure| other.head == head && other.end.is_some() == (*name == "\\length");
                match self.contract.structures.iter().position(wanted) {
                    Some(number) => variable(self.step(Step::Length(number))?)?,
                    None => return wrong("strlen", "no conjunct says that the argument is such a list or tree"),
                }
            }
            Expr::Place(kind, address) => match PLACES.iter().find(|(name, ..)| name == kind) {
                Some((_, width, sign)) => variable(self.place(address, *width, *sign, false)?)?,
                None => return wrong("term", format!("{kind}[...] is no integer in memory")),
            },
            Expr::Minus(inside) => self.term(inside)?.neg()?,
            Expr::Sum(summands)
                if let [(false, first), rest @ ..] = summands.as_slice()
                    && self.is_pointer(first) =>
            {
                self.distance(first, rest)?
            }
            Expr::Sum(summands) => self.sum(Poly::default(), summands, 1)?,
            Expr::Product(first, rest) => {
                let mut product = self.term(first)?;
                for (operator, factor) in rest {
                    let factor = self.term(factor)?;
                    product = match operator {
                        Operator::Times => product.mul(&factor)?,
                        Operator::Divided => self.quotient(&product, &factor)?.0,
                        Operator::Remainder => {
                            let (quotient, divisor) = self.quotient(&product, &factor)?;
                            product.combine(1, &quotient, divisor.checked_neg().ok_or(Fault::TooLarge)?)?
                        }
                    };
                    product = self.limited(product)?;
                }
                product
            }
            _ => return wrong("term", "an integer term is missing"),
        };
        self.limited(poly)
    }

    /// The number of bytes from one pointer to another, and what is added behind it.
    fn distance(&mut self, first: &'c Expr<'t>, rest: &'c [(bool, Expr<'t>)]) -> Read<Poly> {
        let place = rest.iter().position(|(minus, other)| *minus && self.is_pointer(other));
        let Some((before, [(_, other), behind @ ..])) = place.map(|place| rest.split_at(place)) else {
            return wrong("term", "a pointer is no integer");
        };
        let from = self.moved(first, before)?;
        let to = self.pointer(other)?;
        if self.element(&from)?.0 != 1 || self.element(&to)?.0 != 1 {
            return wrong("element type", "the distance of pointers that do not point to single bytes");
        }
        self.sum(from.address.sub(&to.address)?, behind, 1)
    }

    /// The symbol of the quotient of a term and a constant.
    fn quotient(&mut self, dividend: &Poly, divisor: &Poly) -> Read<(Poly, i128)> {
        let Some(divisor) = divisor.as_constant().filter(|divisor| *divisor != 0) else {
            return wrong("division", "division by something else than a constant that is not 0");
        };
        let natural = self.not_negative(dividend);
        let step = Step::Quotient { dividend: dividend.clone(), divisor, natural };
        Ok((variable(self.step(step)?)?, divisor))
    }

    /// The pointer of a string conjunct, of `strlen` or of `wcslen`, with size and alignment of a character in bytes.
    pub fn string(&mut self, arguments: &'c [Expr<'t>], wide: bool) -> Read<(Pointer<'c>, (u32, u64))> {
        let [argument] = arguments else { return wrong("syntax", "a string is named by one pointer") };
        let pointer = self.pointer(argument)?;
        let character = match wide.then(|| self.element(&pointer)).transpose()? {
            None => (1, 1),
            Some((2, align)) => (2, align),
            Some((4, align)) => (4, align),
            Some(_) => return wrong("element type", "the characters of a wide string have 2 or 4 bytes"),
        };
        Ok((pointer, character))
    }

    /// The length of a string, in characters.
    pub fn length(&self, number: usize) -> Read<Poly> {
        variable(self.written.parameters.len() + number)
    }

    /// One side of a comparison, and whether it is a pointer.
    pub fn side(&mut self, expr: &'c Expr<'t>) -> Read<(Poly, bool)> {
        match self.is_pointer(expr) {
            true => Ok((self.pointer(expr)?.address, true)),
            false => Ok((self.term(expr)?, false)),
        }
    }
}

/// Size and alignment of `depth` pointers to a type, in bytes.
fn layout(layout: &Layout, base: &Base, depth: u32) -> Read<(u64, u64)> {
    let ty = match base {
        _ if depth > 0 => Type::Pointer,
        Base::Object(size, align) => return Ok((*size, *align)),
        Base::Void => return wrong("element type", "void has no size"),
        Base::Bool => Type::Int(8),
        Base::Float => Type::Float(FloatKind::Float),
        Base::Double => Type::Float(FloatKind::Double),
        Base::Integer { width: 0, .. } => Type::Int(layout.pointer_bits),
        Base::Integer { width, .. } => Type::Int(*width),
        Base::Struct(name) => structure(name),
    };
    match (layout.size(&ty), layout.align(&ty)) {
        (Ok(size), Ok(align)) => Ok((size, align)),
        (Err(reason), _) | (_, Err(reason)) => {
            let name = if let Base::Struct(name) = base { name.as_str() } else { "" };
            wrong("element type", format!("the module does not give the size of struct {name}: {reason}"))
        }
    }
}

/// The module's type for `struct NAME`.
pub fn structure(name: &str) -> Type {
    Type::Named(format!("struct.{name}").as_str().into())
}

/// The term that is this symbol.
fn variable(number: usize) -> Read<Poly> {
    Ok(Poly::var(Var::try_from(number).map_err(|_| Fault::TooLarge)?))
}
