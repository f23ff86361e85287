//! What the elements of an array have in common: `spec/rules/uniform.md`.

use super::{Context, Premise, Rule, Step, Stop, constant, highest, lowest};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use crate::faults::Fault;
use crate::program::{Op, Program, Type};
use crate::state::{Block, Entry, Path, State, Uniform};
use certificates::{BlockId, Cell, EntryId, Ghost, Kind, Side, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Elements of which each is known alone, at least, for a fact about them all to be guessed.
const FEWEST_KNOWN: usize = 4;
/// The same, at most.
pub(crate) const MOST_KNOWN: usize = 512;
/// Variables with which a value is compared, at most.
const MOST_COMPARED: usize = 6;

/// An element of an array that may be named by U-ELEMENT.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub uniform: EntryId,
    pub index: Term,
}

/// Asks for the value of the element that is read, if something is known of all elements.
pub(super) fn is_named(s: &mut Step<'_, '_>, block: BlockId, offset: &Term, width: u32) -> Rule<()> {
    is_element(s, block, offset, |u| u.width == width && u.owned.is_none())
}

/// Asks for the element at this place, if it is certainly one of such a fact.
pub(super) fn is_element(
    s: &mut Step<'_, '_>,
    block: BlockId,
    offset: &Term,
    possible: impl Fn(&Uniform) -> bool,
) -> Rule<()> {
    let facts: Vec<(EntryId, Uniform)> =
        s.st.uniforms_of(block).filter(|(_, u)| possible(u)).map(|(id, u)| (id, u.clone())).collect();
    for (uniform, u) in facts {
        let Some(index) = u.index(offset) else { continue };
        let inside = s.holds(&Atom::le(&Term::zero(), &index)?) && s.holds(&Atom::le(&index.plus(1)?, &u.count)?);
        if inside || s.cx.faults.on(Fault::NoElement) {
            return Err(Stop::Element(Element { uniform, index }));
        }
    }
    Ok(())
}

/// U-ELEMENT: an entry for this element.
pub(crate) fn name(cx: &mut Context<'_>, st: &mut Path, element: &Element) -> Rule<()> {
    let Element { uniform, index } = element;
    let mut s = Step::new(cx, st);
    let u = s.st.uniforms.get(uniform).cloned();
    let u = u.ok_or(Stop::Internal("a uniform fact that the state does not have"))?;
    s.begin("U-ELEMENT");
    value_of(&mut s, &u, index)?;
    s.ghost(Ghost::Element { uniform: *uniform, index: plain(index) });
    Ok(())
}

/// The value of an element, in an entry of its own: what U-ELEMENT and U-TAKE begin with.
pub(super) fn value_of(s: &mut Step<'_, '_>, u: &Uniform, index: &Term) -> Rule<Term> {
    s.prove_unless(Fault::NoElement, Atom::le(&Term::zero(), index)?, || Premise::Access.into())?;
    s.prove_unless(Fault::NoElement, Atom::le(&index.plus(1)?, &u.count)?, || Premise::Access.into())?;
    let value = s.fresh_open(8 * u.width, u.sign)?;
    for fact in u.of(&value)? {
        s.st.add(fact);
    }
    let (block, offset, width, sign) = (u.block, u.place(index)?, u.width, u.sign);
    s.new_entry(Entry { block, offset, width, sign, value: value.clone() });
    Ok(value)
}

/// U-EMPTY: the fact about no elements.
pub(crate) fn empty(cx: &mut Context<'_>, st: &mut Path, fact: Uniform) -> Result<(), TooLarge> {
    let mut s = Step::new(cx, st);
    s.begin("U-EMPTY");
    let (block, offset, all) = (fact.block, plain(&fact.offset), fact.facts()?);
    let (stride, width, sign) = (fact.stride, fact.width, fact.sign);
    let owned = fact.owned.as_ref().map(|owned| owned.written(|t| Ok::<_, TooLarge>(plain(t)))).transpose()?;
    s.new_uniform(Uniform { count: Term::zero(), ..fact });
    s.ghost(Ghost::Uniform { block, offset, stride, width, sign, all, owned });
    Ok(())
}

