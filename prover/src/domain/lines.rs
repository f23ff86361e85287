//! Joins the arithmetic progressions (`Line`) of fields in two states' segments: the value of a field grows by a
//! constant from cell to cell. A line gets no variable of its own: it is kept only if a value that both states name
//! says where it begins.

use super::holds;
use super::pairs::Pairs;
use crate::algebra::{Atom, Term, TooLarge};
use crate::rules::{Context, lines};
use crate::state::{Line, Segment, State};

impl Pairs<'_, '_, '_> {
    /// For each field, the line that describes both segments.
    pub(super) fn lines(&mut self, a: &Segment, b: &Segment) -> Vec<Option<Line>> {
        let lines = a.lines.iter().zip(&b.lines);
        lines.map(|(x, y)| self.line((a, x.as_ref()), (b, y.as_ref())).ok().flatten()).collect()
    }

    fn line(
        &mut self,
        (a, x): (&Segment, Option<&Line>),
        (b, y): (&Segment, Option<&Line>),
    ) -> Result<Option<Line>, TooLarge> {
        // An empty segment satisfies any line.
        if x.is_none() && !a.length.is_zero() || y.is_none() && !b.length.is_zero() {
            return Ok(None);
        }
        let slope = x.and_then(|x| x.slope).or(y.and_then(|y| y.slope));
        for (l, line, st) in [(a, x, self.before), (b, y, self.after)] {
            if let (Some(line), Some(slope)) = (line, slope)
                && (line.slope.is_some_and(|other| other != slope) || !lines::has_slope(self.cx, st, l, line, slope)?)
            {
                return Ok(None);
            }
        }
        for rest in self.names(x, y)? {
            let older = rest.substitute(&|v| self.old.apply(v))?;
            let said = match x {
                Some(x) if older != x.rest => lines::if_any(self.cx, self.before, a, Atom::eq(&x.rest, &older)?)?,
                _ => true,
            };
            if said {
                return Ok(Some(Line { slope, rest }));
            }
        }
        Ok(None)
    }

    /// Names in the merged state for the newer state's rest, or else for the older one's.
    fn names(&self, x: Option<&Line>, y: Option<&Line>) -> Result<Vec<Term>, TooLarge> {
        let newer = y.is_some();
        let Some(rest) = y.or(x).map(|line| &line.rest) else { return Ok(Vec::new()) };
        let image = |name: &Term| if newer { self.new.image_of(name) } else { self.old.image_of(name) };
        let slots = self.generalized.into_iter().flatten().map(|v| Term::var(*v));
        let mut names = vec![rest.clone()];
        for name in self.memo.iter().map(|pair| pair.merged.clone()).chain(slots) {
            if let Some(beyond) = rest.sub(&image(&name)?)?.as_constant() {
                names.push(name.plus(beyond)?);
            }
        }
        let mut there = Vec::new();
        for name in names {
            if image(&name)? == *rest && name.vars().all(|v| self.names_both(v)) && !there.contains(&name) {
                there.push(name);
            }
        }
        Ok(there)
    }
}

/// Drops lines without a known slope from segments that may have more than one cell.
pub(super) fn settle_slopes(cx: &mut Context<'_>, state: &mut State) {
    let open = |l: &Segment| l.lines.iter().flatten().any(|line| line.slope.is_none());
    let several = |cx: &mut Context<'_>, l: &Segment| {
        !Atom::le(&l.length, &Term::constant(1)).is_ok_and(|atom| holds(cx, state, &atom))
    };
    let lists: Vec<_> = state.lists.iter().filter(|(_, l)| open(l) && several(cx, l)).map(|(id, _)| *id).collect();
    for (_, l) in state.lists.iter_mut().filter(|(id, _)| lists.contains(id)) {
        for line in l.lines.iter_mut().filter(|line| line.as_ref().is_some_and(|line| line.slope.is_none())) {
            *line = None;
        }
    }
}
