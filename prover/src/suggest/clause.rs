//! The clauses that may be suggested. Some call satisfies any set of them unless bounds of integers contradict each
//! other: memory can always be laid out as they say, with every string, range and pair of separate ranges.

use std::collections::BTreeMap;
use std::fmt;

/// A number in a bound or range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Number(i128),
    Parameter(String),
    /// The product of two parameters.
    Product(String, String),
    /// The length of the string at this parameter.
    Length(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) => write!(f, "{n}"),
            Value::Parameter(name) => write!(f, "{name}"),
            Value::Product(one, other) => write!(f, "{one} * {other}"),
            Value::Length(name) => write!(f, "strlen({name})"),
        }
    }
}

/// How much memory lies behind a pointer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// One element.
    One,
    /// The element whose index is this parameter.
    At(String),
    /// The elements from 0 up to this one, exclusive.
    Below(Value),
    /// The elements from 0 up to this one, inclusive.
    Through(Value),
    /// The bytes of a string up to its 0.
    Text,
}

impl Extent {
    /// The parameters that occur in it.
    fn names(&self) -> Vec<&str> {
        match self {
            Extent::Below(value) | Extent::Through(value) => match value {
                Value::Number(_) => Vec::new(),
                Value::Parameter(name) | Value::Length(name) => vec![name],
                Value::Product(one, other) => vec![one, other],
            },
            Extent::At(name) => vec![name],
            Extent::One | Extent::Text => Vec::new(),
        }
    }

    /// The parameter whose string's length it is.
    fn length_of(&self) -> Option<&str> {
        match self {
            Extent::Below(Value::Length(name)) | Extent::Through(Value::Length(name)) => Some(name),
            _ => None,
        }
    }
}

/// The memory behind a pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Range {
    pub(super) pointer: String,
    /// The pointer as clauses write it: a `void *` is cast to a pointer to bytes.
    pub(super) written: String,
    pub(super) extent: Extent,
    /// Whether it may be written.
    pub(super) writable: bool,
}

impl Range {
    /// The range as an operand of `\valid` and `\separated`.
    fn operand(&self) -> String {
        let pointer = &self.written;
        match &self.extent {
            Extent::One => pointer.clone(),
            Extent::At(name) => format!("{pointer} + {name}"),
            Extent::Below(Value::Number(n)) => format!("{pointer} + (0 .. {})", n.saturating_sub(1)),
            Extent::Below(value) => format!("{pointer} + (0 .. {value} - 1)"),
            Extent::Through(value) => format!("{pointer} + (0 .. {value})"),
            Extent::Text => format!("{pointer} + (0 .. strlen({pointer}))"),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.extent, self.writable) {
            (Extent::Text, true) => write!(f, "valid_string({})", self.written),
            (Extent::Text, false) => write!(f, "valid_read_string({})", self.written),
            (_, true) => write!(f, "\\valid({})", self.operand()),
            (_, false) => write!(f, "\\valid_read({})", self.operand()),
        }
    }
}

/// How an integer is compared with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    AtLeast,
    AtMost,
    Not,
}

/// A bound of an integer parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bound {
    pub(super) parameter: String,
    pub(super) relation: Relation,
    /// The bound: a number or a parameter.
    pub(super) value: Value,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.relation {
            Relation::AtLeast => ">=",
            Relation::AtMost => "<=",
            Relation::Not => "!=",
        };
        write!(f, "{} {sign} {}", self.parameter, self.value)
    }
}

/// A set of suggested clauses, with at most one range for each pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clauses {
    pub(super) ranges: Vec<Range>,
    pub(super) bounds: Vec<Bound>,
    /// Pairs of pointers whose ranges do not overlap.
    pub(super) separated: Vec<(String, String)>,
}

impl Clauses {
    pub(super) fn range(&self, pointer: &str) -> Option<&Range> {
        self.ranges.iter().find(|range| range.pointer == pointer)
    }

    /// These clauses with this range in place of the pointer's own. Strings come first, since other ranges may use
    /// their length.
    pub(super) fn with_range(&self, range: Range) -> Clauses {
        let mut next = self.without_range(&range.pointer);
        match range.extent {
            Extent::Text => next.ranges.insert(0, range),
            _ => next.ranges.push(range),
        }
        // The range is replaced, not removed, so separations stay. More are tried where a proof fails without them.
        next.separated = self.separated.clone();
        next.dropped()
    }

    /// These clauses without those about this pointer.
    pub(super) fn without_range(&self, pointer: &str) -> Clauses {
        let mut next = self.clone();
        next.ranges.retain(|range| range.pointer != pointer);
        next.dropped()
    }

