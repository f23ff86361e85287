//! The meaning of a contract (`spec/precondition.md`, section "Meaning"): the conjuncts of an alternative become
//! ranges, comparisons, and values read from memory. A conjunct without meaning is an error; nothing is skipped.

use std::collections::BTreeSet;

use certificates::Marks;

use super::clause::{Contract, Fault, MAX_RANGES, Range, Step, wrong};
use super::formula::{self, Conjunct};
use super::freeable;
use super::grammar::{Base, CType, Expr, Relation, Written};
use super::most;
use super::structures;
use super::terms::{Pointer, Terms, Time};
use super::tokens::{FOR_ALL, Read};
use crate::decide::term::{Atom, Poly};
use crate::reader::{Extension, FloatKind, Global, Layout, Signature, Type};

/// The meaning of a contract for a function: one for each alternative.
pub fn meaning(
    written: &Written<'_>,
    bounds: &[most::Written<'_>],
    (name, signature): (&str, &Signature),
    layout: &Layout,
    kept: &[&Global],
) -> Read<Vec<Contract>> {
    let signed = parameters(written, (name, signature), layout)?;
    let mut separated = Operands::default();
    let mut contracts = Vec::new();
    if let Some(ty) = &written.result {
        returned(ty, signature, layout)?;
    }
    for conjuncts in &formula::alternatives(&written.clause, true, true)? {
        let strings = conjuncts.iter().filter(|conjunct| string_conjunct(conjunct).is_some()).count();
        let terms = Terms::new(written, layout, kept, signed.clone(), strings);
        let mut reader = Reader { terms, next: 0 };
        reader.strings(conjuncts);
        for conjunct in conjuncts {
            reader.conjunct(conjunct)?;
        }
        for conjunct in conjuncts {
            match conjunct {
                Conjunct::Predicate("\\freeable", operands) => reader.freeable(operands)?,
                Conjunct::Predicate("\\separated", operands) => reader.separated(operands, kept, &mut separated)?,
                _ => {}
            }
        }
        structures::separated(&reader.terms.contract)?;
        freeable::different(&reader.terms)?;
        reader.promises(written)?;
        reader.terms.time = Time::Bounded;
        let bounds = bounds.iter().map(|bound| most::most(&mut reader.terms, bound)).collect::<Read<Vec<_>>>()?;
        contracts.push(Contract { bounds, ..reader.terms.contract });
    }
    match separated.missing.into_iter().find(|(operand, _)| !separated.found.contains(operand)) {
        Some((_, fault)) => Err(fault),
        None => Ok(contracts),
    }
}

/// Checks that the parameters are those of the function. Returns for each whether it is signed.
fn parameters(written: &Written<'_>, (function, signature): (&str, &Signature), layout: &Layout) -> Read<Vec<bool>> {
    let written = &written.parameters;
    if written.len() != signature.parameters.len() {
        let (given, real) = (written.len(), signature.parameters.len());
        return wrong("parameters", format!("{given} parameters are given, @{function} has {real}"));
    }
    let mut signed = Vec::new();
    let extensions = signature.extensions.iter().skip(1);
    for (((name, ty), real), extension) in written.iter().zip(&signature.parameters).zip(extensions) {
        let Some(sign) = signedness(ty, real, layout) else {
            return wrong("parameters", format!("the type of {name} is not that of the module's parameter"));
        };
        // The parameter attribute says how the function reads the value.
        if extends(extension.as_ref(), !sign) {
            return wrong("signs", format!("{name} is signed on one side only"));
        }
        signed.push(sign);
    }
    Ok(signed)
}

/// Checks that the function returns values of this type, and extends them as their sign has it.
fn returned(ty: &CType, signature: &Signature, layout: &Layout) -> Read<()> {
    match signedness(ty, &signature.result, layout) {
        None => wrong("result", "the type of the result is not that of the module's function"),
        Some(signed) if extends(signature.extensions.first().and_then(Option::as_ref), !signed) => {
            wrong("signs", "the result is signed on one side only")
        }
        Some(_) => Ok(()),
    }
}

/// Whether a value is signed that has this type in the contract; `None` if it has another one in the module.
fn signedness(ty: &CType, real: &Type, layout: &Layout) -> Option<bool> {
    let (fits, sign) = match (&ty.base, ty.depth, real) {
        (_, 1.., Type::Pointer) => (true, false),
        (Base::Bool, 0, Type::Int(1)) => (true, false),
        (Base::Integer { width: 0, signed }, 0, Type::Int(real)) => (layout.pointer_bits == *real, *signed),
        (Base::Integer { width, signed }, 0, Type::Int(real)) => (width == real, *signed),
        (Base::Float, 0, Type::Float(FloatKind::Float)) => (true, false),
        (Base::Double, 0, Type::Float(FloatKind::Double)) => (true, false),
        _ => (false, false),
    };
    fits.then_some(sign)
}

/// Whether the module extends a value by its sign, or (`false`) by zeros.
fn extends(extension: Option<&Extension>, signed: bool) -> bool {
    matches!((extension, signed), (Some(Extension::Sign), true) | (Some(Extension::Zero), false))
}

/// For a string conjunct: whether its characters are writable, whether they are wide, and its operands.
fn string_conjunct<'e, 't>(conjunct: &Conjunct<'e, 't>) -> Option<(bool, bool, &'e [Expr<'t>])> {
    let Conjunct::Predicate(name, operands) = conjunct else { return None };
    let (writable, wide) = match name.strip_prefix('\\').unwrap_or(name) {
        "valid_string" => (true, false),
        "valid_read_string" => (false, false),
        "valid_wstring" => (true, true),
        "valid_read_wstring" => (false, true),
        _ => return None,
    };
    Some((writable, wide, operands))
}

