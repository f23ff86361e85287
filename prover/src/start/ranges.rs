//! The meaning of the conjuncts of an alternative: ranges of memory, facts, values read from memory, and which ranges
//! are separate (`spec/precondition.md`, sections "Grammar" and "Meaning").

use crate::algebra::{Atom, Term};
use crate::contract::{
    CType, Conjunct, Contract, ContractError, Expression, Form, Operation, Relation, Text, form, meant_call, shape,
    text,
};
use crate::contract::{FOR_ALL, Meaning, Range, Step, Structure, Understood};
use crate::program::{Extension, Program, Signature, Type};
use crate::start::terms::{Pointed, Terms};
use certificates::Marks;

/// The number of ranges in a contract, at most.
const MOST_RANGES: usize = 12;

/// Understands a contract for a function: one meaning for each alternative.
pub(super) fn understand(
    program: &Program,
    (name, real): (&str, &Signature),
    contract: &Contract,
    kept: &[&str],
) -> Understood<Vec<Meaning>> {
    let parameters = signature(program, (name, real), contract)?;
    returned(program, real, contract)?;
    let mut meanings = Vec::new();
    let mut found: Vec<&Expression> = Vec::new();
    let mut missing: Vec<(&Expression, ContractError)> = Vec::new();
    for alternative in &contract.clause.alternatives()? {
        let strings = alternative.iter().filter_map(text).count();
        let out = Meaning { parameters: parameters.clone(), strings, ..Meaning::default() };
        let mut reader = Reader { terms: Terms::new(program, contract, kept, out), next: 0 };
        reader.strings(alternative);
        for conjunct in alternative {
            reader.conjunct(conjunct)?;
        }
        if reader.terms.out.ranges.len().max(reader.terms.out.structures.len()) > MOST_RANGES {
            return Err(ContractError::new(format!("more than {MOST_RANGES} ranges of memory, or lists and trees")));
        }
        for conjunct in alternative {
            match conjunct {
                Conjunct::Predicate("\\separated", places) => reader.separated(places, &mut found, &mut missing)?,
                Conjunct::Predicate("\\freeable", places) => reader.freeable(places)?,
                _ => {}
            }
        }
        reader.terms.out.separated()?;
        reader.terms.different_blocks()?;
        reader.promises(contract)?;
        meanings.push(reader.terms.out);
    }
    let elsewhere = |place: &Expression| found.iter().any(|other| std::ptr::eq(*other, place));
    match missing.into_iter().find(|(place, _)| !elsewhere(place)) {
        Some((_, error)) => Err(error),
        None => Ok(meanings),
    }
}

/// Checks that the contract's parameters are those of the function.
fn signature(
    program: &Program,
    (function, real): (&str, &Signature),
    contract: &Contract,
) -> Understood<Vec<Option<(u32, bool)>>> {
    let theirs = &real.parameters;
    if theirs.len() != contract.parameters.len() {
        return Err(ContractError::new(format!(
            "it has {} parameters, but '{}' has {} in the module (a structure passed by value is not supported)",
            contract.parameters.len(),
            function,
            theirs.len()
        )));
    }
    let mut parameters = Vec::new();
    let extensions = real.extensions.iter().skip(1);
    for ((p, ty), extension) in contract.parameters.iter().zip(theirs).zip(extensions) {
        if !fits(program, &p.ty, *ty, extension.as_ref())? {
            return Err(ContractError::new(format!("parameter '{}' has another type in the module", p.name)));
        }
        parameters.push(p.ty.integer(program));
    }
    Ok(parameters)
}

/// Checks that the function returns what the contract says.
fn returned(program: &Program, real: &Signature, contract: &Contract) -> Understood<()> {
    let Some(ty) = &contract.result else { return Ok(()) };
    match fits(program, ty, real.result, real.extensions.first().and_then(Option::as_ref))? {
        true => Ok(()),
        false => Err(ContractError::new("the result has another type in the module")),
    }
}

/// Whether a contract's type is one of the module's, and of the sign by which values are extended.
fn fits(program: &Program, ty: &CType, real: Type, extension: Option<&Extension>) -> Understood<bool> {
    let mine = ty.integer(program);
    let fits = match (real, mine) {
        (Type::Pointer, Some(_)) => ty.stars > 0,
        (Type::Int(w), Some((bits, _))) => ty.stars == 0 && w == bits,
        (Type::Float(bytes), None) => ty.layout(program)?.0 == u64::from(bytes),
        _ => false,
    };
    let signed = mine.is_some_and(|(_, signed)| signed);
    let same_sign = match extension {
        Some(Extension::Sign) => signed,
        Some(Extension::Zero) => !signed,
        Some(Extension::Not) | None => true,
    };
    Ok(fits && same_sign)
}