/// The fact about elements of which each is known alone.
pub(crate) fn collected(cx: &mut Context<'_>, st: &mut Path, fact: Uniform) -> Result<(), TooLarge> {
    let count = fact.count.as_constant().and_then(|count| usize::try_from(count).ok());
    empty(cx, st, fact)?;
    collect(cx, st, count.unwrap_or_default())
}

/// Keeps only what they have in common of long rows of elements each of which is known alone, in variables of the
/// program.
pub(crate) fn summarize_rows(cx: &mut Context<'_>, st: &mut Path, longer: usize) -> Result<(), TooLarge> {
    let is_variable = |b: &Block| match &b.kind {
        Kind::Global(name) => !cx.program.globals.iter().any(|g| g.constant && g.name == *name),
        _ => false,
    };
    let blocks: Vec<BlockId> = st.blocks.iter().filter(|(_, b)| is_variable(b)).map(|(id, _)| *id).collect();
    for (block, width) in blocks.into_iter().flat_map(|block| [1, 2, 4, 8].map(|width| (block, width))) {
        let long = |count: i128| usize::try_from(count).is_ok_and(|count| count > longer);
        let Some((first, count)) = row(st, block, width).filter(|(_, count)| long(*count)) else { continue };
        let values = st.entries_of(block).filter(|(_, e)| e.width == width).map(|(_, e)| e.value.as_constant());
        let Some(values) = values.collect::<Option<Vec<i128>>>() else { continue };
        let (bits, sign) = (8 * width, first.sign);
        let least = values.iter().min().filter(|least| **least > lowest(bits, sign)).map(|c| Term::constant(*c));
        let most = values.iter().max().filter(|most| **most < highest(bits, sign)).map(|c| Term::constant(*c));
        let (least, most): (Vec<Term>, Vec<Term>) = (least.into_iter().collect(), most.into_iter().collect());
        let (offset, count, stride, owned) = (first.offset, Term::constant(count), u64::from(width), None);
        let fact = Uniform { block, offset, count, stride, width, sign, least, most, owned };
        if fact.says_something() {
            collected(cx, st, fact)?;
        }
        st.entries.retain(|_, e| e.block != block || e.width != width);
    }
    Ok(())
}

/// Whether the value at this entry's place is the one before the first element, or the one behind the last.
pub(crate) fn beside(u: &Uniform, e: &Entry) -> Option<Side> {
    let stride = i128::from(u.stride);
    if (u.block, u.width, u.sign) != (e.block, e.width, e.sign) {
        return None;
    }
    let behind = u.end().is_ok_and(|end| end == e.offset);
    let before = || e.offset.plus(stride).is_ok_and(|next| next == u.offset);
    if behind { Some(Side::After) } else { before().then_some(Side::Before) }
}

/// Extends facts by entries that lie beside their elements: values that were written, or read and then compared.
pub(crate) fn extend_all(cx: &mut Context<'_>, st: &mut Path) -> Result<(), TooLarge> {
    const MOST: usize = 8;
    for _ in 0..MOST {
        let near = |e: &Entry| st.uniforms_of(e.block).any(|(_, u)| u.owned.is_none() && beside(u, e).is_some());
        let entries: Vec<EntryId> = st.entries.iter().filter(|(_, e)| near(e)).map(|(id, _)| *id).collect();
        let before: Vec<Term> = st.uniforms.values().map(|u| u.count.clone()).collect();
        for entry in entries {
            extend(cx, st, entry)?;
        }
        if st.uniforms.values().map(|u| &u.count).eq(&before) {
            break;
        }
    }
    Ok(())
}

