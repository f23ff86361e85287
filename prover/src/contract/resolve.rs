//! Turns a contract in C into one that needs neither the program's types nor its macros: members, elements and contents
//! become values at addresses (`spec/precondition.md`, section "From C").

use crate::contract::ContractError;
use crate::contract::address::{Place, cast, constant, negated, scaled, sum};
use crate::contract::clause::{At, Expression, Operation, Relation};
use crate::contract::for_all;
use crate::contract::intervals::{self, POINTER};
use crate::contract::near::meant_call;
use crate::contract::pointers;
use crate::contract::promised;
use crate::contract::questions::{Questions, is_static_local, typed, whole};
use crate::contract::strings::{self, length};
use crate::contract::structures::{Form, form, shape, takes};
use crate::contract::types::{Base, CType, Parameter};
use crate::contract::unknown;
use std::collections::BTreeMap;

pub(super) type Resolved<T> = Result<T, ContractError>;

/// A contract that is being resolved.
pub(super) struct Resolver<'a> {
    pub(super) questions: &'a Questions,
    /// The parameters by name, in the form of the normalized contract.
    pub(super) parameters: BTreeMap<String, Parameter>,
    pointer_bytes: i128,
    /// The values read from memory: the normalized text, and the C expression.
    pub(super) names: Vec<(String, String)>,
    /// The pointers to ranges, likewise.
    pub(super) pointers: Vec<(String, String)>,
    /// A pointer to a range whose elements have a larger alignment than the text says.
    pub(super) over_aligned: Option<String>,
    /// That distances in the present formula are whole.
    pub(super) whole: Vec<Expression>,
    /// Whether the present formula makes the clause true by being false.
    denied: bool,
    /// The variable of the `\forall` around the present formula.
    pub(super) bound: Option<String>,
}

pub(super) fn bad<T>(message: impl Into<String>) -> Resolved<T> {
    Err(ContractError::new(message))
}

fn word(text: &str) -> Expression {
    Expression::Name(text.into(), At::default())
}