pub(super) struct Reader<'a> {
    pub(super) terms: Terms<'a>,
    /// The number of the next string.
    next: usize,
}

/// What an operand of `\separated` names.
enum Place {
    Ranges(Vec<usize>),
    Global(String),
}

impl<'a> Reader<'a> {
    /// Finds strings whose addresses do not depend on memory. A contract may mention these before the clause that
    /// states them.
    fn strings(&mut self, alternative: &[Conjunct<'a>]) {
        for (number, Text { wide, operands, .. }) in alternative.iter().filter_map(text).enumerate() {
            let string = operands.first().and_then(|o| self.terms.string(o, wide).ok());
            let reads = !self.terms.out.steps.is_empty();
            self.terms.out.steps.clear();
            if let Some(place) = self.terms.strings.get_mut(number) {
                *place = string.filter(|_| !reads).map(|(pointer, (width, _))| (width, pointer.address));
            }
        }
    }

    fn conjunct(&mut self, conjunct: &Conjunct<'a>) -> Understood<()> {
        if let Some(text) = text(conjunct) {
            return self.string(text);
        }
        match conjunct {
            Conjunct::Predicate("\\separated" | "\\freeable", _) => Ok(()),
            Conjunct::Predicate(name @ ("\\valid" | "\\valid_read"), operands) => {
                for operand in *operands {
                    let (pointed, length, align) = self.extent(operand)?;
                    self.range(pointed, length, align, *name == "\\valid", None, shown(operand))?;
                }
                Ok(())
            }
            Conjunct::Predicate("\\callback", operands) => self.callback(operands),
            Conjunct::Predicate(FOR_ALL, operands) => self.elements(operands),
            Conjunct::Predicate(name, operands) => match form(name) {
                Some((form, marks)) => self.structure(name, form, marks, operands),
                None => Err(ContractError::new(format!(
                    "'{name}' is no condition here: no predicate of this name stands above{}",
                    meant_call(name)
                ))),
            },
            Conjunct::Compare(left, relation, right) => self.comparison(left, *relation, right),
        }
    }

    fn string(&mut self, text: Text<'a>) -> Understood<()> {
        let [operand] = text.operands else {
            return Err(ContractError::new("a string is named by one pointer"));
        };
        let (pointed, (width, align)) = self.terms.string(operand, text.wide)?;
        let number = self.next;
        self.next += 1;
        if let Some(place) = self.terms.strings.get_mut(number) {
            *place = Some((width, pointed.address.clone()));
        }
        let length = self.terms.length_of(number)?.plus(1)?.mul(&Term::constant(i128::from(width)))?;
        self.range(pointed, length, align, text.writable, Some(width), shown(operand))
    }

    /// Gives a name to a function that the contract describes. It is no name of a function in a program: `@` and the
    /// name, or `@@` and the number of earlier `\callback`s if the function is called through a pointer.
    fn callback(&mut self, operands: &'a [Expression]) -> Understood<()> {
        let number = self.terms.out.steps.iter().filter(|step| matches!(step, Step::Callback(..))).count();
        let step = match operands {
            [Expression::Address(inside)] => match inside.as_ref() {
                Expression::Name(name, _) if !name.contains('.') && !self.terms.is_variable(name) => {
                    Step::Callback(format!("@{name}"), None)
                }
                inside => {
                    return Err(ContractError::new(format!("\\callback names '{inside}', which is no function")));
                }
            },
            [pointer] => Step::Callback(format!("@@{number}"), Some(self.terms.pointer(pointer)?.address)),
            _ => return Err(ContractError::new("\\callback takes one pointer, or & and a function")),
        };
        // A function that two clauses name is one function.
        if !self.terms.out.steps.contains(&step) {
            self.terms.out.steps.push(step);
        }
        Ok(())
    }

    fn structure(&mut self, name: &str, form: Form, marks: Marks, operands: &'a [Expression]) -> Understood<()> {
        let bad = |what: &str| Err(ContractError::new(format!("{name}: {what}")));
        let (pointers, cell) = operands.split_at(form.pointers().min(operands.len()));
        let Some(shape) = shape(form, cell) else { return bad("the cells are not described") };
        let pointers =
            pointers.iter().map(|p| Ok((self.terms.pointer(p)?, shown(p)))).collect::<Understood<Vec<_>>>()?;
        let mut pointers = pointers.into_iter();
        let Some((head, text)) = pointers.next() else { return bad("there is no pointer") };
        if head.global {
            return bad("no cell may lie in a global variable");
        }
        let end = match form {
            Form::Segment => pointers.next().map(|(end, _)| end.address),
            Form::List | Form::Doubly => Some(Term::zero()),
            Form::Tree => None,
        };
        let out = &mut self.terms.out;
        out.steps.push(Step::Structure(out.structures.len()));
        out.structures.push(Structure { head: head.address, end, shape, marks, text });
        Ok(())
    }

    fn range(
        &mut self,
        pointed: Pointed,
        length: Term,
        align: u64,
        writable: bool,
        string: Option<u32>,
        text: String,
    ) -> Understood<()> {
        if pointed.global {
            return Err(ContractError::new(format!("'{text}' is a global variable, which needs no \\valid")));
        }
        let out = &mut self.terms.out;
        out.steps.push(Step::Range(out.ranges.len()));
        out.ranges.push(Range {
            start: pointed.start,
            address: pointed.address,
            length,
            align,
            writable,
            string,
            freeable: false,
            text,
        });
        Ok(())
    }

    fn freeable(&mut self, operands: &'a [Expression]) -> Understood<()> {
        let [operand] = operands else { return Err(ContractError::new("\\freeable takes one pointer")) };
        let before = self.terms.out.steps.len();
        let address = self.terms.pointer(operand)?.address;
        // A value read from memory only here begins no range.
        self.terms.out.steps.truncate(before);
        self.terms.mark_freeable(&shown(operand), &address)
    }

    /// The pointer to a range's first element, the range's length, and its alignment.
    pub(super) fn extent(&mut self, e: &'a Expression) -> Understood<(Pointed, Term, u64)> {
        let (pointer, low, high) = match e {
            Expression::Binary(Operation::Add, p, bounds) if let Expression::Interval(low, high) = bounds.as_ref() => {
                let pointer = self.terms.pointer(p)?;
                (pointer, self.terms.term(low)?, self.terms.term(high)?)
            }
            Expression::Binary(..) => {
                let (p, index) = self.terms.pointer_and_index(e)?;
                (p, index.clone(), index)
            }
            _ => (self.terms.pointer(e)?, Term::zero(), Term::zero()),
        };
        let (size, align) = self.terms.element(&pointer)?;
        let size = Term::constant(i128::from(size));
        let length = high.sub(&low)?.plus(1)?.mul(&size)?;
        let address = pointer.address.add(&low.mul(&size)?)?;
        Ok((Pointed { address, ..pointer }, length, align))
    }

    fn comparison(&mut self, left: &'a Expression, relation: Relation, right: &'a Expression) -> Understood<()> {
        let atom = self.atom(left, relation, right)?;
        match self.terms.is_early(&atom.term) {
            true => self.terms.out.facts.push(atom),
            false => self.terms.out.steps.push(Step::Fact(atom)),
        }
        Ok(())
    }

    /// What a comparison says.
    pub(super) fn atom(&mut self, left: &'a Expression, relation: Relation, right: &'a Expression) -> Understood<Atom> {
        let null = |e: &Expression| matches!(e, Expression::Name(name, _) if name == "\\null" || name == "NULL");
        let equality = matches!(relation, Relation::Eq | Relation::Ne);
        let (a, b) = match self.terms.is_pointer(left) {
            true if equality && (null(right) || *right == Expression::Number(0)) => {
                (self.terms.pointer(left)?.address, Term::zero())
            }
            true if self.terms.is_pointer(right) => {
                (self.terms.pointer(left)?.address, self.terms.pointer(right)?.address)
            }
            true => return Err(ContractError::new("a pointer is compared with a number")),
            false => (self.terms.term(left)?, self.terms.term(right)?),
        };
        Ok(match relation {
            Relation::Eq => Atom::eq(&a, &b),
            Relation::Ne => Atom::ne(&a, &b),
            Relation::Lt => Atom::lt(&a, &b),
            Relation::Le => Atom::le(&a, &b),
            Relation::Gt => Atom::lt(&b, &a),
            Relation::Ge => Atom::le(&b, &a),
        }?)
    }

    fn separated(
        &mut self,
        operands: &'a [Expression],
        found: &mut Vec<&'a Expression>,
        missing: &mut Vec<(&'a Expression, ContractError)>,
    ) -> Understood<()> {
        if operands.len() < 2 {
            return Err(ContractError::new("\\separated has at least two operands"));
        }
        let mut places = Vec::new();
        for operand in operands {
            match self.place(operand) {
                Ok(place) => {
                    found.push(operand);
                    places.push(place);
                }
                Err(error) => {
                    missing.push((operand, error));
                    let written = self.written(operand);
                    self.terms.out.unplaced.push(written);
                }
            }
        }
        for (i, one) in places.iter().enumerate() {
            for other in places.iter().skip(i + 1) {
                match (one, other) {
                    (Place::Ranges(some), Place::Ranges(others)) => {
                        for a in some {
                            self.terms.out.separate.extend(others.iter().map(|b| (*a.min(b), *a.max(b))));
                        }
                    }
                    (Place::Ranges(some), Place::Global(name)) | (Place::Global(name), Place::Ranges(some)) => {
                        self.terms.out.outside.extend(some.iter().map(|a| (*a, name.clone())));
                    }
                    (Place::Global(_), Place::Global(_)) => {}
                }
            }
        }
        Ok(())
    }

    /// The address and length of an operand, if they can be written without reading memory.
    fn written(&mut self, operand: &'a Expression) -> Option<(Term, Term)> {
        if let Expression::Address(_) = operand {
            return None;
        }
        let before = self.terms.out.steps.len();
        let extent = self.extent(operand);
        let reads = self.terms.out.steps.len() > before;
        self.terms.out.steps.truncate(before);
        extent.ok().filter(|_| !reads).map(|(pointed, length, _)| (pointed.address, length))
    }

    /// Finds what an operand of `\separated` names. The steps that its evaluation takes are undone.
    fn place(&mut self, operand: &'a Expression) -> Understood<Place> {
        if let Expression::Address(inside) = operand {
            return match inside.as_ref() {
                Expression::Name(name, _) if self.terms.keeps(name) => Ok(Place::Global(name.clone())),
                inside => Err(ContractError::new(format!(
                    "\\separated names '&{}', which is no global variable that the function uses",
                    shown(inside)
                ))),
            };
        }
        let before = self.terms.out.steps.len();
        let pointer = self.terms.pointer(operand);
        self.terms.out.steps.truncate(before);
        let extent = self.extent(operand);
        self.terms.out.steps.truncate(before);
        let head = pointer.ok().map(|p| p.address);
        let structures = self.terms.out.structures.iter().zip(self.terms.out.ranges.len()..);
        let structures = structures.filter(|(s, _)| Some(&s.head) == head.as_ref()).map(|(_, part)| part);
        let mut found: Vec<usize> = structures.collect();
        if extent.is_err() && !found.is_empty() {
            return Ok(Place::Ranges(found));
        }
        let (pointed, length, _) = extent?;
        let fits = |r: &Range| r.address == pointed.address && r.length == length;
        let ranges = self.terms.out.ranges.iter().enumerate();
        found.extend(ranges.filter(|(_, r)| fits(r)).map(|(i, _)| i));
        if found.is_empty() {
            return Err(ContractError::new(format!(
                "\\separated names '{}', which is no range of a \\valid, \\valid_read or string of this contract{}",
                shown(operand),
                self.instead(operand, &pointed)
            )));
        }
        Ok(Place::Ranges(found))
    }

    /// A suggestion for messages: a pointer alone is one element in ACSL, but a range of the contract may have been
    /// meant.
    fn instead(&self, operand: &Expression, pointed: &Pointed) -> String {
        let mut ranges = self.terms.out.ranges.iter();
        let alone = !matches!(operand, Expression::Binary(..));
        match ranges.find(|r| r.start == pointed.start && r.address == pointed.address) {
            Some(r) if r.string.is_some() => format!(": write {}", r.operand()),
            Some(r) if alone => format!(": write {}", r.text),
            _ => String::new(),
        }
    }
}

fn shown(e: &Expression) -> String {
    e.to_string()
}