/// What an operand of `\separated` names.
enum Separated {
    Ranges(BTreeSet<usize>),
    Global(String),
}

/// Operands of `\separated`, identified by their position in the text: each must be a range of some alternative.
#[derive(Default)]
struct Operands {
    found: BTreeSet<usize>,
    /// Operands that are not ranges, in the order of the text, with what is wrong.
    missing: Vec<(usize, Fault)>,
}

pub(super) struct Reader<'c, 't> {
    pub(super) terms: Terms<'c, 't>,
    /// The number of the next string conjunct.
    next: usize,
}

impl<'c, 't> Reader<'c, 't> {
    /// Collects the strings whose addresses read nothing from memory: they may be mentioned before their conjuncts.
    fn strings(&mut self, conjuncts: &[Conjunct<'c, 't>]) {
        for (number, (_, wide, operands)) in conjuncts.iter().filter_map(string_conjunct).enumerate() {
            let string = self.terms.string(operands, wide);
            let string = string.ok().map(|(pointer, (width, _))| (width, pointer.address));
            self.terms.strings[number] = string.filter(|_| self.terms.contract.steps.is_empty());
            self.terms.contract.steps.clear();
        }
    }

    fn conjunct(&mut self, conjunct: &Conjunct<'c, 't>) -> Read<()> {
        if let Some((writable, wide, operands)) = string_conjunct(conjunct) {
            let number = self.next;
            let (Pointer { name, start, address, global, .. }, (width, align)) = self.terms.string(operands, wide)?;
            self.next += 1;
            self.terms.strings[number] = Some((width, address.clone()));
            let (name, size) = (format!("string {name}"), self.terms.length(number)?.plus(1)?);
            let size = self.terms.limited(size.scale(i128::from(width))?)?;
            return self.add(
                Range { name, start, address, size, align, writable, string: Some(width), freeable: false },
                global,
            );
        }
        match conjunct {
            Conjunct::Predicate("\\separated" | "\\freeable", _) => Ok(()),
            Conjunct::Predicate(name @ ("\\valid" | "\\valid_read"), operands) => {
                for operand in *operands {
                    let (range, global) = self.range(operand, *name == "\\valid")?;
                    self.add(range, global)?;
                }
                Ok(())
            }
            Conjunct::Predicate("\\callback", operands) => self.callback(operands),
            Conjunct::Predicate(FOR_ALL, operands) => self.elements(operands),
            Conjunct::Predicate(name, operands) => match structures::form(name) {
                Some((form, marks)) => self.structure(form, marks, operands),
                None => wrong("syntax", format!("{name} is no condition")),
            },
            Conjunct::Comparison(left, relation, right) => self.comparison(left, *relation, right),
        }
    }