    pub(super) fn with_bound(&self, bound: Bound) -> Clauses {
        let mut next = self.clone();
        if !next.bounds.contains(&bound) {
            next.bounds.push(bound);
        }
        next
    }

    pub(super) fn with_separated(&self, one: &str, other: &str) -> Clauses {
        let mut next = self.clone();
        let known = |(a, b): &(String, String)| (a == one && b == other) || (a == other && b == one);
        if one != other && !next.separated.iter().any(known) {
            next.separated.push((one.to_owned(), other.to_owned()));
        }
        next.dropped()
    }

    /// These clauses without those that mention a range or string that was removed.
    fn dropped(mut self) -> Clauses {
        let strings: Vec<String> =
            self.ranges.iter().filter(|r| r.extent == Extent::Text).map(|r| r.pointer.clone()).collect();
        self.ranges.retain(|r| r.extent.length_of().is_none_or(|name| strings.iter().any(|s| s == name)));
        let there: Vec<String> = self.ranges.iter().map(|r| r.pointer.clone()).collect();
        self.separated.retain(|(a, b)| there.contains(a) && there.contains(b));
        self
    }

    /// The clauses as text, ordered so that each mentions only what earlier ones establish.
    pub(super) fn texts(&self) -> Vec<String> {
        let ranges = self.ranges.iter().map(Range::to_string);
        let bounds = self.bounds.iter().map(Bound::to_string);
        let operand = |pointer: &str| self.range(pointer).map(Range::operand);
        let separated =
            self.separated.iter().filter_map(|(a, b)| Some(format!("\\separated({}, {})", operand(a)?, operand(b)?)));
        ranges.chain(bounds).chain(separated).collect()
    }

    /// All sets with one clause left out, the last clause first.
    pub(super) fn with_one_less(&self) -> Vec<Clauses> {
        let mut less = Vec::new();
        for place in (0..self.separated.len()).rev() {
            let mut next = self.clone();
            next.separated.remove(place);
            less.push(next);
        }
        for place in (0..self.bounds.len()).rev() {
            let mut next = self.clone();
            next.bounds.remove(place);
            less.push(next);
        }
        less.extend(self.ranges.iter().rev().map(|range| self.without_range(&range.pointer)));
        less
    }

    /// All sets with one range made read-only.
    pub(super) fn with_one_read_only(&self) -> Vec<Clauses> {
        let writable = (0..self.ranges.len()).filter(|place| self.ranges[*place].writable);
        let read_only = writable.map(|place| {
            let mut next = self.clone();
            next.ranges[place].writable = false;
            next
        });
        read_only.collect()
    }

    /// The parameters that occur in bounds and ranges.
    pub(super) fn names(&self) -> Vec<&str> {
        let values = self.bounds.iter().flat_map(|bound| [Some(bound.parameter.as_str()), parameter(&bound.value)]);
        let ranges = self.ranges.iter().flat_map(|range| range.extent.names());
        values.flatten().chain(ranges).collect()
    }

    /// The numbers that occur in bounds.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i128> {
        self.bounds.iter().filter_map(|bound| match bound.value {
            Value::Number(n) => Some(n),
            _ => None,
        })
    }

    /// Whether the bounds hold for these values, and each range has a size that an object can have.
    pub(super) fn hold(&self, values: &BTreeMap<String, i128>) -> bool {
        const LARGEST: i128 = 1 << 20;
        let number = |value: &Value| match value {
            Value::Number(n) => Some(*n),
            Value::Parameter(name) => values.get(name).copied(),
            Value::Product(one, other) => values.get(one)?.checked_mul(*values.get(other)?),
            Value::Length(_) => Some(1),
        };
        let bounded = self.bounds.iter().all(|bound| {
            let (Some(left), Some(right)) = (values.get(&bound.parameter), number(&bound.value)) else {
                return false;
            };
            match bound.relation {
                Relation::AtLeast => *left >= right,
                Relation::AtMost => *left <= right,
                Relation::Not => *left != right,
            }
        });
        let sized = self.ranges.iter().all(|range| match &range.extent {
            Extent::One | Extent::At(_) | Extent::Text => true,
            Extent::Below(value) | Extent::Through(value) => number(value).is_some_and(|n| n <= LARGEST),
        });
        bounded && sized
    }
}

fn parameter(value: &Value) -> Option<&str> {
    match value {
        Value::Parameter(name) => Some(name),
        _ => None,
    }
}
