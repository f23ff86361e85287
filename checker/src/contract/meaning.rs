//! What a contract says (`spec/precondition.md`, sections "Grammar" and "Meaning"): expressions become
//! terms, ranges and comparisons. What has no meaning is an error; nothing is skipped.

use std::collections::BTreeSet;

use super::clause::{Contract, Fault, MAX_RANGES, Range};
use super::grammar::{Base, CType, Expr, Relation, Written};
use crate::premises;
use crate::reader::{FloatKind, Function, Global, Layout, Type};
use crate::term::{Atom, Mono, Poly};

type Read<T> = Result<T, Fault>;

#[cfg_attr(feature = "premises", track_caller)]
fn wrong<T>(premise: &'static str, message: impl Into<String>) -> Read<T> {
    premises::demanded("R-CONTRACT", "");
    Err(Fault::Wrong(premise, message.into()))
}

/// Monomials of a term of a contract, at most; more is "cannot tell".
const MAX_MONOMIALS: usize = 64;

/// The meaning of a contract for a function.
pub fn meaning(written: &Written<'_>, function: &Function, layout: &Layout, kept: &[&Global]) -> Read<Contract> {
    let mut reader = Reader { written, layout, strings: Vec::new() };
    let signed = reader.parameters(function)?;
    let mut conjuncts = Vec::new();
    flatten(&written.clause, &mut conjuncts);
    for conjunct in &conjuncts {
        if let Expr::Call(name, arguments) = conjunct
            && string_conjunct(name).is_some()
        {
            let parameter = reader.string(arguments)?;
            reader.strings.push(parameter);
        }
    }
    let (mut ranges, mut comparisons, mut strings) = (Vec::new(), Vec::new(), 0..reader.strings.len());
    for conjunct in &conjuncts {
        match conjunct {
            Expr::Name("\\true") | Expr::Call("\\separated", _) => {}
            Expr::Call(name @ ("\\valid" | "\\valid_read"), arguments) => {
                for argument in arguments {
                    ranges.push(reader.range(argument, *name == "\\valid")?);
                }
            }
            Expr::Call(name, _) if let Some(writable) = string_conjunct(name) => {
                let number = strings.next().unwrap_or_default();
                ranges.push(reader.string_range(number, writable)?);
            }
            Expr::Chain(first, rest) => reader.chain(first, rest, &mut comparisons)?,
            Expr::Call(name, _) | Expr::Name(name) => return wrong("syntax", format!("{name} is no condition")),
            _ => return wrong("syntax", "a conjunct is no condition"),
        }
        if ranges.len() > MAX_RANGES {
            return wrong("ranges", format!("the contract has more than {MAX_RANGES} ranges"));
        }
    }
    let strings = reader.strings.len();
    let (separate, outside) = Default::default();
    let mut contract = Contract { signed, strings, comparisons, ranges, separate, outside };
    for conjunct in &conjuncts {
        if let Expr::Call("\\separated", arguments) = conjunct {
            reader.separated(arguments, kept, &mut contract)?;
        }
    }
    Ok(contract)
}

/// The module's type for `struct NAME`.
pub fn structure(name: &str) -> Type {
    Type::Named(format!("struct.{name}").as_str().into())
}

/// The conjuncts in order, without the brackets around them.
fn flatten<'e, 't>(clause: &'e Expr<'t>, conjuncts: &mut Vec<&'e Expr<'t>>) {
    match clause {
        Expr::And(list) => list.iter().for_each(|conjunct| flatten(conjunct, conjuncts)),
        conjunct => conjuncts.push(conjunct),
    }
}

/// Whether the bytes of a string conjunct of this name are writable.
fn string_conjunct(name: &str) -> Option<bool> {
    match name.strip_prefix('\\').unwrap_or(name) {
        "valid_string" => Some(true),
        "valid_read_string" => Some(false),
        _ => None,
    }
}

/// A pointer parameter and the type it points to.
struct Pointer<'c> {
    parameter: usize,
    element: &'c Base,
    /// Pointers in the element type.
    depth: u32,
}