/// Extends the newest fact by so many elements at most of which each is known alone.
pub(crate) fn collect(cx: &mut Context<'_>, st: &mut Path, most: usize) -> Result<(), TooLarge> {
    let Some(fact) = st.uniforms.keys().next_back().copied() else { return Ok(()) };
    for _ in 0..most {
        let Some(u) = st.uniforms.get(&fact).cloned() else { break };
        let Some(next) = next_entry(st, &u, |_| true)? else { break };
        extend(cx, st, next)?;
        if st.uniforms.get(&fact).is_none_or(|after| after.count == u.count) {
            break;
        }
    }
    Ok(())
}

/// The newest such entry behind the last element.
pub(super) fn next_entry(
    st: &State,
    u: &Uniform,
    possible: impl Fn(&Entry) -> bool,
) -> Result<Option<EntryId>, TooLarge> {
    let end = u.end()?;
    let is_next = |e: &Entry| e.offset == end && (e.width, e.sign) == (u.width, u.sign) && possible(e);
    Ok(st.entries_of(u.block).filter(|(_, e)| is_next(e)).map(|(id, _)| id).last())
}

/// The first of the elements that stand behind each other, each known alone, and how many these are.
pub(crate) fn row(st: &State, block: BlockId, width: u32) -> Option<(Entry, i128)> {
    let mut found: BTreeMap<i128, &Entry> = BTreeMap::new();
    for (_, e) in st.entries_of(block).filter(|(_, e)| e.width == width) {
        e.offset.as_constant().and_then(|offset| found.insert(offset, e));
    }
    let (first, e) = found.iter().next()?;
    let is_next = |(at, (offset, other)): &(usize, (&i128, &&Entry))| {
        i128::try_from(*at).ok().and_then(|at| at.checked_mul(width.into())?.checked_add(*first)) == Some(**offset)
            && other.sign == e.sign
    };
    let count = found.iter().enumerate().take_while(is_next).count();
    (FEWEST_KNOWN..=MOST_KNOWN).contains(&count).then_some(((*e).clone(), i128::try_from(count).ok()?))
}

/// As [`beside`], where an equation says that the place is the one behind the last element or before the first.
fn equals_a_side(s: &mut Step<'_, '_>, u: &Uniform, e: &Entry) -> Option<Side> {
    if (u.block, u.width, u.sign) != (e.block, e.width, e.sign) {
        return None;
    }
    let next = e.offset.plus(u.stride.into());
    let behind = u.end().and_then(|end| Atom::eq(&end, &e.offset)).ok();
    let before = next.and_then(|next| Atom::eq(&next, &u.offset)).ok();
    let holds = |s: &mut Step<'_, '_>, atom: Atom| atom.decide().is_none() && s.holds(&atom);
    if behind.is_some_and(|atom| holds(s, atom)) {
        return Some(Side::After);
    }
    before.is_some_and(|atom| holds(s, atom)).then_some(Side::Before)
}

/// What a store needs of a fact that says more of each element than of what is stored: a fact that says less.
#[derive(Clone, Debug)]
pub(crate) struct Loose {
    pub uniform: EntryId,
    pub least: Vec<Term>,
    pub most: Vec<Term>,
}

/// U-PART: the fact with fewer bounds.
pub(crate) fn loosen(cx: &mut Context<'_>, st: &mut Path, loose: Loose) -> Rule<()> {
    let Loose { uniform, least, most } = loose;
    let u = st.uniforms.get(&uniform).cloned();
    let u = u.ok_or(Stop::Internal("a uniform fact that the state does not have"))?;
    Ok(part(cx, st, uniform, &Term::zero(), Uniform { least, most, ..u })?)
}

