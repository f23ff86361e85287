//! The clauses that may be suggested. Any number of them is satisfied by some call, unless the bounds of integers
//! contradict each other: memory can always be as they say, and each string, range and pair of separate ranges exists.

use std::collections::BTreeMap;
use std::fmt;

/// A number that a bound or range names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Number(i128),
    Parameter(String),
    /// Of two parameters.
    Product(String, String),
    /// Length of the string at this parameter.
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

/// What lies behind a pointer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// One element.
    One,
    /// The element with the number that this parameter has.
    At(String),
    /// Elements 0 to this one, which is not among them.
    Below(Value),
    /// Elements 0 to this one.
    Through(Value),
    /// Bytes up to a 0.
    Text,
}

impl Extent {
    /// The parameters that it names.
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

    /// The string whose length it is.
    fn length_of(&self) -> Option<&str> {
        match self {
            Extent::Below(Value::Length(name)) | Extent::Through(Value::Length(name)) => Some(name),
            _ => None,
        }
    }
}

/// Memory behind a pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Range {
    pub(super) pointer: String,
    /// The pointer as it is written: a `void *` is read as one to bytes.
    pub(super) written: String,
    pub(super) extent: Extent,
    /// It may be written.
    pub(super) writable: bool,
}

impl Range {
    /// As an operand of `\valid` and `\separated`.
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

/// How an integer is compared.
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
    /// A number or a parameter.
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

/// Clauses that are suggested together: at most one range of each pointer.
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

    /// The same with this range in place of the pointer's; strings stand first, since others may name their length.
    pub(super) fn with_range(&self, range: Range) -> Clauses {
        let mut next = self.without_range(&range.pointer);
        match range.extent {
            Extent::Text => next.ranges.insert(0, range),
            _ => next.ranges.push(range),
        }
        // Which of them are separate is asked again where that matters.
        next.separated = self.separated.clone();
        next.dropped()
    }

    /// The same without what is said of this pointer.
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

    /// Without clauses that speak of ranges or strings that are no longer there.
    fn dropped(mut self) -> Clauses {
        let strings: Vec<String> =
            self.ranges.iter().filter(|r| r.extent == Extent::Text).map(|r| r.pointer.clone()).collect();
        self.ranges.retain(|r| r.extent.length_of().is_none_or(|name| strings.iter().any(|s| s == name)));
        let there: Vec<String> = self.ranges.iter().map(|r| r.pointer.clone()).collect();
        self.separated.retain(|(a, b)| there.contains(a) && there.contains(b));
        self
    }

    /// The texts of the clauses, in the order in which they may refer to each other.
    pub(super) fn texts(&self) -> Vec<String> {
        let ranges = self.ranges.iter().map(Range::to_string);
        let bounds = self.bounds.iter().map(Bound::to_string);
        let operand = |pointer: &str| self.range(pointer).map(Range::operand);
        let separated =
            self.separated.iter().filter_map(|(a, b)| Some(format!("\\separated({}, {})", operand(a)?, operand(b)?)));
        ranges.chain(bounds).chain(separated).collect()
    }

    /// All clauses with one of them left out, the last first.
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

    /// All clauses with one range that is only read.
    pub(super) fn with_one_read_only(&self) -> Vec<Clauses> {
        let writable = (0..self.ranges.len()).filter(|place| self.ranges[*place].writable);
        let read_only = writable.map(|place| {
            let mut next = self.clone();
            next.ranges[place].writable = false;
            next
        });
        read_only.collect()
    }

    /// The parameters that bounds and ranges name.
    pub(super) fn names(&self) -> Vec<&str> {
        let values = self.bounds.iter().flat_map(|bound| [Some(bound.parameter.as_str()), parameter(&bound.value)]);
        let ranges = self.ranges.iter().flat_map(|range| range.extent.names());
        values.flatten().chain(ranges).collect()
    }

    /// The numbers that bounds name.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i128> {
        self.bounds.iter().filter_map(|bound| match bound.value {
            Value::Number(n) => Some(n),
            _ => None,
        })
    }

    /// Whether bounds hold of these values, and ranges have a size that an object may have.
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
