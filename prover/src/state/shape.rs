//! Linked structures in states (`spec/rules/list.md`, `spec/rules/tree.md`).

use crate::algebra::{Term, TooLarge, Var};
use certificates::{Marks, ShapeId};

/// A list segment: `length` cells from `head` on; the link of the last one holds `end`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    pub shape: ShapeId,
    /// Pointer to the first cell; `end` if there is none.
    pub head: Term,
    /// What the link of the last cell holds.
    pub end: Term,
    pub length: Term,
    /// What the back pointer of the first cell holds.
    pub before: Term,
    /// Pointer to the last cell; `before` if there is none.
    pub rear: Term,
    /// For each field, its value in the first cell, if known.
    pub first: Vec<Option<Term>>,
    /// For each field, its value in the last cell, if known.
    pub last: Vec<Option<Term>>,
    /// For each field, the bounds of its values in all cells.
    pub all: Vec<Range>,
    /// For each field, the line that its values follow, if there is one.
    pub lines: Vec<Option<Line>>,
    pub marks: Marks,
}

/// An arithmetic progression: values that grow or shrink by a constant from cell to cell. The value is
/// `slope * behind + rest`, where `behind` is the number of cells after the cell. With at most one cell any slope is
/// true, so there is none yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    pub slope: Option<i128>,
    pub rest: Term,
}

impl Line {
    /// The slope that facts use: an arbitrary one, if there is none yet.
    pub fn written(&self) -> i128 {
        self.slope.unwrap_or(1)
    }

    /// The value with `behind` cells after the cell.
    ///
    /// # Errors
    /// If it is too large.
    pub fn at(&self, behind: &Term) -> Result<Term, TooLarge> {
        self.rest.add_scaled(behind, self.written())
    }
}

/// The bounds of a field in all cells, as far as there are any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    pub least: Option<i128>,
    pub most: Option<i128>,
}

impl Range {
    /// The bounds that hold for the values of both.
    pub fn hull(self, other: Range) -> Range {
        let both =
            |a: Option<i128>, b: Option<i128>, choose: fn(i128, i128) -> i128| a.zip(b).map(|(a, b)| choose(a, b));
        Range { least: both(self.least, other.least, i128::min), most: both(self.most, other.most, i128::max) }
    }

    /// Whether this range contains the other one.
    pub fn contains(self, other: Range) -> bool {
        self.least.is_none_or(|least| other.least.is_some_and(|other| least <= other))
            && self.most.is_none_or(|most| other.most.is_some_and(|other| other <= most))
    }

    /// The bounds that are the same in both.
    pub fn common(self, other: Range) -> Range {
        let same = |a: Option<i128>, b: Option<i128>| a.filter(|_| a == b);
        Range { least: same(self.least, other.least), most: same(self.most, other.most) }
    }
}

/// A tree with `cells` cells: either none, and `root` is null, or `root` points to the topmost cell. With a hole, one
/// subtree is missing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    pub shape: ShapeId,
    pub root: Term,
    /// Number of cells.
    pub cells: Term,
    /// The root of the missing subtree.
    pub hole: Option<Term>,
    /// For each field, the bounds of its values in all cells.
    pub all: Vec<Range>,
    pub marks: Marks,
}

impl Segment {
    /// All its terms, in a fixed order.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        [&self.head, &self.end, &self.length, &self.before, &self.rear]
            .into_iter()
            .chain(self.first.iter().flatten())
            .chain(self.last.iter().flatten())
    }

    /// The constant parts of its lines.
    pub fn rests(&self) -> impl Iterator<Item = &Term> {
        self.lines.iter().flatten().map(|line| &line.rest)
    }

    /// Pairs of terms at the same places of two segments: the fields that both know, and the lines of one slope.
    pub fn corresponding<'a>(&'a self, other: &'a Segment) -> impl Iterator<Item = (&'a Term, &'a Term)> {
        let ends = [(&self.head, &other.head), (&self.end, &other.end), (&self.length, &other.length)];
        let back = [(&self.before, &other.before), (&self.rear, &other.rear)];
        let fields = self.first.iter().zip(&other.first).chain(self.last.iter().zip(&other.last));
        let fields = fields.filter_map(|(x, y)| x.as_ref().zip(y.as_ref()));
        let lines = self.lines.iter().zip(&other.lines).filter_map(|(x, y)| x.as_ref().zip(y.as_ref()));
        let rests = lines.filter(|(x, y)| x.slope == y.slope).map(|(x, y)| (&x.rest, &y.rest));
        ends.into_iter().chain(back).chain(fields).chain(rests)
    }

    /// The variables of its terms.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms().chain(self.rests()).flat_map(Term::vars)
    }

    /// The segment after renaming.
    pub fn renamed(&self, f: impl Fn(&Term) -> Term) -> Segment {
        always(self.mapped(|t| Ok(f(t))), self)
    }

    /// The segment with other terms.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn mapped(&self, mut f: impl FnMut(&Term) -> Result<Term, TooLarge>) -> Result<Segment, TooLarge> {
        let (head, end) = (f(&self.head)?, f(&self.end)?);
        let (length, before, rear) = (f(&self.length)?, f(&self.before)?, f(&self.rear)?);
        let mut fields = |known: &[Option<Term>]| -> Result<Vec<_>, TooLarge> {
            known.iter().map(|t| t.as_ref().map(&mut f).transpose()).collect()
        };
        let (first, last) = (fields(&self.first)?, fields(&self.last)?);
        let mut line = |line: &Line| Ok(Line { slope: line.slope, rest: f(&line.rest)? });
        let lines = self.lines.iter().map(|known| known.as_ref().map(&mut line).transpose());
        let lines = lines.collect::<Result<Vec<_>, TooLarge>>()?;
        let (shape, all, marks) = (self.shape, self.all.clone(), self.marks);
        Ok(Segment { shape, head, end, length, before, rear, first, last, all, lines, marks })
    }
}

/// The result of a map that cannot fail.
fn always<T>(made: Result<T, TooLarge>, otherwise: &T) -> T
where
    T: Clone,
{
    made.unwrap_or_else(|TooLarge| otherwise.clone())
}

impl Tree {
    /// The tree after renaming.
    pub fn renamed(&self, f: impl Fn(&Term) -> Term) -> Tree {
        always(self.mapped(|t| Ok(f(t))), self)
    }

    /// Its terms, in a fixed order.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        [&self.root, &self.cells].into_iter().chain(&self.hole)
    }

    /// Pairs of corresponding terms of two trees, if both have a hole or neither has.
    pub fn corresponding<'a>(&'a self, other: &'a Tree) -> Option<impl Iterator<Item = (&'a Term, &'a Term)>> {
        let hole = self.hole.iter().zip(&other.hole);
        (self.hole.is_some() == other.hole.is_some())
            .then(|| [(&self.root, &other.root), (&self.cells, &other.cells)].into_iter().chain(hole))
    }

    /// The variables of its terms.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms().flat_map(Term::vars)
    }

    /// The tree with other terms.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn mapped(&self, mut f: impl FnMut(&Term) -> Result<Term, TooLarge>) -> Result<Tree, TooLarge> {
        let (root, cells) = (f(&self.root)?, f(&self.cells)?);
        let hole = self.hole.as_ref().map(f).transpose()?;
        Ok(Tree { shape: self.shape, root, cells, hole, all: self.all.clone(), marks: self.marks })
    }
}