/// U-PART: a fact about elements from this one on.
pub(crate) fn part(
    cx: &mut Context<'_>,
    st: &mut Path,
    uniform: EntryId,
    first: &Term,
    made: Uniform,
) -> Result<(), TooLarge> {
    let mut s = Step::new(cx, st);
    s.begin("U-PART");
    let (first, count, all) = (plain(first), plain(&made.count), made.facts()?);
    s.new_uniform(made);
    s.ghost(Ghost::Part { uniform, first, count, all });
    Ok(())
}

/// The constant that the value is not less (or greater) than.
pub(crate) fn extreme(cx: &mut Context<'_>, st: &State, value: &Term, least: bool) -> Option<i128> {
    let directed = if least { value.neg().ok()? } else { value.clone() };
    let bound = cx.engine.maximum(&st.knowledge, &directed)?;
    if least { bound.checked_neg() } else { Some(bound) }
}

/// Bounds of a value: a constant, and variables with which it is compared.
pub(crate) fn bounds(
    cx: &mut Context<'_>,
    st: &State,
    value: &Term,
    least: bool,
    admitted: impl Fn(Var) -> bool,
) -> Result<Vec<Term>, TooLarge> {
    let directed = if least { value.neg()? } else { value.clone() };
    let constant = extreme(cx, st, value, least);
    // A remainder is small whatever is divided, and that is a fact of its own, even where a bound of what is divided by now
    // says more.
    let said =
        st.knowledge.iter().filter(|k| k.rel == Rel::Le).filter_map(|k| k.term.sub(&directed).ok()?.as_constant());
    let said: BTreeSet<i128> = said.filter_map(|c| if least { Some(c) } else { c.checked_neg() }).collect();
    let mut found: Vec<Term> = constant.into_iter().chain(said).map(Term::constant).collect();
    for v in compared(st, value).into_iter().filter(|v| admitted(*v)).take(MOST_COMPARED) {
        let t = Term::var(v);
        for bound in [if least { t.plus(1)? } else { t.plus(-1)? }, t] {
            let atom = if least { Atom::le(&bound, value)? } else { Atom::le(value, &bound)? };
            if super::holds(cx, st, &atom) {
                found.push(bound);
                break;
            }
        }
    }
    Ok(found)
}

/// Variables with which facts compare the value, but for addresses.
fn compared(st: &State, value: &Term) -> Vec<Var> {
    let own: BTreeSet<Var> = value.vars().collect();
    let bases: BTreeSet<Var> = st.blocks.values().flat_map(|b| b.base.vars()).collect();
    let about = st.knowledge.iter().filter(|k| k.rel == Rel::Le && k.term.vars().any(|v| own.contains(&v)));
    let mut found: Vec<Var> = Vec::new();
    for v in about.flat_map(|k| k.term.vars()) {
        if !bases.contains(&v) && !own.contains(&v) && !found.contains(&v) {
            found.push(v);
        }
    }
    found
}

/// Asks for a fact that says less, where a store writes an element that is out of the bounds of all facts about its
/// array.
pub(super) fn may_be_loosened(s: &mut Step<'_, '_>, stored: &Entry) -> Rule<()> {
    let facts: Vec<(EntryId, Uniform)> = s.st.uniforms_of(stored.block).map(|(id, u)| (id, u.clone())).collect();
    let inside = |u: &Uniform| {
        u.owned.is_none() && (u.width, u.sign) == (stored.width, stored.sign) && u.index(&stored.offset).is_some()
    };
    let facts: Vec<(EntryId, Uniform)> = facts.into_iter().filter(|(_, u)| inside(u)).collect();
    for (_, u) in &facts {
        if u.of(&stored.value)?.iter().all(|fact| s.holds(fact)) {
            return Ok(());
        }
    }
    for (uniform, u) in facts {
        let outside = [Atom::le(&u.end()?, &stored.offset)?, Atom::le(&stored.offset.plus(1)?, &u.offset)?];
        if outside.iter().any(|atom| s.holds(atom)) {
            continue;
        }
        let least = looser(s, &u, &stored.value, true)?;
        let most = looser(s, &u, &stored.value, false)?;
        if !least.is_empty() || !most.is_empty() {
            return Err(Stop::Loose(Loose { uniform, least, most }));
        }
    }
    Ok(())
}

