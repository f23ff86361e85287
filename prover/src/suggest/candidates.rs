//! Clauses that may make a failed proof succeed, in the order in which they are tried.

use super::clause::{Bound, Clauses, Extent, Range, Relation, Value};
use super::place::Constants;
use std::collections::{BTreeMap, BTreeSet};

/// A parameter, as far as clauses can say something about it.
#[derive(Clone, Debug)]
pub(super) enum Parameter {
    /// A pointer to an object type.
    Pointer {
        name: String,
        /// The pointer as ranges write it.
        written: String,
        /// Whether it points to bytes.
        bytes: bool,
        /// The size in bytes of what it points to, if that is known.
        size: Option<u64>,
        /// The number of elements, if it is declared as an array.
        length: Option<i128>,
    },
    /// An integer, with the least and greatest value of its type.
    Integer { name: String, least: i128, greatest: i128 },
    /// A parameter that clauses cannot mention.
    Other,
}

/// The parameters and constants from which candidates are made.
#[derive(Debug)]
pub(super) struct Material {
    /// The parameters, in the function's order.
    pub(super) parameters: Vec<Parameter>,
    pub(super) constants: Constants,
}

/// A pointer parameter for which candidates are being made.
struct Pointer<'m> {
    name: &'m str,
    written: &'m str,
    bytes: bool,
    size: Option<u64>,
}

/// The number of constants that are tried as sizes and bounds, at most.
const CONSTANTS: usize = 4;
/// A bound for integers, with which sums and products of two `int` do not overflow.
const SMALL: i128 = 32_767;
/// The largest number of elements in a suggested array.
pub(super) const LONGEST: i128 = 65_536;

