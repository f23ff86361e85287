//! What a contract's conjuncts mean: ranges of memory, facts, and which ranges are separate
//! (`spec/precondition.md`, sections "Grammar" and "Meaning").

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::frontend::contract::{
    CType, Conjunct, Contract, ContractError, Expression, Range as RangeTerm, Relation, Separated,
};
use crate::program::{Function, Program, Type};
use std::collections::BTreeSet;

/// More ranges than this are refused.
const MOST_RANGES: usize = 12;

/// A range of memory. Terms are over the contract's own variables: the number of a parameter, and
/// the number of parameters plus the number of a string for its length.
#[derive(Clone, Debug)]
pub(super) struct Range {
    /// Number of the pointer parameter.
    pub parameter: usize,
    pub address: Term,
    /// In bytes.
    pub length: Term,
    pub align: u64,
    pub writable: bool,
    /// Number of the string that it is.
    pub string: Option<usize>,
    /// As the contract writes it.
    pub text: String,
}

/// A contract, understood.
#[derive(Clone, Debug, Default)]
pub(super) struct Meaning {
    /// Bits and signedness of each parameter; `None` for floating point.
    pub parameters: Vec<Option<(u32, bool)>>,
    /// For each string its address.
    pub strings: Vec<Term>,
    pub ranges: Vec<Range>,
    pub facts: Vec<Atom>,
    /// Pairs of ranges that do not overlap, the smaller number first.
    pub separate: BTreeSet<(usize, usize)>,
    /// Ranges that do not lie in these globals.
    pub outside: BTreeSet<(usize, String)>,
}

type Understood<T> = Result<T, ContractError>;

/// Globals that the contract names.
pub(super) fn named_globals(contract: &Contract) -> Vec<String> {
    let places = contract.conjuncts.iter().filter_map(|c| match c {
        Conjunct::Separated(places) => Some(places),
        _ => None,
    });
    places
        .flatten()
        .filter_map(|p| match p {
            Separated::Global(name) => Some(name.clone()),
            Separated::Range(_) => None,
        })
        .collect()
}

/// Understands a contract for a function.
pub(super) fn understand(
    program: &Program,
    function: &Function,
    contract: &Contract,
    kept: &BTreeSet<String>,
) -> Understood<Meaning> {
    let mut reader = Reader {
        program,
        contract,
        out: Meaning { parameters: signature(program, function, contract)?, ..Meaning::default() },
        string_parameters: Vec::new(),
    };
    reader.strings();
    for conjunct in &contract.conjuncts {
        reader.conjunct(conjunct)?;
    }
    if reader.out.ranges.len() > MOST_RANGES {
        return Err(ContractError::new(format!("more than {MOST_RANGES} ranges of memory")));
    }
    for conjunct in &contract.conjuncts {
        if let Conjunct::Separated(places) = conjunct {
            reader.separated(places, kept)?;
        }
    }
    Ok(reader.out)
}

/// The contract's parameters are those of the function.
fn signature(program: &Program, function: &Function, contract: &Contract) -> Understood<Vec<Option<(u32, bool)>>> {
    let theirs = &function.signature.parameters;
    if theirs.len() != contract.parameters.len() {
        return Err(ContractError::new(format!(
            "it has {} parameters, but '{}' has {} in the module (a structure passed by value is not supported)",
            contract.parameters.len(),
            function.name,
            theirs.len()
        )));
    }
    let mut parameters = Vec::new();
    for (p, ty) in contract.parameters.iter().zip(theirs) {
        let mine = p.ty.integer(program);
        let fits = match (ty, mine) {
            (Type::Pointer, Some(_)) => p.ty.stars > 0,
            (Type::Int(w), Some((bits, _))) => p.ty.stars == 0 && *w == bits,
            (Type::Float(bytes), None) => p.ty.layout(program)?.0 == u64::from(*bytes),
            _ => false,
        };
        if !fits {
            return Err(ContractError::new(format!("parameter '{}' has another type in the module", p.name)));
        }
        parameters.push(mine);
    }
    Ok(parameters)
}

struct Reader<'a> {
    program: &'a Program,
    contract: &'a Contract,
    out: Meaning,
    /// The parameter of each string.
    string_parameters: Vec<usize>,
}

fn var(number: usize) -> Understood<Term> {
    Ok(Term::var(Var::try_from(number).map_err(|_| TooLarge)?))
}