/// Bounds of the elements and of a value that becomes one.
fn looser(s: &mut Step<'_, '_>, u: &Uniform, value: &Term, least: bool) -> Rule<Vec<Term>> {
    let old = u.bounds(least);
    let ordered = |a: &Term, b: &Term| if least { Atom::le(b, a) } else { Atom::le(a, b) };
    let mut found = Vec::new();
    for bound in old {
        if s.holds(&ordered(value, bound)?) {
            found.push(bound.clone());
        }
    }
    let bits = 8 * u.width;
    let limit = Term::constant(if least { lowest(bits, u.sign) } else { highest(bits, u.sign) });
    let known = u.constant(least);
    for bound in bounds(s.cx, s.st, value, least, |_| true)? {
        let hull = match (bound.as_constant(), known) {
            (Some(a), Some(b)) => Term::constant(if least { a.min(b) } else { a.max(b) }),
            _ => bound,
        };
        let mut of_all = false;
        for old in old {
            of_all |= s.holds(&ordered(old, &hull)?);
        }
        if of_all && hull != limit && !found.contains(&hull) {
            found.push(hull);
        }
    }
    Ok(found)
}

/// U-EXTEND: an entry becomes an element of the facts beside whose elements it lies, if it is like them.
pub(crate) fn extend(cx: &mut Context<'_>, st: &mut Path, entry: EntryId) -> Result<(), TooLarge> {
    let Some(e) = st.entries.get(&entry).cloned() else { return Ok(()) };
    let facts: Vec<(EntryId, Uniform)> =
        st.uniforms_of(e.block).filter(|(_, u)| u.owned.is_none()).map(|(id, u)| (id, u.clone())).collect();
    for (uniform, u) in facts {
        let mut s = Step::new(cx, st);
        let Some(side) = beside(&u, &e).or_else(|| equals_a_side(&mut s, &u, &e)) else { continue };
        let wanted = u.of(&e.value)?;
        if !wanted.iter().all(|fact| s.holds(fact)) && !s.cx.faults.on(Fault::AllElements) {
            continue;
        }
        s.begin("U-EXTEND");
        let (place, extended) = extended(&u, &e, side)?;
        s.st.oblige(place);
        wanted.into_iter().for_each(|fact| s.st.oblige(fact));
        s.st.uniforms.insert(uniform, extended);
        s.ghost(Ghost::Extend { uniform, entry, side, part: None });
    }
    Ok(())
}

/// That the entry stands on this side of the elements, and the fact with one element more.
pub(crate) fn extended(u: &Uniform, e: &Entry, side: Side) -> Result<(Atom, Uniform), TooLarge> {
    let (place, offset) = match side {
        Side::Before => {
            let back = i128::from(u.stride).checked_neg().ok_or(TooLarge)?;
            (Atom::eq(&e.offset.plus(u.stride.into())?, &u.offset)?, u.offset.plus(back)?)
        }
        Side::After => (Atom::eq(&e.offset, &u.end()?)?, u.offset.clone()),
    };
    Ok((place, Uniform { offset, count: u.count.plus(1)?, ..u.clone() }))
}