/// What an operand of `\separated` names.
enum Separated {
    Ranges(BTreeSet<usize>),
    Global(String),
}

struct Reader<'c, 't> {
    written: &'c Written<'t>,
    layout: &'c Layout,
    /// The parameter of each string conjunct.
    strings: Vec<usize>,
}

impl<'c, 't> Reader<'c, 't> {
    /// The parameters are those of the function; which of them are signed.
    fn parameters(&self, function: &Function) -> Read<Vec<bool>> {
        let written = &self.written.parameters;
        if written.len() != function.parameters.len() {
            let (given, real) = (written.len(), function.parameters.len());
            return wrong("parameters", format!("{given} parameters are given, @{} has {real}", function.name));
        }
        let mut signed = Vec::new();
        for ((name, ty), parameter) in written.iter().zip(&function.parameters) {
            let (fits, sign) = match (&ty.base, ty.depth, &parameter.ty) {
                (_, 1.., Type::Pointer) => (true, false),
                (Base::Bool, 0, Type::Int(1)) => (true, false),
                (Base::Integer { width, signed }, 0, Type::Int(real)) => (self.bits(*width) == *real, *signed),
                (Base::Float, 0, Type::Float(FloatKind::Float)) => (true, false),
                (Base::Double, 0, Type::Float(FloatKind::Double)) => (true, false),
                _ => (false, false),
            };
            if !fits {
                return wrong("parameters", format!("the type of {name} is not that of the module's parameter"));
            }
            signed.push(sign);
        }
        Ok(signed)
    }

    fn bits(&self, width: u32) -> u32 {
        if width == 0 { self.layout.pointer_bits } else { width }
    }

    fn symbol(&self, name: &str) -> Read<(usize, &'c CType)> {
        let place = self.written.parameters.iter().position(|(other, _)| *other == name);
        match place.and_then(|place| Some((place, &self.written.parameters.get(place)?.1))) {
            Some(found) => Ok(found),
            None => wrong("name", format!("{name} is no parameter")),
        }
    }

    /// Size and alignment of `depth` pointers to a type, in bytes.
    fn layout(&self, base: &Base, depth: u32) -> Read<(u64, u64)> {
        let ty = match base {
            _ if depth > 0 => Type::Pointer,
            Base::Void => return wrong("element type", "void has no size"),
            Base::Bool => Type::Int(8),
            Base::Float => Type::Float(FloatKind::Float),
            Base::Double => Type::Float(FloatKind::Double),
            Base::Integer { width, .. } => Type::Int(self.bits(*width)),
            Base::Struct(name) => structure(name),
        };
        match (self.layout.size(&ty), self.layout.align(&ty)) {
            (Ok(size), Ok(align)) => Ok((size, align)),
            (Err(reason), _) | (_, Err(reason)) => {
                let name = if let Base::Struct(name) = base { name.as_str() } else { "" };
                wrong("element type", format!("the module does not give the size of struct {name}: {reason}"))
            }
        }
    }

