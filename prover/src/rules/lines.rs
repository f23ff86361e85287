//! Lines: how the values of a field change from cell to cell (`all` of segments, in the number of cells behind;
//! `spec/rules/list.md`). They are found where cells are folded and segments joined.

use super::{Context, Rule, Step, holds};
use crate::algebra::{Atom, Rel, Term, TooLarge};
use crate::faults::Fault;
use crate::state::{Line, Segment, State};

/// Slopes of this size or more are not looked for.
const STEEP: u128 = 1 << 32;

/// The line of a field in a single cell; `None` if the value is not simple.
pub(super) fn of_cell(st: &State, value: &Term) -> Option<Line> {
    const SIMPLE: usize = 3;
    let rest = in_older_names(st, value);
    (rest.parts().len() <= SIMPLE && rest.is_linear()).then_some(Line { slope: None, rest })
}

/// A variable that an equation defines by older ones is replaced by that expression.
fn in_older_names(st: &State, value: &Term) -> Term {
    let said = |fact: &Atom| {
        let v = value.as_var().filter(|_| fact.rel == Rel::Eq)?;
        let factor = fact.term.coefficient(&[v]);
        let rest = fact.term.add_scaled(value, factor.checked_neg()?).ok().filter(|rest| rest.vars().all(|u| u < v))?;
        rest.divide_exactly(factor.checked_neg().filter(|factor| factor.unsigned_abs() == 1)?)
    };
    st.knowledge.iter().find_map(said).unwrap_or_else(|| value.clone())
}

/// For each field, the line that both segments' values follow when the first stands before the second, if one is found.
pub(super) fn joined(s: &mut Step<'_, '_>, l: &Segment, r: &Segment) -> Rule<Vec<Option<Line>>> {
    let pairs = l.lines.iter().zip(&r.lines);
    pairs.map(|(x, y)| Ok(joined_line(s, (l, x.as_ref()), (r, y.as_ref()))?)).collect()
}

/// The joint line of a field. The cells of the second segment also stand behind those of the first.
fn joined_line(
    s: &mut Step<'_, '_>,
    (l, x): (&Segment, Option<&Line>),
    (r, y): (&Segment, Option<&Line>),
) -> Result<Option<Line>, TooLarge> {
    // Anything is true of a segment without cells.
    if l.length.is_zero() || r.length.is_zero() {
        return Ok(if l.length.is_zero() { y } else { x }.cloned());
    }
    let Some((x, y)) = x.zip(y) else { return Ok(None) };
    let slopes = match (x.slope, y.slope) {
        (Some(a), Some(b)) if a != b => return Ok(None),
        (Some(slope), _) | (_, Some(slope)) => vec![slope],
        // The step between the two lines, as far as its bounds say.
        (None, None) => {
            let step = x.rest.sub(&y.rest)?;
            let most = s.cx.engine.maximum(&s.st.knowledge, &step);
            let least = s.cx.engine.maximum(&s.st.knowledge, &step.neg()?).and_then(i128::checked_neg);
            let mut steps: Vec<i128> = most.into_iter().chain(least).collect();
            steps.dedup();
            steps
        }
    };
    for slope in slopes.into_iter().filter(|slope| *slope != 0 && slope.unsigned_abs() < STEEP) {
        let rest = y.rest.clone();
        let line = Line { slope: Some(slope), rest };
        let meets = Atom::eq(&x.rest, &line.at(&r.length)?)?;
        let follow = has_slope(s.cx, s.st, l, x, slope)? && has_slope(s.cx, s.st, r, y, slope)?;
        if follow && (s.cx.faults.on(Fault::CellsBehind) || if_any(s.cx, s.st, l, meets)?) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// Do the values of the segment also follow the line with this slope?
pub(crate) fn has_slope(
    cx: &mut Context<'_>,
    st: &State,
    l: &Segment,
    line: &Line,
    slope: i128,
) -> Result<bool, TooLarge> {
    Ok(line.written() == slope || holds(cx, st, &Atom::le(&l.length, &Term::constant(1))?))
}

/// Does the atom hold, provided that the segment has a cell?
pub(crate) fn if_any(cx: &mut Context<'_>, st: &State, l: &Segment, atom: Atom) -> Result<bool, TooLarge> {
    if holds(cx, st, &atom) {
        return Ok(true);
    }
    let mut knowledge = st.knowledge.clone();
    knowledge.push(Atom::le(&Term::constant(1), &l.length)?);
    Ok(cx.engine.entails(&knowledge, &atom))
}