impl<'a> Resolver<'a> {
    pub(super) fn new(
        questions: &'a Questions,
        parameters: BTreeMap<String, Parameter>,
        pointer_bytes: u32,
    ) -> Resolver<'a> {
        let pointer_bytes = i128::from(pointer_bytes);
        Resolver {
            questions,
            parameters,
            pointer_bytes,
            names: Vec::new(),
            pointers: Vec::new(),
            over_aligned: None,
            whole: Vec::new(),
            denied: false,
            bound: None,
        }
    }

    /// Resolves a formula. An error has the place of the part that it is about.
    pub(super) fn formula(&mut self, e: &Expression) -> Resolved<Expression> {
        let outside = std::mem::take(&mut self.whole);
        let resolved = self.formula_of(e).map_err(|error| error.or_at(e.at()));
        let mut parts = std::mem::replace(&mut self.whole, outside);
        let resolved = resolved?;
        if parts.is_empty() {
            return Ok(resolved);
        }
        if self.denied {
            let part = parts.swap_remove(0);
            return bad(format!(
                "behind ! or in front of ==> nothing says that the distance is whole: write {part} before"
            ))
            .map_err(|error: ContractError| error.or_at(e.at()));
        }
        parts.push(resolved);
        Ok(Expression::And(parts))
    }

    /// All but the last part are conditions, which are denied where it is not to hold.
    fn implication(&mut self, parts: &[Expression]) -> Resolved<Vec<Expression>> {
        let last = parts.len().saturating_sub(1);
        let mut resolved = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let denied = self.denied;
            self.denied ^= number < last;
            let part = self.formula(part);
            self.denied = denied;
            resolved.push(part?);
        }
        Ok(resolved)
    }

    fn formula_of(&mut self, e: &Expression) -> Resolved<Expression> {
        let mut all = |parts: &[Expression]| parts.iter().map(|p| self.formula(p)).collect::<Resolved<Vec<_>>>();
        Ok(match e {
            Expression::And(parts) => Expression::And(all(parts)?),
            Expression::Or(parts) => Expression::Or(all(parts)?),
            Expression::Implies(parts) => Expression::Implies(self.implication(parts)?),
            Expression::Not(inside) => {
                self.denied = !self.denied;
                let inside = self.formula(inside);
                self.denied = !self.denied;
                Expression::Not(Box::new(inside?))
            }
            Expression::Chain(first, rest) => self.chain(first, rest)?,
            Expression::Name(name, _) if name == "\\true" => e.clone(),
            Expression::Call(name, operands) if name == "\\valid" || name == "\\valid_read" => {
                let mut ranges = Vec::new();
                for operand in operands {
                    ranges.extend(self.range(operand)?);
                }
                match ranges.is_empty() {
                    true => word("\\true"),
                    false => Expression::Call(name.clone(), ranges),
                }
            }
            Expression::Call(name, operands) if let Some((_, wide)) = strings::predicate(name) => {
                let [operand] = operands.as_slice() else { return bad("one pointer names a string") };
                Expression::Call(name.clone(), vec![self.string(operand, wide)?])
            }
            Expression::Call(name, operands) if let Some((variable, range, said)) = for_all(name, operands) => {
                self.for_all(variable, range, said)?
            }
            Expression::Call(name, operands) if name == "\\callback" => {
                let [operand] = operands.as_slice() else { return bad("one pointer names a function") };
                let hidden = |name: &str| self.parameters.contains_key(name);
                let function = matches!(operand, Expression::Address(inside)
                    if !matches!(&**inside, Expression::Name(name, _) if hidden(name)));
                let operand = if function { operand.clone() } else { self.pointer(operand)? };
                Expression::Call(name.clone(), vec![operand])
            }
            Expression::Call(name, operands) if name == "\\fresh" => {
                let [pointer, size] = operands.as_slice() else { return bad("\\fresh takes a pointer and a size") };
                Expression::Call(name.clone(), vec![self.pointer(pointer)?, self.term(size)?])
            }
            Expression::Call(name, operands) if name == "\\freeable" => {
                let [operand] = operands.as_slice() else { return bad("one pointer names what can be freed") };
                Expression::Call(name.clone(), vec![self.pointer(operand)?])
            }
            Expression::Call(name, operands) if name == "\\separated" => {
                let operands = operands.iter().map(|o| self.separated(o)).collect::<Resolved<_>>()?;
                Expression::Call(name.clone(), operands)
            }
            Expression::Call(name, operands) if let Some((form, _)) = form(name) => {
                self.structure(name, form, operands)?
            }
            Expression::Call(name, _) => {
                let meant = meant_call(name);
                return bad(format!("'{name}' is no condition here: no predicate of this name stands above{meant}"));
            }
            // As in C, a value is true if it is not 0.
            value if self.is_pointer(value) => {
                Expression::Chain(Box::new(self.pointer(value)?), vec![(Relation::Ne, word("\\null"))])
            }
            value => Expression::Chain(Box::new(self.term(value)?), vec![(Relation::Ne, Expression::Number(0))]),
        })
    }

    /// Resolves the description of a list or tree: the type of its cells and the links become numbers.
    fn structure(&mut self, name: &str, form: Form, operands: &[Expression]) -> Resolved<Expression> {
        let (pointers, cell) = operands.split_at(form.pointers().min(operands.len()));
        let Some((Expression::Type(ty), links)) = cell.split_first() else {
            return bad(format!("{name} takes pointers, the type of its cells, and the members that link them"));
        };
        let mut resolved = Vec::new();
        for pointer in pointers {
            if !self.is_pointer(pointer) {
                return bad(format!("{name}: '{pointer}' is no pointer"));
            }
            resolved.push(self.pointer(pointer)?);
        }
        let questions = self.questions;
        let of_type = |what| {
            let answer = questions.answer(&format!("*({ty} *)0"), what).ok().and_then(|n| u64::try_from(n).ok());
            answer.ok_or_else(|| ContractError::new(format!("{name}: what is '{ty}'?")))
        };
        let (size, align) = (of_type("size")?, of_type("place align")?);
        resolved.push(Expression::Type(CType { base: Base::Object { size, align }, stars: 0 }));
        for link in links {
            let offset = questions.answer(&format!("*({ty} *)0.{link}"), "offset");
            let offset = offset.map_err(|error| ContractError::new(format!("{name}: '{link}': {error}")))?;
            let link = format!("(({ty} *)0)->{link}");
            if questions.answer(&link, "class") != Ok(POINTER) || !questions.is(&link, "pointer") {
                return bad(format!("{name}: '{link}' is no pointer"));
            }
            resolved.push(Expression::Number(offset));
        }
        match shape(form, resolved.get(form.pointers()..).unwrap_or_default()) {
            Some(_) => Ok(Expression::Call(name.to_owned(), resolved)),
            None => bad(format!("{name} takes {}", takes(form))),
        }
    }

    fn chain(&mut self, first: &Expression, rest: &[(Relation, Expression)]) -> Resolved<Expression> {
        let null = |e: &Expression| {
            matches!(e, Expression::Name(n, _) if n == "\\null" || n == "NULL") || *e == Expression::Number(0)
        };
        for operand in rest.iter().map(|(_, right)| right).chain([first]) {
            if matches!(operand, Expression::Name(name, _) if self.is_unknown(name)) {
                self.place(operand)?;
            }
        }
        let pointers = self.is_pointer(first) || rest.iter().any(|(_, right)| self.is_pointer(right));
        if !pointers {
            let left = self.term(first)?;
            let rest = rest.iter().map(|(r, right)| Ok((*r, self.term(right)?))).collect::<Resolved<_>>()?;
            return Ok(Expression::Chain(Box::new(left), rest));
        }
        if let [(relation @ (Relation::Eq | Relation::Ne), right)] = rest
            && null(first)
        {
            return Ok(Expression::Chain(Box::new(self.pointer(right)?), vec![(*relation, word("\\null"))]));
        }
        let left = self.pointer(first)?;
        let mut resolved = Vec::new();
        for (relation, right) in rest {
            if self.is_array(first) && self.is_array(right) {
                return bad(format!(
                    "'{first}' and '{right}' are arrays, which are not compared: compare their elements"
                ));
            }
            resolved.push((*relation, if null(right) { word("\\null") } else { self.pointer(right)? }));
        }
        Ok(Expression::Chain(Box::new(left), resolved))
    }

    /// Whether nothing has this name.
    fn is_unknown(&self, name: &str) -> bool {
        let own =
            name.starts_with('\\') || name == "NULL" || is_static_local(name) || self.bound.as_deref() == Some(name);
        !own && !self.parameters.contains_key(name) && self.questions.answer(name, "size").is_err()
    }

    fn is_pointer(&self, e: &Expression) -> bool {
        pointers::is_pointer(self.questions, e)
    }

    pub(super) fn is_array(&self, e: &Expression) -> bool {
        pointers::is_array(self.questions, e)
    }

    /// The size and alignment of what a pointer points to.
    pub(super) fn element(&self, e: &Expression) -> Resolved<(i128, i128)> {
        pointers::element(self.questions, self.pointer_bytes, e)
    }

    /// The place to which a pointer points.
    pub(super) fn target(&mut self, e: &Expression) -> Resolved<Place> {
        match e {
            // What reads nothing is the same at the call and at the return.
            Expression::Call(name, operands)
                if name == "\\old"
                    && let [inside] = operands.as_slice() =>
            {
                if self.is_array(inside) {
                    return bad(format!("'{e}': what an array held cannot be said: name its elements"));
                }
                let inside = self.pointer(inside)?;
                let base = if promised::reads(&inside) { promised::old(inside) } else { inside };
                Ok(Place { base, bytes: Vec::new() })
            }
            Expression::Name(name, _) if self.parameters.contains_key(name) => {
                Ok(Place { base: word(name), bytes: Vec::new() })
            }
            Expression::Cast(ty, inside) if ty.stars > 0 || self.is_pointer(e) => match self.is_pointer(inside) {
                true => self.target(inside),
                false => bad(format!("'{inside}' is no pointer")),
            },
            Expression::Address(inside) => self.place(inside),
            Expression::Binary(operation @ (Operation::Add | Operation::Sub), p, index) if self.is_pointer(p) => {
                let (place, size) = (self.target(p)?, self.element(p)?.0);
                let index = self.term(index)?;
                let bytes = scaled(index, size);
                Ok(place.plus(if *operation == Operation::Sub { negated(bytes) } else { bytes }))
            }
            _ if self.is_array(e) => self.place(e),
            _ if self.is_pointer(e) => {
                let place = self.place(e)?;
                Ok(Place { base: self.read("ptr", &place, e), bytes: Vec::new() })
            }
            _ => bad(format!("'{e}' is no pointer{}", self.why(e))),
        }
    }

    /// What the compiler says about an expression that it does not accept, for messages.
    fn why(&self, e: &Expression) -> String {
        match self.questions.answer(&typed(e), "size") {
            Err(error) => format!(" ({error})"),
            Ok(_) => String::new(),
        }
    }

    /// The place of a variable in memory.
    pub(super) fn place(&mut self, e: &Expression) -> Resolved<Place> {
        match e {
            Expression::Name(name, _) if self.bound.as_ref() == Some(name) => bad(format!("'{name}' is no memory")),
            Expression::Name(name, _) if self.parameters.contains_key(name) => {
                bad(format!("'{name}' is a parameter, whose address a contract cannot name"))
            }
            Expression::Name(name, _) if is_static_local(name) || self.questions.answer(name, "size").is_ok() => {
                Ok(Place { base: Expression::Address(Box::new(word(name))), bytes: Vec::new() })
            }
            Expression::Name(name, at) => {
                Err(unknown::name(self.questions, name, at.known(), self.parameters.keys().map(String::as_str)))
            }
            Expression::Content(p) => self.target(p),
            Expression::Element(p, index) => {
                let (place, size) = (self.target(p)?, self.element(p)?.0);
                let index = self.term(index)?;
                Ok(place.plus(scaled(index, size)))
            }
            Expression::Member(of, false, member) if self.is_pointer(of) && !self.is_array(of) => {
                bad(format!("'{of}' is a pointer: write {of}->{member}"))
            }
            Expression::Member(of, arrow, member) => {
                let structure = whole(of, *arrow);
                let place = if *arrow { self.target(of)? } else { self.place(of)? };
                let offset = self.questions.answer(&format!("{structure}.{member}"), "offset");
                let offset = offset.map_err(|error| unknown::member(self.questions, e, &error))?;
                Ok(place.plus(Expression::Number(offset)))
            }
            _ => bad(format!("'{e}' lies nowhere in memory")),
        }
    }

    /// A value in memory.
    fn read(&mut self, kind: &str, place: &Place, e: &Expression) -> Expression {
        let bytes = sum(&place.bytes).unwrap_or(Expression::Number(0));
        let address = Expression::binary(Operation::Add, place.base.clone(), bytes);
        let read = Expression::Element(Box::new(word(kind)), Box::new(address));
        let (text, name) = (read.to_string(), e.to_string());
        if self.names.iter().all(|(known, _)| *known != text) {
            self.names.push((text, name));
        }
        read
    }

    /// Resolves a pointer to a sum of a pointer and a number of bytes.
    fn pointer(&mut self, e: &Expression) -> Resolved<Expression> {
        let place = self.target(e)?;
        Ok(self.written(place))
    }

    pub(super) fn written(&self, place: Place) -> Expression {
        match sum(&place.bytes) {
            Some(bytes) => Expression::binary(Operation::Add, cast(1, 1, place.base), bytes),
            None => place.base,
        }
    }

    /// Resolves a string's pointer. Wide characters have the size and alignment of the pointer's element type.
    fn string(&mut self, e: &Expression, wide: bool) -> Resolved<Expression> {
        self.over_aligned = self.over_aligned.take().or_else(|| pointers::over_aligned(self.questions, e));
        if !wide {
            return self.pointer(e);
        }
        let (size, align) = self.element(e)?;
        let place = self.target(e)?;
        Ok(self.start(place, size, align))
    }

    /// The text of a pointer whose elements have this size and alignment.
    fn start(&self, place: Place, size: i128, align: i128) -> Expression {
        let plain = match &place.base {
            Expression::Name(name, _) if place.bytes.is_empty() => self.parameters.get(name),
            _ => None,
        };
        let same = |p: &Parameter| match p.ty.base {
            Base::Bool => (size, align) == (1, 1),
            Base::Fixed { bits: bits @ (8 | 16 | 32), .. } => (size, align) == (i128::from(bits / 8), size),
            _ => false,
        };
        match plain.is_some_and(|p| p.ty.stars == 1 && same(p)) {
            true => place.base,
            false => cast(size, align, self.written(place)),
        }
    }

    /// Resolves the range of a `\valid`; `None` for a global variable, which is always valid.
    pub(super) fn range(&mut self, e: &Expression) -> Resolved<Option<Expression>> {
        let (p, bounds) = match e {
            Expression::Binary(Operation::Add, p, bounds) if matches!(**bounds, Expression::Interval(..)) => {
                (p.as_ref(), Some(bounds.as_ref()))
            }
            _ => (e, None),
        };
        let (size, align) = self.element(p)?;
        self.over_aligned = self.over_aligned.take().or_else(|| pointers::over_aligned(self.questions, p));
        let place = self.target(p)?;
        let bounds = match bounds {
            Some(Expression::Interval(low, high)) => Some((self.term(low)?, self.term(high)?)),
            _ => None,
        };
        if let Expression::Address(global) = &place.base {
            let (low, high) = bounds.unwrap_or((Expression::Number(0), Expression::Number(0)));
            let whole = self.questions.answer(&global.to_string(), "size").unwrap_or(0);
            let first = sum(&place.bytes).unwrap_or(Expression::Number(0));
            return match (constant(&first), constant(&low), constant(&high)) {
                (Some(first), Some(low), Some(high))
                    if low > high || first + low * size >= 0 && first + (high + 1) * size <= whole =>
                {
                    Ok(None)
                }
                _ => bad(format!("'{e}' lies in the global variable '{global}', which needs no \\valid")),
            };
        }
        let start = self.start(place, size, align);
        self.pointers.push((start.to_string(), p.to_string()));
        Ok(Some(match bounds {
            Some((low, high)) => {
                Expression::binary(Operation::Add, start, Expression::Interval(Box::new(low), Box::new(high)))
            }
            None => start,
        }))
    }

    /// Resolves an integer.
    pub(super) fn term(&mut self, e: &Expression) -> Resolved<Expression> {
        let size = |r: Result<i128, String>| {
            let error = |error| ContractError::new(format!("'{e}': {error}"));
            Ok::<_, ContractError>(Expression::Number(r.map_err(error)?))
        };
        match e {
            Expression::Number(_) => Ok(e.clone()),
            Expression::Name(name, _) if self.bound.as_ref() == Some(name) => Ok(e.clone()),
            Expression::Cast(..) if self.mentions_variable(e) => {
                bad(format!("'{e}': do without the cast in a \\forall"))
            }
            Expression::SizeOf(ty) => size(self.questions.answer(&format!("*({ty} *)0"), "size")),
            Expression::SizeOfValue(c) => size(self.questions.answer(c, "size")),
            Expression::Call(name, arguments)
                if let (Some(wide), [argument]) = (length(name), arguments.as_slice()) =>
            {
                Ok(Expression::Call(name.clone(), vec![self.string(argument, wide)?]))
            }
            Expression::Call(name, operands)
                if name == "\\old"
                    && let [inside] = operands.as_slice() =>
            {
                let inside = self.term(inside)?;
                Ok(if promised::reads(&inside) { promised::old(inside) } else { inside })
            }
            Expression::Name(name, _) if let Some(p) = self.parameters.get(name) => match p.ty.is_integer() {
                true => Ok(e.clone()),
                false => bad(format!("'{name}' is no integer")),
            },
            Expression::Name(name, _) if let Ok(value) = self.questions.answer(name, "value") => {
                Ok(Expression::Number(value))
            }
            Expression::Cast(_, inside) => {
                let to = intervals::of_type(self.questions, e)?;
                let parameter = |name: &str| self.parameters.contains_key(name);
                let from = intervals::of_value(self.questions, &parameter, self.pointer_bytes, inside)?;
                match to.0 <= from.0 && from.1 <= to.1 {
                    true => self.term(inside),
                    false => bad(format!("'{e}' may change the value: integers of a contract are mathematical")),
                }
            }
            Expression::Binary(operation, a, b) if !self.is_pointer(a) && !self.is_pointer(b) => {
                Ok(Expression::folded(*operation, self.term(a)?, self.term(b)?))
            }
            Expression::Binary(Operation::Sub, a, b) if self.is_pointer(a) && self.is_pointer(b) => {
                self.distance(e, a, b)
            }
            Expression::Binary(..) => bad(format!("'{e}': this is no operation on pointers")),
            Expression::Name(name, _) if is_static_local(name) => {
                let name = name.replacen('.', "::", 1);
                bad(format!(
                    "'{name}': write what a static variable of a function holds with its size and sign: i32[&{name}]"
                ))
            }
            Expression::Name(..) | Expression::Member(..) | Expression::Element(..) | Expression::Content(_) => {
                let place = self.place(e)?;
                let (low, high) = intervals::of_type(self.questions, e)?;
                let bits = 128 - (high - low).leading_zeros();
                let kind = format!("{}{}", if low < 0 { 'i' } else { 'u' }, bits.max(8));
                Ok(self.read(&kind, &place, e))
            }
            _ => bad(format!("'{e}' is no integer")),
        }
    }
}
