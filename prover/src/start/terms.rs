//! The terms and pointers of a contract, over its own variables, and what they read from memory
//! (`spec/precondition.md`, section "Terms").

use crate::algebra::{Term, TooLarge, Var};
use crate::contract::{Base, CType, Contract, ContractError, Expression, Operation, length};
use crate::contract::{Meaning, Step, Understood};
use crate::program::Program;
use certificates::Sign;
use std::collections::BTreeSet;

/// Words that may precede the brackets of a place, with width and sign of the value there.
const KINDS: [(&str, u32, Sign); 8] = [
    ("i8", 8, Sign::Signed),
    ("u8", 8, Sign::Unsigned),
    ("i16", 16, Sign::Signed),
    ("u16", 16, Sign::Unsigned),
    ("i32", 32, Sign::Signed),
    ("u32", 32, Sign::Unsigned),
    ("i64", 64, Sign::Signed),
    ("u64", 64, Sign::Unsigned),
];

/// A pointer.
#[derive(Clone, Debug)]
pub(super) struct Pointed {
    /// The contract's variable that it begins with.
    pub start: Var,
    pub address: Term,
    /// What it points to.
    pub element: CType,
    /// Whether it begins with the address of a global variable.
    pub global: bool,
}

/// Gives terms their meaning.
pub(super) struct Terms<'a> {
    program: &'a Program,
    contract: &'a Contract,
    kept: &'a [&'a str],
    /// For each string the size of a character and the address, as far as they are known.
    pub strings: Vec<Option<(u32, Term)>>,
    pub out: Meaning,
    /// When what is read now is read.
    pub time: Time,
    /// The variables that have been read.
    pub reads: BTreeSet<Var>,
    /// The `\forall` whose condition is read.
    pub all: Option<OfAll>,
}

/// A `\forall` whose condition is read.
pub(super) struct OfAll {
    /// Its variable's name.
    pub variable: String,
    /// The element that the condition is about, and how it is written.
    pub element: Option<(Step, String)>,
}

/// What stands for the variable of a `\forall`, and for the element: no other variable of a contract has such a number.
pub(super) const INDEX: Var = Var::MAX;
pub(super) const ELEMENT: Var = Var::MAX - 1;

/// Whether a term depends on the variable of a `\forall`.
fn varies(term: &Term) -> bool {
    term.contains(INDEX) || term.contains(ELEMENT)
}

/// When the terms of a contract read memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Time {
    /// At the call, in the clause that calls satisfy.
    Required,
    /// At the call, for `\old` or `assigns`.
    Called,
    Returned,
}