impl Material {
    /// The least and greatest values of the integer parameters.
    pub(super) fn limits(&self) -> BTreeMap<String, (i128, i128)> {
        let limits = self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Integer { name, least, greatest } => Some((name.clone(), (*least, *greatest))),
            _ => None,
        });
        limits.collect()
    }

    /// The clauses to try when a proof with the given ones fails. `memory`: whether it fails at a memory access;
    /// `related`: the numbers of the parameters on which the place depends.
    pub(super) fn candidates(&self, clauses: &Clauses, memory: bool, related: &BTreeSet<usize>) -> Vec<Clauses> {
        let numbers = (0..self.parameters.len()).partition::<Vec<usize>, _>(|number| related.contains(number));
        let order: Vec<usize> = numbers.0.iter().chain(&numbers.1).copied().collect();
        let mut all = Vec::new();
        if memory {
            numbers.0.iter().for_each(|number| self.ranges(*number, clauses, &mut all));
            separations(clauses, &mut all);
            order.iter().for_each(|number| self.bounds(*number, clauses, &mut all));
        } else {
            order.iter().for_each(|number| self.bounds(*number, clauses, &mut all));
            separations(clauses, &mut all);
            all.extend([0, -SMALL].map(|least| self.all_small(clauses, least)));
        }
        all
    }

    /// The names of the integer parameters, and whether they can be negative.
    fn integers(&self) -> Vec<(&str, bool)> {
        let integers = self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Integer { name, least, .. } => Some((name.as_str(), *least < 0)),
            _ => None,
        });
        integers.collect()
    }

    /// Adds all other ranges for a pointer.
    fn ranges(&self, number: usize, clauses: &Clauses, all: &mut Vec<Clauses>) {
        let Some(Parameter::Pointer { name, written, bytes, size, length }) = self.parameters.get(number) else {
            return;
        };
        let pointer = Pointer { name, written, bytes: *bytes, size: *size };
        let integers = self.integers();
        let text_first = pointer.bytes && (self.constants.ends || integers.is_empty());
        let with = |extent: Extent| clauses.with_range(pointer.range(extent));
        let text = pointer.bytes.then(|| with(Extent::Text));
        all.extend(length.map(|n| with(Extent::Below(Value::Number(n)))));
        all.extend(text.clone().filter(|_| text_first));
        all.push(with(Extent::One));
        self.as_long_as_strings(&pointer, clauses, all);
        for (name, negative) in &integers {
            let value = Value::Parameter((*name).to_owned());
            let below = with(Extent::Below(value.clone()));
            all.extend([below.clone(), below.with_bound(at_least(name, 1)), with(Extent::At((*name).to_owned()))]);
            let through = with(Extent::Through(value));
            all.push(if *negative { through.with_bound(at_least(name, 0)) } else { through });
        }
        self.of_constant_size(&pointer).into_iter().for_each(|n| all.push(with(Extent::Below(Value::Number(n)))));
        for (place, (one, _)) in integers.iter().enumerate() {
            for (other, _) in integers.iter().skip(place + 1) {
                all.push(with(Extent::Below(Value::Product((*one).to_owned(), (*other).to_owned()))));
            }
        }
        all.extend(text.filter(|_| !text_first));
    }

    /// Adds ranges that are as long as another parameter's string.
    fn as_long_as_strings(&self, pointer: &Pointer<'_>, clauses: &Clauses, all: &mut Vec<Clauses>) {
        let strings = clauses.ranges.iter().filter(|r| r.extent == Extent::Text && r.pointer != pointer.name);
        for string in strings {
            let range = pointer.range(Extent::Through(Value::Length(string.written.clone())));
            let next = clauses.with_range(range);
            all.extend([next.with_separated(pointer.name, &string.pointer), next]);
        }
    }

    /// The numbers of elements that constants of the program suggest.
    fn of_constant_size(&self, pointer: &Pointer<'_>) -> Vec<i128> {
        let size = i128::from(pointer.size.unwrap_or(0));
        let indices = self.constants.offsets.iter().filter(|offset| size > 0 && **offset > 0 && *offset % size == 0);
        let mut counts: BTreeSet<i128> = indices.map(|offset| offset / size + 1).collect();
        counts.extend(self.constants.compared.iter().flat_map(|n| [*n, n + 1]));
        counts.into_iter().filter(|n| (2..=LONGEST).contains(n)).take(CONSTANTS).collect()
    }

    /// Bounds on all integer parameters at once.
    fn all_small(&self, clauses: &Clauses, least: i128) -> Clauses {
        let mut next = clauses.clone();
        for (name, negative) in self.integers() {
            let high = Bound { parameter: name.to_owned(), relation: Relation::AtMost, value: Value::Number(SMALL) };
            next = if negative { next.with_bound(at_least(name, least)) } else { next };
            next = next.with_bound(high);
        }
        next
    }

    /// Adds bounds on one integer parameter.
    fn bounds(&self, number: usize, clauses: &Clauses, all: &mut Vec<Clauses>) {
        let Some(Parameter::Integer { name, least, greatest }) = self.parameters.get(number) else { return };
        let with =
            |relation: Relation, value: Value| clauses.with_bound(Bound { parameter: name.clone(), relation, value });
        let numbered = |relation: Relation, n: i128| with(relation, Value::Number(n));
        let within = |low: i128, high: i128| {
            numbered(Relation::AtLeast, low).with_bound(Bound {
                parameter: name.clone(),
                relation: Relation::AtMost,
                value: Value::Number(high),
            })
        };
        if *least < 0 {
            all.push(numbered(Relation::AtLeast, 0));
        }
        all.extend([numbered(Relation::Not, 0), numbered(Relation::AtLeast, 1)]);
        all.extend([numbered(Relation::AtMost, greatest - 1), numbered(Relation::AtLeast, least + 1)]);
        let constants = self.constants.compared.iter().filter(|n| (1..=LONGEST).contains(*n));
        for n in constants.take(CONSTANTS) {
            all.extend([numbered(Relation::AtMost, *n), numbered(Relation::AtMost, n - 1)]);
            all.extend([numbered(Relation::AtLeast, *n), within(0, *n)]);
        }
        for (other, _) in self.integers().into_iter().filter(|(other, _)| other != name) {
            all.push(with(Relation::AtMost, Value::Parameter(other.to_owned())));
        }
        for high in [SMALL, 1_000].into_iter().filter(|high| high < greatest) {
            all.extend([within(0, high), within((-high).max(*least), high)]);
        }
    }
}

impl Pointer<'_> {
    fn range(&self, extent: Extent) -> Range {
        Range { pointer: self.name.to_owned(), written: self.written.to_owned(), extent, writable: true }
    }
}

fn at_least(name: &str, n: i128) -> Bound {
    Bound { parameter: name.to_owned(), relation: Relation::AtLeast, value: Value::Number(n) }
}

/// Adds separations of ranges: each pair alone, then all pairs together.
fn separations(clauses: &Clauses, all: &mut Vec<Clauses>) {
    let mut every = clauses.clone();
    for (place, one) in clauses.ranges.iter().enumerate() {
        for other in clauses.ranges.iter().skip(place + 1) {
            all.push(clauses.with_separated(&one.pointer, &other.pointer));
            every = every.with_separated(&one.pointer, &other.pointer);
        }
    }
    all.push(every);
}