    fn pointer(&self, expr: &'c Expr<'t>) -> Read<Pointer<'c>> {
        match expr {
            Expr::Name(name) => {
                let (parameter, ty) = self.symbol(name)?;
                match ty.depth.checked_sub(1) {
                    Some(depth) => Ok(Pointer { parameter, element: &ty.base, depth }),
                    None => wrong("pointer", format!("{name} is no pointer")),
                }
            }
            Expr::Cast(ty, inside) => match ty.depth.checked_sub(1) {
                Some(depth) => Ok(Pointer { element: &ty.base, depth, ..self.pointer(inside)? }),
                None => wrong("pointer", "a cast to something else than a pointer"),
            },
            _ => wrong("pointer", "a pointer is a parameter, possibly with a cast in front"),
        }
    }

    /// The parameter of a string conjunct or of `strlen`. Whatever it points to is read as `char`.
    fn string(&self, arguments: &'c [Expr<'t>]) -> Read<usize> {
        match arguments {
            [argument] => Ok(self.pointer(argument)?.parameter),
            _ => wrong("syntax", "a string is named by one pointer"),
        }
    }

    fn limited(&self, poly: Poly) -> Read<Poly> {
        if poly.size() > MAX_MONOMIALS { Err(Fault::TooLarge) } else { Ok(poly) }
    }

    fn term(&self, expr: &'c Expr<'t>) -> Read<Poly> {
        let poly = match expr {
            Expr::Number(value) => Poly::constant(*value),
            Expr::Name(name) => match self.symbol(name)? {
                (place, CType { base: Base::Integer { .. } | Base::Bool, depth: 0 }) => variable(place)?,
                _ => return wrong("term", format!("{name} is no integer")),
            },
            Expr::SizeOf(ty) => Poly::constant(i128::from(self.layout(&ty.base, ty.depth)?.0)),
            Expr::Call("strlen", arguments) => {
                let parameter = self.string(arguments)?;
                match self.strings.iter().position(|string| *string == parameter) {
                    Some(number) => self.length(number)?,
                    None => return wrong("strlen", "no conjunct says that the argument of strlen is a valid string"),
                }
            }
            Expr::Minus(inside) => self.term(inside)?.neg()?,
            Expr::Sum(summands) => {
                let mut sum = Poly::default();
                for (minus, summand) in summands {
                    sum = sum.combine(1, &self.term(summand)?, if *minus { -1 } else { 1 })?;
                }
                sum
            }
            Expr::Product(factors) => {
                let mut product = Poly::constant(1);
                for factor in factors {
                    product = self.limited(product.mul(&self.term(factor)?)?)?;
                }
                product
            }
            _ => return wrong("term", "an integer term is missing"),
        };
        self.limited(poly)
    }

    /// The length of a string.
    fn length(&self, number: usize) -> Read<Poly> {
        variable(self.written.parameters.len() + number)
    }

    /// A range: the pointer, the first and the last element.
    fn elements(&self, expr: &'c Expr<'t>) -> Read<(Pointer<'c>, Poly, Poly)> {
        let (pointer, low, high) = match expr {
            Expr::Sum(summands) => match summands.as_slice() {
                [(false, pointer), (false, Expr::Interval(low, high))] => (pointer, self.term(low)?, self.term(high)?),
                [(false, pointer), (false, _), ..] => {
                    let mut index = Poly::default();
                    for (minus, summand) in &summands[1..] {
                        index = index.combine(1, &self.term(summand)?, if *minus { -1 } else { 1 })?;
                    }
                    (pointer, index.clone(), index)
                }
                _ => return wrong("range", "a range is a pointer, or a pointer plus elements"),
            },
            pointer => (pointer, Poly::default(), Poly::default()),
        };
        Ok((self.pointer(pointer)?, low, high))
    }

    fn range(&self, expr: &'c Expr<'t>, writable: bool) -> Read<Range> {
        let (pointer, low, high) = self.elements(expr)?;
        let (size, align) = self.layout(pointer.element, pointer.depth)?;
        let scale = i128::from(size);
        let address = variable(pointer.parameter)?.combine(1, &low, scale)?;
        let size = self.limited(high.sub(&low)?.plus(1)?.scale(scale)?)?;
        let name = self.written.parameters.get(pointer.parameter).map_or("", |(name, _)| name);
        let name = if low == high && low.is_zero() { name.to_string() } else { format!("{name} + ...") };
        Ok(Range { name, address: self.limited(address)?, size, align, writable, string: None })
    }

    fn string_range(&self, number: usize, writable: bool) -> Read<Range> {
        let parameter = self.strings.get(number).copied().unwrap_or_default();
        let name = self.written.parameters.get(parameter).map_or("", |(name, _)| name);
        let (address, size) = (variable(parameter)?, self.length(number)?.plus(1)?);
        Ok(Range { name: format!("string {name}"), address, size, align: 1, writable, string: Some(number) })
    }

    fn chain(&self, first: &'c Expr<'t>, rest: &'c [(Relation, Expr<'t>)], comparisons: &mut Vec<Atom>) -> Read<()> {
        if let Some(pointer) = self.compared_pointer(first) {
            return match rest {
                [(relation @ (Relation::Eq | Relation::Ne), Expr::Name("\\null" | "NULL") | Expr::Number(0))] => {
                    let address = variable(pointer)?;
                    let null = Poly::default();
                    comparisons.push(match relation {
                        Relation::Eq => Atom::eq(&address, &null)?,
                        _ => Atom::ne(&address, &null)?,
                    });
                    Ok(())
                }
                _ => wrong("pointer comparison", "a pointer is only compared with \\null, by == or !="),
            };
        }
        let is = |wanted: &[Relation]| rest.iter().all(|(relation, _)| wanted.contains(relation));
        let up = is(&[Relation::Lt, Relation::Le, Relation::Eq]);
        let down = is(&[Relation::Gt, Relation::Ge, Relation::Eq]);
        if rest.len() > 1 && !up && !down {
            return wrong("chain", "the relations of a chain point in different directions");
        }
        let mut left = self.term(first)?;
        for (relation, right) in rest {
            let right = self.term(right)?;
            comparisons.push(match relation {
                Relation::Eq => Atom::eq(&left, &right)?,
                Relation::Ne => Atom::ne(&left, &right)?,
                Relation::Lt => Atom::le(&left.plus(1)?, &right)?,
                Relation::Le => Atom::le(&left, &right)?,
                Relation::Gt => Atom::le(&right.plus(1)?, &left)?,
                Relation::Ge => Atom::le(&right, &left)?,
            });
            left = right;
        }
        Ok(())
    }

    /// The parameter, if the expression is a pointer.
    fn compared_pointer(&self, expr: &'c Expr<'t>) -> Option<usize> {
        self.pointer(expr).ok().map(|pointer| pointer.parameter)
    }

    fn separated(&self, arguments: &'c [Expr<'t>], kept: &[&Global], contract: &mut Contract) -> Read<()> {
        if arguments.len() < 2 {
            return wrong("separated", "\\separated has at least two operands");
        }
        let places =
            arguments.iter().map(|argument| self.place(argument, kept, contract)).collect::<Read<Vec<Separated>>>()?;
        for (number, left) in places.iter().enumerate() {
            for right in &places[number + 1..] {
                match (left, right) {
                    (Separated::Ranges(left), Separated::Ranges(right)) => {
                        let pairs = left.iter().flat_map(|a| right.iter().map(|b| (*a.min(b), *a.max(b))));
                        contract.separate.extend(pairs);
                    }
                    (Separated::Ranges(ranges), Separated::Global(name))
                    | (Separated::Global(name), Separated::Ranges(ranges)) => {
                        contract.outside.extend(ranges.iter().map(|range| (*range, name.clone())));
                    }
                    (Separated::Global(_), Separated::Global(_)) => {}
                }
            }
        }
        Ok(())
    }

    fn place(&self, expr: &'c Expr<'t>, kept: &[&Global], contract: &Contract) -> Read<Separated> {
        if let Expr::Address(name) = expr {
            return match kept.iter().any(|global| *global.name == **name) {
                true => Ok(Separated::Global(name.to_string())),
                false => wrong("separated", format!("{name} is no global variable that the certificate keeps")),
            };
        }
        let wanted = self.range(expr, false)?;
        let equal = |range: &&Range| range.address == wanted.address && range.size == wanted.size;
        let ranges = contract.ranges.iter().enumerate().filter(|(_, range)| equal(range));
        let ranges: BTreeSet<usize> = ranges.map(|(number, _)| number).collect();
        if ranges.is_empty() {
            return wrong("separated", format!("{} is no range of another conjunct", wanted.name));
        }
        Ok(Separated::Ranges(ranges))
    }
}

/// The term that is this symbol.
fn variable(symbol: usize) -> Read<Poly> {
    let symbol = u32::try_from(symbol).map_err(|_| Fault::TooLarge)?;
    Ok(Poly { constant: 0, terms: vec![(Mono::Var(symbol), 1)] })
}