impl<'a> Terms<'a> {
    pub(super) fn new(program: &'a Program, contract: &'a Contract, kept: &'a [&'a str], out: Meaning) -> Terms<'a> {
        let strings = vec![None; out.strings];
        Terms { program, contract, kept, strings, out, time: Time::Required, reads: BTreeSet::new(), all: None }
    }

    pub(super) fn keeps(&self, global: &str) -> bool {
        self.kept.contains(&global)
    }

    /// Whether the program has a global variable of this name.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.program.globals.iter().any(|global| *global.name == *name)
    }

    fn first_global(&self) -> usize {
        self.contract.parameters.len() + self.strings.len()
    }

    /// The number of the first variable that belongs to a step.
    fn first_step(&self) -> usize {
        self.first_global() + self.kept.len()
    }

    /// Whether a term's values do not depend on memory or quotients.
    pub(super) fn is_early(&self, term: &Term) -> bool {
        let first = self.first_step();
        term.vars().all(|v| (v as usize) < first)
    }

    pub(super) fn length_of(&self, string: usize) -> Understood<Term> {
        Ok(Term::var(number(self.contract.parameters.len() + string)?))
    }

    /// The variable for what a step reads or computes.
    fn step(&mut self, step: Step) -> Understood<Var> {
        if let Step::Read { address: term, .. } | Step::Quotient { dividend: term, .. } = &step
            && varies(term)
        {
            return Err(ContractError::new("in a \\forall, what is read or divided depends on an element"));
        }
        let all = self.symbols().count();
        // What is read at the return is read anew.
        let late = all - self.out.after.len();
        let (first, end) = if self.time == Time::Returned { (late, all) } else { (0, late) };
        let known = self.symbols().take(end).skip(first).position(|s| *s == step);
        if known.is_none() {
            match self.time {
                Time::Required => self.out.steps.push(step),
                Time::Called => self.out.before.push(step),
                Time::Returned => self.out.after.push(step),
            }
        }
        let variable = number(self.first_step() + known.map_or(end, |place| first + place))?;
        self.reads.insert(variable);
        Ok(variable)
    }

    /// The steps that introduce variables, in the order of these.
    fn symbols(&self) -> impl Iterator<Item = &Step> {
        let Meaning { steps, before, after, .. } = &self.out;
        steps.iter().chain(before).chain(after).filter(|s| s.has_variable())
    }

    /// The type of `\result`, and its variable.
    fn result(&mut self) -> Understood<(&'a CType, Var)> {
        let contract = self.contract;
        match &contract.result {
            Some(ty) if self.time == Time::Returned => {
                let signed = ty.integer(self.program).is_some_and(|(_, signed)| signed);
                Ok((ty, self.step(Step::Result(signed))?))
            }
            _ => Err(ContractError::new("'\\result' belongs into ensures, and its type behind 'returns'")),
        }
    }

    /// Reads the operand of `\old`.
    fn old<T>(&mut self, read: impl FnOnce(&mut Self) -> Understood<T>) -> Understood<T> {
        if self.time == Time::Required {
            return Err(ContractError::new("'\\old' belongs into ensures"));
        }
        let time = std::mem::replace(&mut self.time, Time::Called);
        let value = read(self);
        self.time = time;
        value
    }

    /// The address of a global variable, and its size in bytes.
    pub(super) fn whole(&mut self, global: &'a Expression) -> Understood<(Term, Term)> {
        let address = self.pointer(global)?.address;
        let Expression::Address(inside) = global else {
            return Err(ContractError::new("a global variable is missing"));
        };
        let known = self.program.globals.iter().find(|known| is_word(inside, &known.name));
        Ok((address, Term::constant(known.map_or(0, |known| i128::from(known.size)))))
    }

    fn pointed(&self, place: usize, element: CType) -> Understood<Pointed> {
        let start = number(place)?;
        Ok(Pointed { start, address: Term::var(start), element, global: false })
    }

    fn parameter(&self, name: &str) -> Understood<usize> {
        let place = self.contract.parameters.iter().position(|p| p.name == name);
        place.ok_or_else(|| ContractError::new(format!("'{name}' is no parameter of the function")))
    }

    /// Size and alignment of what a pointer points to.
    pub(super) fn element(&self, pointer: &Pointed) -> Understood<(u64, u64)> {
        pointer.element.layout(self.program)
    }

    pub(super) fn is_pointer(&self, e: &Expression) -> bool {
        match e {
            Expression::Name(name, _) if name == "\\result" => {
                self.contract.result.as_ref().is_some_and(|ty| ty.stars > 0)
            }
            Expression::Call(..) if let Some(inside) = e.as_old() => self.is_pointer(inside),
            Expression::Name(name, _) => self.contract.parameters.iter().any(|p| p.name == *name && p.ty.stars > 0),
            Expression::Element(kind, _) => is_word(kind, "ptr"),
            Expression::Cast(ty, _) => ty.stars > 0,
            Expression::Address(_) => true,
            Expression::Binary(operation @ (Operation::Add | Operation::Sub), left, right) => {
                self.is_pointer(left) && !(*operation == Operation::Sub && self.is_pointer(right))
            }
            _ => false,
        }
    }

    pub(super) fn pointer(&mut self, e: &'a Expression) -> Understood<Pointed> {
        let void = CType { base: Base::Void, stars: 0 };
        match e {
            Expression::Call(..) if let Some(inside) = e.as_old() => self.old(|terms| terms.pointer(inside)),
            Expression::Name(name, _) if name == "\\result" => {
                let (ty, variable) = self.result()?;
                let element = ty.pointee().ok_or_else(|| ContractError::new("'\\result' is no pointer"))?;
                self.pointed(variable as usize, element)
            }
            Expression::Name(name, _) => {
                let place = self.parameter(name)?;
                let ty = self.contract.parameters.get(place).and_then(|p| p.ty.pointee());
                let ty = ty.ok_or_else(|| ContractError::new(format!("'{name}' is no pointer")))?;
                self.pointed(place, ty)
            }
            Expression::Cast(ty, inside) => {
                let element = ty.pointee();
                let element = element.ok_or_else(|| ContractError::new("a cast to a type that is no pointer"))?;
                Ok(Pointed { element, ..self.pointer(inside)? })
            }
            Expression::Element(kind, address) if is_word(kind, "ptr") => {
                let place = self.read(address, self.program.pointer_bits, Sign::Unsigned, true)?;
                self.pointed(place as usize, void)
            }
            Expression::Address(inside) => match inside.as_ref() {
                Expression::Name(name, _) if let Some(place) = self.kept.iter().position(|g| g == name) => {
                    Ok(Pointed { global: true, ..self.pointed(self.first_global() + place, void)? })
                }
                inside => Err(ContractError::new(format!("'{inside}' is no global variable that the function uses"))),
            },
            Expression::Binary(Operation::Add | Operation::Sub, ..) => {
                let (pointer, index) = self.pointer_and_index(e)?;
                let size = i128::from(self.element(&pointer)?.0);
                let address = pointer.address.add_scaled(&index, size)?;
                Ok(Pointed { address, ..pointer })
            }
            _ => Err(ContractError::new(format!("'{e}' is no pointer"))),
        }
    }

    /// The pointer at the left end of a sum, and the sum of the rest.
    pub(super) fn pointer_and_index(&mut self, e: &'a Expression) -> Understood<(Pointed, Term)> {
        // Collected from right to left, but read from left to right.
        let mut summands = Vec::new();
        let mut first = e;
        while let Expression::Binary(operation @ (Operation::Add | Operation::Sub), left, right) = first {
            summands.push((*operation, right.as_ref()));
            first = left;
        }
        let pointer = self.pointer(first)?;
        let mut index = Term::zero();
        for (operation, summand) in summands.into_iter().rev() {
            let term = self.term(summand)?;
            index = index.add_scaled(&term, if operation == Operation::Sub { -1 } else { 1 })?;
        }
        Ok((pointer, index))
    }

    /// The variable for the value at an address, which is counted in bytes.
    fn read(&mut self, e: &'a Expression, width: u32, sign: Sign, pointer: bool) -> Understood<Var> {
        let (from, bytes) = self.pointer_and_index(e)?;
        let address = from.address.add(&bytes)?;
        let kind =
            if pointer { "ptr".into() } else { format!("{}{width}", if sign == Sign::Signed { 'i' } else { 'u' }) };
        let of_all = address.contains(INDEX);
        let step = Step::Read { start: from.start, address, width, sign, pointer };
        if of_all {
            return self.element_of_all(step, format!("{kind}[{e}]"));
        }
        let variable = self.step(step)?;
        self.out.texts.insert(variable, format!("{kind}[{e}]"));
        Ok(variable)
    }

    /// The element of which a `\forall` speaks: each speaks of one.
    fn element_of_all(&mut self, step: Step, text: String) -> Understood<Var> {
        let all =
            self.all.as_mut().ok_or_else(|| ContractError::new(format!("'{text}' stands outside of a \\forall")))?;
        match &all.element {
            Some((known, other)) if *known != step => {
                Err(ContractError::new(format!("one \\forall speaks of '{other}' and of '{text}': write one for each")))
            }
            Some(_) => Ok(ELEMENT),
            None => {
                all.element = Some((step, text));
                Ok(ELEMENT)
            }
        }
    }

    /// A string's pointer, with size and alignment of a character in bytes.
    pub(super) fn string(&mut self, e: &'a Expression, wide: bool) -> Understood<(Pointed, (u32, u64))> {
        let pointer = self.pointer(e)?;
        let character = match wide.then(|| self.element(&pointer)).transpose()? {
            None => (1, 1),
            Some((2, align)) => (2, align),
            Some((4, align)) => (4, align),
            Some((size, _)) => {
                let message = format!("the characters of the wide string '{e}' are of size {size} instead of 2 or 4");
                return Err(ContractError::new(message));
            }
        };
        Ok((pointer, character))
    }

    pub(super) fn term(&mut self, e: &'a Expression) -> Understood<Term> {
        Ok(match e {
            Expression::Number(n) => Term::constant(*n),
            Expression::Name(name, _) if self.all.as_ref().is_some_and(|all| all.variable == *name) => Term::var(INDEX),
            Expression::Call(..) if let Some(inside) = e.as_old() => self.old(|terms| terms.term(inside))?,
            Expression::Call(name, _) if length(name).is_some() && self.time == Time::Returned => {
                return Err(ContractError::new(format!("{name} in ensures: only the length at the call, \\old({e})")));
            }
            Expression::Name(name, _) if name == "\\result" => match self.result()? {
                (ty, variable) if ty.is_integer() => Term::var(variable),
                _ => return Err(ContractError::new("'\\result' is no integer")),
            },
            Expression::Name(name, _) => {
                let place = self.parameter(name)?;
                match self.contract.parameters.get(place) {
                    Some(p) if p.ty.is_integer() => Term::var(number(place)?),
                    _ => return Err(ContractError::new(format!("'{name}' is no integer"))),
                }
            }
            Expression::Call(name, arguments) if let (Some(wide), [s]) = (length(name), arguments.as_slice()) => {
                let (pointer, (width, _)) = self.string(s, wide)?;
                let wanted = Some((width, pointer.address));
                let string = self.strings.iter().position(|s| *s == wanted);
                let string = string.ok_or_else(|| {
                    let predicate = if wide { "valid_read_wstring" } else { "valid_read_string" };
                    ContractError::new(format!(
                        "{name}({s}), but nothing says that {s} is a string: add {predicate}({s})"
                    ))
                })?;
                self.length_of(string)?
            }
            Expression::SizeOf(ty) => Term::constant(i128::from(ty.layout(self.program)?.0)),
            Expression::Element(kind, address)
                if let Some((_, width, sign)) = KINDS.iter().find(|(name, ..)| is_word(kind, name)) =>
            {
                Term::var(self.read(address, *width, *sign, false)?)
            }
            Expression::Binary(Operation::Sub, a, b) if self.is_pointer(a) && self.is_pointer(b) => {
                self.bytes(a)?.sub(&self.bytes(b)?)?
            }
            Expression::Binary(operation, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                match operation {
                    Operation::Add => a.add(&b)?,
                    Operation::Sub => a.sub(&b)?,
                    Operation::Mul => a.mul(&b)?,
                    Operation::Div => self.quotient(&a, &b)?.0,
                    Operation::Rem => {
                        let (quotient, divisor) = self.quotient(&a, &b)?;
                        a.add_scaled(&quotient, divisor.checked_neg().ok_or(TooLarge)?)?
                    }
                }
            }
            _ => return Err(ContractError::new(format!("'{e}' is no integer"))),
        })
    }

    /// The address of a pointer whose distance to another is counted in bytes.
    fn bytes(&mut self, e: &'a Expression) -> Understood<Term> {
        let pointer = self.pointer(e)?;
        match self.element(&pointer)?.0 {
            1 => Ok(pointer.address),
            _ => Err(ContractError::new(format!(
                "the distance of '{e}', which does not point to single bytes: cast it to char *"
            ))),
        }
    }

    fn quotient(&mut self, dividend: &Term, divisor: &Term) -> Understood<(Term, i128)> {
        let Some(divisor) = divisor.as_constant().filter(|d| *d != 0) else {
            return Err(ContractError::new("division by something else than a constant that is not 0"));
        };
        let natural = self.not_negative(dividend);
        let step = Step::Quotient { dividend: dividend.clone(), divisor, natural };
        Ok((Term::var(self.step(step)?), divisor))
    }

    /// Whether a term is seen never to be negative: nothing in it is.
    pub(super) fn not_negative(&self, term: &Term) -> bool {
        term.parts().iter().all(|(_, c)| *c > 0) && term.vars().all(|v| self.is_natural(v))
    }

    /// Whether a variable of the contract is never negative, in any call.
    fn is_natural(&self, v: Var) -> bool {
        let place = v as usize;
        if let Some(parameter) = self.out.parameters.get(place) {
            return parameter.is_none_or(|(_, signed)| !signed);
        }
        let Some(step) = place.checked_sub(self.first_step()) else { return true };
        match self.symbols().nth(step) {
            Some(Step::Read { sign, .. }) => *sign == Sign::Unsigned,
            Some(Step::Quotient { divisor, natural, .. }) => *natural && *divisor > 0,
            Some(Step::Result(signed)) => !signed,
            _ => false,
        }
    }
}

fn is_word(e: &Expression, word: &str) -> bool {
    matches!(e, Expression::Name(name, _) if name == word)
}

fn number(place: usize) -> Understood<Var> {
    Ok(Var::try_from(place).map_err(|_| TooLarge)?)
}