impl Reader<'_> {
    /// Strings come first: their lengths may be mentioned anywhere.
    fn strings(&mut self) {
        for conjunct in &self.contract.conjuncts {
            if let Conjunct::String { pointer, .. } = conjunct {
                self.string_parameters.push(pointer.parameter);
            }
        }
    }

    fn length_of(&self, string: usize) -> Understood<Term> {
        var(self.contract.parameters.len() + string)
    }

    fn conjunct(&mut self, conjunct: &Conjunct) -> Understood<()> {
        match conjunct {
            Conjunct::True | Conjunct::Separated(_) => {}
            Conjunct::Compare(left, relation, right) => {
                let (a, b) = (self.term(left)?, self.term(right)?);
                let atom = match relation {
                    Relation::Eq => Atom::eq(&a, &b),
                    Relation::Ne => Atom::ne(&a, &b),
                    Relation::Lt => Atom::lt(&a, &b),
                    Relation::Le => Atom::le(&a, &b),
                    Relation::Gt => Atom::lt(&b, &a),
                    Relation::Ge => Atom::le(&b, &a),
                };
                self.out.facts.push(atom?);
            }
            Conjunct::Null { pointer, equal } => {
                let (p, null) = (var(pointer.parameter)?, Term::zero());
                let atom = match equal {
                    true => Atom::eq(&p, &null),
                    false => Atom::ne(&p, &null),
                };
                self.out.facts.push(atom?);
            }
            Conjunct::Valid { writable, ranges } => {
                for range in ranges {
                    let (address, length, align) = self.extent(range)?;
                    self.out.ranges.push(Range {
                        parameter: range.pointer.parameter,
                        address,
                        length,
                        align,
                        writable: *writable,
                        string: None,
                        text: range.text.clone(),
                    });
                }
            }
            Conjunct::String { writable, pointer } => {
                let string = self.out.strings.len();
                let address = var(pointer.parameter)?;
                let length = self.length_of(string)?.plus(1)?;
                self.out.strings.push(address.clone());
                self.out.ranges.push(Range {
                    parameter: pointer.parameter,
                    address,
                    length,
                    align: 1,
                    writable: *writable,
                    string: Some(string),
                    text: self.name(pointer.parameter),
                });
            }
        }
        Ok(())
    }

    fn name(&self, parameter: usize) -> String {
        let p = self.contract.parameters.get(parameter);
        p.map(|p| p.name.clone()).unwrap_or_default()
    }

    /// Address, length and alignment of a range.
    fn extent(&self, range: &RangeTerm) -> Understood<(Term, Term, u64)> {
        let none = || ContractError::new(format!("'{}' is no pointer", range.text));
        let element: CType = range.pointer.ty.pointee().ok_or_else(none)?;
        let (size, align) = element.layout(self.program)?;
        let size = Term::constant(i128::from(size));
        let (low, high) = match &range.bounds {
            None => (Term::zero(), Term::zero()),
            Some((low, high)) => (self.term(low)?, self.term(high)?),
        };
        let length = high.sub(&low)?.plus(1)?.mul(&size)?;
        let skipped = low.mul(&size)?;
        let address = var(range.pointer.parameter)?.add(&skipped)?;
        Ok((address, length, align))
    }

    fn term(&self, e: &Expression) -> Understood<Term> {
        Ok(match e {
            Expression::Number(n) => Term::constant(*n),
            Expression::Parameter(p) => var(*p)?,
            Expression::Length(p) => {
                let string = self.string_parameters.iter().position(|q| q == p);
                let string = string.ok_or_else(|| {
                    let s = self.name(*p);
                    ContractError::new(format!(
                        "strlen({s}), but nothing says that {s} is a string: add valid_read_string({s})"
                    ))
                })?;
                self.length_of(string)?
            }
            Expression::SizeOf(ty) => Term::constant(i128::from(ty.layout(self.program)?.0)),
            Expression::Add(a, b) => self.term(a)?.add(&self.term(b)?)?,
            Expression::Sub(a, b) => self.term(a)?.sub(&self.term(b)?)?,
            Expression::Mul(a, b) => self.term(a)?.mul(&self.term(b)?)?,
        })
    }

    fn separated(&mut self, places: &[Separated], kept: &BTreeSet<String>) -> Understood<()> {
        let mut operands: Vec<(Vec<usize>, Option<&str>)> = Vec::new();
        for place in places {
            operands.push(match place {
                Separated::Global(name) if kept.contains(name) => (Vec::new(), Some(name)),
                Separated::Global(name) => {
                    return Err(ContractError::new(format!(
                        "\\separated names '&{name}', which is no global variable of this module"
                    )));
                }
                Separated::Range(range) => (self.meant(range)?, None),
            });
        }
        for (i, (ranges, global)) in operands.iter().enumerate() {
            for (others, other) in operands.iter().skip(i + 1) {
                for a in ranges {
                    for b in others {
                        self.out.separate.insert((*a.min(b), *a.max(b)));
                    }
                    if let Some(name) = other {
                        self.out.outside.insert((*a, (*name).to_owned()));
                    }
                }
                if let Some(name) = global {
                    for b in others {
                        self.out.outside.insert((*b, (*name).to_owned()));
                    }
                }
            }
        }
        Ok(())
    }

    /// What was perhaps meant by a pointer alone, which is one element as in ACSL.
    fn instead(&self, range: &RangeTerm) -> String {
        let Ok(pointer) = var(range.pointer.parameter) else {
            return String::new();
        };
        let ranges = self.out.ranges.iter();
        match ranges.clone().find(|r| r.address == pointer) {
            Some(r) if r.string.is_some() => format!(": write {0} + (0 .. strlen({0}))", r.text),
            Some(r) if range.bounds.is_none() => format!(": write {}", r.text),
            _ => String::new(),
        }
    }

    /// The ranges of the contract that an operand of `\separated` means.
    fn meant(&self, range: &RangeTerm) -> Understood<Vec<usize>> {
        let (address, length, _) = self.extent(range)?;
        let fits = |r: &Range| r.address == address && r.length == length;
        let ranges = self.out.ranges.iter().enumerate();
        let found: Vec<usize> = ranges.filter(|(_, r)| fits(r)).map(|(i, _)| i).collect();
        if found.is_empty() {
            return Err(ContractError::new(format!(
                "\\separated names '{}', which is no range of a \\valid, \\valid_read or string of this contract{}",
                range.text,
                self.instead(range)
            )));
        }
        Ok(found)
    }
}