    fn add(&mut self, range: Range, global: bool) -> Read<()> {
        if global {
            return wrong("range", "a global variable needs no range");
        }
        let contract = &mut self.terms.contract;
        contract.steps.push(Step::Range(contract.ranges.len()));
        contract.ranges.push(range);
        match contract.ranges.len() > MAX_RANGES {
            true => wrong("ranges", format!("the contract has more than {MAX_RANGES} ranges")),
            false => Ok(()),
        }
    }

    fn structure(&mut self, form: structures::Form, marks: Marks, operands: &'c [Expr<'t>]) -> Read<()> {
        let structure = structures::read(&mut self.terms, form, marks, operands)?;
        let contract = &mut self.terms.contract;
        contract.steps.push(Step::Structure(contract.structures.len()));
        contract.structures.push(structure);
        match contract.structures.len() > MAX_RANGES {
            true => wrong("ranges", format!("the contract has more than {MAX_RANGES} lists and trees")),
            false => Ok(()),
        }
    }

    /// A symbol for a function that the contract describes. No function of a module has such a name; functions called
    /// through pointers are numbered by how many functions precede them.
    fn callback(&mut self, operands: &'c [Expr<'t>]) -> Read<()> {
        let number = self.terms.contract.steps.iter().filter(|step| matches!(step, Step::Callback(..))).count();
        let (name, address) = match operands {
            [Expr::Address(name)] => (format!("@{name}"), None),
            [pointer] => (format!("@@{number}"), Some(self.terms.pointer(pointer)?.address)),
            _ => return wrong("syntax", "\\callback has one operand"),
        };
        let step = Step::Callback(name, address);
        // A function that is named twice is the same function.
        if !self.terms.contract.steps.contains(&step) {
            self.terms.contract.steps.push(step);
        }
        Ok(())
    }

    fn freeable(&mut self, operands: &'c [Expr<'t>]) -> Read<()> {
        let [operand] = operands else { return wrong("syntax", "\\freeable has one operand") };
        let steps = self.terms.contract.steps.len();
        let Pointer { name, address, .. } = self.terms.pointer(operand)?;
        // A value read from memory only here begins no range.
        self.terms.contract.steps.truncate(steps);
        freeable::mark(&mut self.terms, name, &address)
    }

    /// A range: the pointer, the first and the last element.
    fn interval(&mut self, expr: &'c Expr<'t>) -> Read<(Pointer<'c>, Poly, Poly)> {
        let terms = &mut self.terms;
        Ok(match expr {
            Expr::Sum(summands)
                if let [(false, first), rest @ .., (false, Expr::Interval(low, high))] = summands.as_slice() =>
            {
                (terms.moved(first, rest)?, terms.term(low)?, terms.term(high)?)
            }
            Expr::Sum(summands) if let [(false, pointer), rest @ ..] = summands.as_slice() => {
                let (pointer, index) = (terms.pointer(pointer)?, terms.sum(Poly::default(), rest, 1)?);
                (pointer, index.clone(), index)
            }
            pointer => (terms.pointer(pointer)?, Poly::default(), Poly::default()),
        })
    }

    /// A range, and whether it begins in a global variable.
    pub(super) fn range(&mut self, expr: &'c Expr<'t>, writable: bool) -> Read<(Range, bool)> {
        let (pointer, low, high) = self.interval(expr)?;
        let (size, align) = self.terms.element(&pointer)?;
        let (scale, Pointer { name, start, address, global, .. }) = (i128::from(size), pointer);
        let name = if low == high && low.is_zero() { name.to_string() } else { format!("{name} + ...") };
        let address = self.terms.limited(address.combine(1, &low, scale)?)?;
        let size = self.terms.limited(high.sub(&low)?.plus(1)?.scale(scale)?)?;
        Ok((Range { name, start, address, size, align, writable, string: None, freeable: false }, global))
    }

    fn comparison(&mut self, left: &'c Expr<'t>, relation: Relation, right: &'c Expr<'t>) -> Read<()> {
        let atom = self.atom(left, relation, right)?;
        match self.terms.early(&atom.poly) {
            true => self.terms.contract.comparisons.push(atom),
            false => self.terms.contract.steps.push(Step::Comparison(atom)),
        }
        Ok(())
    }

    /// What a comparison says.
    pub(super) fn atom(&mut self, left: &'c Expr<'t>, relation: Relation, right: &'c Expr<'t>) -> Read<Atom> {
        let null = |expr: &Expr| matches!(expr, Expr::Name("\\null" | "NULL"));
        let equality = matches!(relation, Relation::Eq | Relation::Ne);
        let (left, from) = self.terms.side(left)?;
        let right = match right {
            right if from && equality && (null(right) || *right == Expr::Number(0)) => Poly::default(),
            right if from && null(right) => return wrong("pointer comparison", "null is only compared by == or !="),
            right => match self.terms.side(right)? {
                (right, to) if from == to => right,
                _ => return wrong("pointer comparison", "a pointer is compared with a number other than null"),
            },
        };
        Ok(match relation {
            Relation::Eq => Atom::eq(&left, &right)?,
            Relation::Ne => Atom::ne(&left, &right)?,
            Relation::Lt => Atom::le(&left.plus(1)?, &right)?,
            Relation::Le => Atom::le(&left, &right)?,
            Relation::Gt => Atom::le(&right.plus(1)?, &left)?,
            Relation::Ge => Atom::le(&right, &left)?,
        })
    }

    fn separated(&mut self, arguments: &'c [Expr<'t>], kept: &[&Global], operands: &mut Operands) -> Read<()> {
        if arguments.len() < 2 {
            return wrong("separated", "\\separated has at least two operands");
        }
        let mut places: Vec<Separated> = Vec::new();
        for argument in arguments {
            let operand = std::ptr::from_ref(argument).addr();
            match self.place(argument, kept) {
                Ok(place) => {
                    operands.found.insert(operand);
                    places.push(place);
                }
                Err(fault) => {
                    operands.missing.push((operand, fault));
                    let steps = self.terms.contract.steps.len();
                    let global = matches!(argument, Expr::Address(_));
                    let written = if global { None } else { self.range(argument, false).ok() };
                    let written = written.filter(|_| self.terms.contract.steps.len() == steps);
                    self.terms.contract.steps.truncate(steps);
                    self.terms.contract.unplaced.push(written.map(|(range, _)| (range.address, range.size)));
                }
            }
        }
        let contract = &mut self.terms.contract;
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
                    (Separated::Global(left), Separated::Global(right)) => {
                        let empty = kept.iter().any(|global| *global.name == **left && global.size == 0);
                        contract.itself |= left == right && !empty;
                    }
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, expr: &'c Expr<'t>, kept: &[&Global]) -> Read<Separated> {
        if let Expr::Address(name) = expr {
            return match kept.iter().any(|global| *global.name == *name.as_str()) {
                true => Ok(Separated::Global(name.clone())),
                false => wrong("separated", format!("{name} is no global variable that the certificate keeps")),
            };
        }
        let steps = self.terms.contract.steps.len();
        let pointer = self.terms.pointer(expr).ok();
        self.terms.contract.steps.truncate(steps);
        let wanted = self.range(expr, false);
        // A value read from memory only here makes it a different range.
        self.terms.contract.steps.truncate(steps);
        let contract = &self.terms.contract;
        let begins = |number: &usize| {
            let structure = number.checked_sub(contract.ranges.len()).and_then(|n| contract.structures.get(n));
            structure.is_some_and(|other| pointer.as_ref().is_some_and(|pointer| pointer.address == other.head))
        };
        let mut parts: BTreeSet<usize> = (0..contract.parts()).filter(begins).collect();
        if parts.is_empty() || wanted.is_ok() {
            let (wanted, _) = wanted?;
            let equal = |range: &&Range| range.address == wanted.address && range.size == wanted.size;
            let ranges = contract.ranges.iter().enumerate().filter(|(_, range)| equal(range));
            parts.extend(ranges.map(|(number, _)| number));
            if parts.is_empty() {
                return wrong("separated", format!("{} is no range of another conjunct", wanted.name));
            }
        }
        Ok(Separated::Ranges(parts))
    }
}
