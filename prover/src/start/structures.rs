//! Lists and trees of a contract in an initial state (`spec/precondition.md`, section "Initial states", step 5).

use crate::algebra::{Atom, Rel, Term, TooLarge};
use crate::contract::ContractError;
use crate::contract::{Meaning, Structure, Understood};
use crate::start::memory::named;
use crate::start::{Builder, StartError};
use crate::state::{Segment, Tree};

impl Meaning {
    /// Address, least size and text of a range, or of the first cell of a list or tree.
    pub(super) fn part(&self, number: usize) -> Option<(&Term, i128, &str)> {
        if let Some(range) = self.ranges.get(number) {
            return Some((&range.address, range.length.as_constant().unwrap_or(1).max(1), &range.text));
        }
        let structure = self.structures.get(number.checked_sub(self.ranges.len())?)?;
        Some((&structure.head, i128::from(structure.shape.size), &structure.text))
    }

    pub(super) fn parts(&self) -> usize {
        self.ranges.len() + self.structures.len()
    }

    /// Each list and tree is separate from all other parts; and so is a range that can be freed, but for those that begin
    /// where it does.
    pub(super) fn separated(&self) -> Understood<()> {
        // An alternative that states a comparison and its opposite is rejected.
        let facts: Vec<&Atom> = self.said().collect();
        let denied = |fact: &Atom| facts.iter().any(|other| other.rel == Rel::Ne && other.term == fact.term);
        if facts.iter().any(|fact| fact.rel == Rel::Eq && denied(fact)) {
            return Ok(());
        }
        let text = |part| self.part(part).map_or("", |(_, _, text)| text);
        let range = |part: usize| self.ranges.get(part);
        let begins = |a, b| range(a).is_some_and(|a| range(b).is_some_and(|b| a.address == b.address));
        let alone = |part: usize| range(part).is_none_or(|range| range.freeable);
        let overlaps = |a: usize, b: usize| (alone(a) || alone(b)) && !self.separate.contains(&(a, b)) && !begins(a, b);
        let pairs = (0..self.parts()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let open: Vec<(usize, usize)> = pairs.filter(|(a, b)| overlaps(*a, *b)).collect();
        let Some((a, b)) = open.first() else { return Ok(()) };
        let cells = |part| if range(part).is_none() { "the cells at " } else { "" };
        let clauses: Vec<String> =
            open.iter().map(|(a, b)| format!("\\separated({}, {})", text(*b), text(*a))).collect();
        Err(ContractError::new(format!(
            "{}'{}' and {}'{}' may overlap, as nothing excludes it: add {}",
            cells(*b),
            text(*b),
            cells(*a),
            text(*a),
            clauses.join(" && ")
        )))
    }
}

impl Builder<'_, '_> {
    /// A list or tree, either without cells or with at least one.
    pub(super) fn structure(
        &mut self,
        structure: &Structure,
        empty: bool,
        names: &[Option<Term>],
    ) -> Result<(), StartError> {
        let size = i128::from(structure.shape.size);
        let shape = self.cx.program.shapes.iter().position(|shape| *shape == structure.shape);
        let shape = shape.and_then(|place| u32::try_from(place).ok());
        let unusable = || ContractError::new(format!("the cells at '{}' cannot be as it says", structure.text));
        let shape = shape.ok_or_else(unusable)?;
        let head = named(names, &structure.head)?;
        let end = structure.end.as_ref().map(|end| named(names, end)).transpose()?;
        let before = Term::zero();
        let mut rear = Term::zero();
        let mut length = Term::zero();
        if empty {
            let end = end.clone().unwrap_or_else(Term::zero);
            self.start.state.add(Atom::eq(&head, &end)?);
        } else {
            length = self.fresh();
            self.start.state.add_le(&Term::constant(1), &length)?;
            self.cell(&head, size)?;
            if structure.shape.back.is_some() {
                rear = self.fresh();
                self.cell(&rear.clone(), size)?;
            }
        }
        let marks = structure.marks;
        match end {
            Some(end) => {
                let id = self.cx.names.lists;
                self.cx.names.lists += 1;
                self.start.names.lists.push(id);
                let (first, last, all, lines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
                let segment = Segment { shape, head, end, length, before, rear, first, last, all, lines, marks };
                self.start.state.lists.insert(id, segment);
            }
            None => {
                let id = self.cx.names.trees;
                self.cx.names.trees += 1;
                self.start.names.trees.push(id);
                self.start
                    .state
                    .trees
                    .insert(id, Tree { shape, root: head, cells: length, hole: None, all: Vec::new(), marks });
            }
        }
        Ok(())
    }

    /// States that there is a cell at an address.
    fn cell(&mut self, address: &Term, size: i128) -> Result<(), TooLarge> {
        self.start.state.add_le(&Term::constant(1), address)?;
        self.top(&address.plus(size)?)
    }
}