/// The facts that a store of n bytes leaves true because it writes beside the elements, or such an element, each with
/// the element's number.
pub(super) fn within(
    s: &mut Step<'_, '_>,
    (block, offset, n): (BlockId, &Term, u32),
    stored: Option<&Entry>,
    kept: &[(EntryId, Side)],
) -> Rule<Vec<(EntryId, Term)>> {
    let facts: Vec<(EntryId, Uniform)> = s.st.uniforms_of(block).map(|(id, u)| (id, u.clone())).collect();
    let mut found = Vec::new();
    for (id, u) in facts.into_iter().filter(|(id, _)| kept.iter().all(|(kept, _)| kept != id)) {
        if let Some(index) = gap(&u, offset, n) {
            found.push((id, index));
            continue;
        }
        let like = |stored: &&Entry| u.owned.is_none() && (u.width, u.sign) == (stored.width, stored.sign);
        let Some(stored) = stored.filter(like) else { continue };
        let Some(index) = u.index(offset) else { continue };
        let wanted = u.of(&stored.value)?;
        if wanted.iter().all(|fact| s.holds(fact)) || s.cx.faults.on(Fault::AllElements) {
            s.st.oblige(Atom::eq(offset, &u.place(&index)?)?);
            wanted.into_iter().for_each(|fact| s.st.oblige(fact));
            found.push((id, index));
        }
    }
    Ok(found)
}

/// The number of the element behind which these n bytes lie, and before the next one.
fn gap(u: &Uniform, offset: &Term, n: u32) -> Option<Term> {
    let distance = offset.sub(&u.offset).ok()?;
    let stride = i128::from(u.stride);
    let behind = distance.constant_part().checked_rem_euclid(stride)?;
    let between = i128::from(u.width) <= behind && behind.checked_add(n.into())? <= stride;
    distance.plus(behind.checked_neg()?).ok().filter(|_| between)?.divide_exactly(stride)
}

/// The sign with which the elements are read, among which a store writes.
pub(super) fn sign_at(st: &State, block: BlockId, offset: &Term, width: u32) -> Option<Sign> {
    let mut facts = st.uniforms_of(block).filter(|(_, u)| u.width == width && u.index(offset).is_some());
    facts.next().map(|(_, u)| u.sign)
}

/// Facts that all elements of a range, of which each byte has been set to this one, hold one number: for each width of
/// which the program has arrays.
pub(super) fn filled(
    s: &mut Step<'_, '_>,
    block: BlockId,
    (offset, length): (&Term, &Term),
    byte: u8,
) -> Result<Vec<Cell>, TooLarge> {
    let mut cells = Vec::new();
    let widths: Vec<u32> = [1, 2, 4, 8].into_iter().filter(|width| has_arrays(s.cx.program, *width)).collect();
    for width in widths {
        let several = |count: &Term| count.as_constant().is_none_or(|count| count > 1);
        let Some(count) = length.divide_exactly(width.into()).filter(several) else { continue };
        let sign = sign_read(s, width);
        let bits = (0..width).fold(0, |bits, _| bits << 8 | u64::from(byte));
        let value = vec![Term::constant(constant(bits, 8 * width, sign))];
        let (stride, least, most) = (u64::from(width), value.clone(), value);
        cells.push(Cell { offset: plain(offset), width, sign, count: Some(plain(&count)) });
        s.new_uniform(Uniform { block, offset: offset.clone(), count, stride, width, sign, least, most, owned: None });
    }
    Ok(cells)
}

/// Whether an index of elements of this width occurs in the program.
pub(crate) fn has_arrays(program: &Program, width: u32) -> bool {
    let instructions = program.functions.values().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    let mut places = instructions.filter_map(|i| match &i.op {
        Op::GetElementPtr { indices, .. } => Some(indices),
        _ => None,
    });
    places.any(|indices| indices.iter().any(|index| index.stride == i64::from(width)))
}

/// The sign with which the function reads numbers of this width.
fn sign_read(s: &Step<'_, '_>, width: u32) -> Sign {
    let function = s.cx.program.functions.get(&*s.st.function);
    let instructions = function.into_iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    let mut read = instructions.filter_map(|i| match i.op {
        Op::Load { ty: Type::Int(w), .. } if w == 8 * width => Some(s.preferred(i.result)),
        Op::Load { ty: Type::Pointer, .. } if s.pointer_bits() == 8 * width => Some(Sign::Unsigned),
        _ => None,
    });
    read.next().unwrap_or(Sign::Signed)
}
