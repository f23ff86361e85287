//! Steps about list segments: one function for each rule of `spec/rules/list.md`. Their premises are proved here;
//! which step is worth taking is decided in `domain::structures` and `explore::unfold`.

use super::cell::{Cell, cell, pointer_place, premise};
use super::lines::{joined, of_cell};
use super::{Rule, Step, Stop, heap, highest, lowest, owned};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Rel, Term, TooLarge};
use crate::faults::Fault;
use crate::state::{Block, Entry, Line, Range, Same, Segment};
use certificates::{
    BlockId, CellFact, EntryId, Ghost, Int, Kind, ListId, Marks, OwnedCase, Place, Shape, ShapeId, Sign, Source,
};

/// The obligations about a cell that is folded.
pub(super) fn oblige_cell(s: &mut Step<'_, '_>, shape: &Shape, cell: &Cell) -> Rule<Block> {
    let block = s.st.blocks.get(&cell.folded.block).cloned();
    let block = block.ok_or(Stop::Internal("a block that the state does not have"))?;
    s.prove(Atom::eq(&block.size, &Term::constant(i128::from(shape.size)))?, premise)?;
    let offsets = shape.links.iter().chain(&shape.back).copied().chain(shape.fields.iter().map(|place| place.offset));
    let entries = cell.folded.links.iter().chain(&cell.folded.back).chain(&cell.folded.fields);
    let places: Vec<(u64, EntryId)> = offsets.zip(entries.copied()).collect();
    for (offset, entry) in places {
        let place = s.st.entries.get(&entry).ok_or(Stop::Internal("an entry that the state does not have"))?;
        let at = Atom::eq(&place.offset, &Term::constant(i128::from(offset)))?;
        s.prove(at, premise)?;
    }
    owned::oblige(s, shape, cell)?;
    Ok(block)
}

/// The facts that bounds of fields are.
pub(crate) fn facts(ranges: &[Range]) -> Vec<CellFact> {
    let fact = |field: usize, coefficient: i128, bound: i128| {
        let mut fields = vec![Int(0); ranges.len()];
        if let Some(place) = fields.get_mut(field) {
            *place = Int(coefficient);
        }
        CellFact { rel: certificates::Rel::Le, fields, behind: Int(0), rest: plain(&Term::constant(bound)) }
    };
    let of = |(field, range): (usize, &Range)| {
        let least = range.least.map(|least| fact(field, -1, least));
        let most = range.most.and_then(i128::checked_neg).map(|most| fact(field, 1, most));
        [least, most]
    };
    ranges.iter().enumerate().flat_map(of).flatten().collect()
}

/// The facts that bounds and lines of fields are.
pub(crate) fn segment_facts(ranges: &[Range], lines: &[Option<Line>]) -> Result<Vec<CellFact>, TooLarge> {
    let of = |(field, line): (usize, &Line)| {
        let fields = (0..lines.len()).map(|other| Int((other == field).into())).collect();
        let behind = Int(line.written().checked_neg().ok_or(TooLarge)?);
        Ok(CellFact { rel: certificates::Rel::Eq, fields, behind, rest: plain(&line.rest.neg()?) })
    };
    let mut all = facts(ranges);
    for line in lines.iter().enumerate().filter_map(|(field, line)| Some((field, line.as_ref()?))) {
        all.push(of(line)?);
    }
    Ok(all)
}

/// What lies in bounds, as facts about the values of fields.
pub(super) fn add_facts(s: &mut Step<'_, '_>, ranges: &[Range], values: &[Term]) -> Rule<()> {
    for (range, value) in ranges.iter().zip(values) {
        if let Some(least) = range.least {
            s.st.add(Atom::new(Rel::Le, value.neg()?.plus(least)?));
        }
        if let Some(most) = range.most {
            s.st.add(Atom::new(Rel::Le, value.plus(most.checked_neg().ok_or(TooLarge)?)?));
        }
    }
    Ok(())
}

/// The bounds of values in the fields of a shape that facts give, beyond those of their types.
pub(super) fn ranges(s: &Step<'_, '_>, shape: &Shape, values: &[Term]) -> Vec<Range> {
    let same = Same::of(s.st);
    let range = |(place, value): (&Place, &Term)| {
        if let Some(number) = value.as_constant() {
            return Range { least: Some(number), most: Some(number) };
        }
        let mut range = Range::default();
        // Bounds may also be known of the variable that stands for all that are equal to this value.
        let plain = same.plain(value);
        for value in std::iter::once(value).chain((plain != *value).then_some(&plain)) {
            let parts = value.parts().len();
            let bounds = s.st.knowledge.iter().filter(|fact| fact.rel == Rel::Le);
            for fact in bounds.filter(|fact| fact.term.parts().len().abs_diff(parts) <= 1) {
                let beyond = |t: Result<Term, TooLarge>| t.ok().and_then(|t| t.as_constant());
                if let Some(constant) = beyond(fact.term.sub(value)) {
                    range.most = range.most.into_iter().chain(constant.checked_neg()).min();
                } else if let Some(constant) = beyond(fact.term.add(value)) {
                    range.least = range.least.into_iter().chain([constant]).max();
                }
            }
        }
        let width = 8 * place.width;
        range.least = range.least.filter(|least| *least > lowest(width, place.sign));
        range.most = range.most.filter(|most| *most < highest(width, place.sign));
        range
    };
    shape.fields.iter().zip(values).map(range).collect()
}

/// Bounds that hold of both.
pub(super) fn hull(a: &[Range], b: &[Range]) -> Vec<Range> {
    a.iter().zip(b).map(|(a, b)| a.hull(*b)).collect()
}

/// L-EMPTY; `all` of its cells, whose number is 0.
pub(crate) fn empty(
    s: &mut Step<'_, '_>,
    shape: ShapeId,
    end: Term,
    before: Term,
    all: Vec<Range>,
    marks: Marks,
) -> Rule<ListId> {
    let fields = s.shape(shape)?.fields.len();
    s.begin("L-EMPTY");
    let ghost = Ghost::ListEmpty {
        shape,
        end: plain(&end),
        before: plain(&before),
        first: vec![None; fields],
        last: vec![None; fields],
        all: facts(&all),
        marks,
    };
    let none = vec![None; fields];
    let id = s.new_list(Segment {
        shape,
        head: end.clone(),
        end,
        length: Term::zero(),
        before: before.clone(),
        rear: before,
        first: none.clone(),
        last: none,
        all,
        lines: vec![None; fields],
        marks,
    });
    s.ghost(ghost);
    Ok(id)
}

/// The obligations that values lie in bounds.
pub(super) fn oblige_facts(s: &mut Step<'_, '_>, ranges: &[Range], values: &[Term]) -> Rule<()> {
    for (range, value) in ranges.iter().zip(values) {
        if let Some(least) = range.least {
            s.prove_le(&Term::constant(least), value, premise)?;
        }
        if let Some(most) = range.most {
            s.prove_le(value, &Term::constant(most), premise)?;
        }
    }
    Ok(())
}

/// L-FOLD
pub(crate) fn fold(s: &mut Step<'_, '_>, id: ShapeId, block: BlockId) -> Rule<ListId> {
    let shape = s.shape(id)?;
    let mut cell = cell(s, shape, block)?;
    owned::find(s, shape, &mut cell)?;
    s.begin("L-FOLD");
    let block = oblige_cell(s, shape, &cell)?;
    let head = block.base.plus(i128::from(shape.anchor))?;
    let [end] = &cell.links[..] else { return Err(Stop::Internal("a list whose shape has not one link")) };
    let all = ranges(s, shape, &cell.fields);
    oblige_facts(s, &all, &cell.fields)?;
    let lines: Vec<Option<Line>> = cell.fields.iter().map(|value| of_cell(s.st, value)).collect();
    for (value, line) in cell.fields.iter().zip(&lines) {
        if let Some(line) = line.as_ref().filter(|line| line.rest != *value) {
            s.prove(Atom::eq(value, &line.rest)?, premise)?;
        }
    }
    let folded = Ghost::ListFold { shape: id, cell: cell.folded.clone(), all: segment_facts(&all, &lines)? };
    owned::consume(s.st, &cell);
    let fields: Vec<Option<Term>> = cell.fields.into_iter().map(Some).collect();
    let list = s.new_list(Segment {
        shape: id,
        head: head.clone(),
        end: end.clone(),
        length: Term::constant(1),
        rear: if cell.back.is_some() { head } else { Term::zero() },
        before: cell.back.unwrap_or_else(Term::zero),
        first: fields.clone(),
        last: fields,
        all,
        lines,
        marks: Marks { read_only: block.read_only, kept: block.kept },
    });
    s.ghost(folded);
    Ok(list)
}

/// L-JOIN
pub(crate) fn join(s: &mut Step<'_, '_>, left: ListId, right: ListId) -> Rule<ListId> {
    let (l, r) = (s.segment(left)?, s.segment(right)?);
    s.begin("L-JOIN");
    s.prove(Atom::eq(&l.end, &r.head)?, premise)?;
    if s.shape(l.shape)?.back.is_some() {
        s.prove(Atom::eq(&r.before, &l.rear)?, premise)?;
    }
    let nonempty =
        |s: &mut Step<'_, '_>, l: &Segment| -> Rule<bool> { Ok(s.holds(&Atom::le(&Term::constant(1), &l.length)?)) };
    let (left_has, right_has) = (nonempty(s, &l)?, nonempty(s, &r)?);
    let mut first = Vec::new();
    for value in &l.first {
        let source = if left_has && value.is_some() { Source::Left } else { Source::Neither };
        if source == Source::Left {
            s.prove_le(&Term::constant(1), &l.length, premise)?;
        }
        first.push(source);
    }
    let mut last = Vec::new();
    for value in &r.last {
        let source = if right_has && value.is_some() { Source::Right } else { Source::Neither };
        if source == Source::Right {
            s.prove_le(&Term::constant(1), &r.length, premise)?;
        }
        last.push(source);
    }
    let chosen = |sources: &[Source], from: &[Option<Term>]| -> Vec<Option<Term>> {
        sources.iter().zip(from).map(|(source, value)| value.clone().filter(|_| *source != Source::Neither)).collect()
    };
    let all = if s.cx.faults.on(Fault::AllCells) { l.all.clone() } else { hull(&l.all, &r.all) };
    let lines = joined(s, &l, &r)?;
    let joined = Segment {
        shape: l.shape,
        head: l.head,
        end: r.end,
        length: l.length.add(&r.length)?,
        before: l.before,
        rear: r.rear,
        first: chosen(&first, &l.first),
        last: chosen(&last, &r.last),
        all: all.clone(),
        lines: lines.clone(),
        marks: l.marks,
    };
    s.st.lists.remove(&left);
    s.st.lists.remove(&right);
    let id = s.new_list(joined);
    s.ghost(Ghost::ListJoin { left, right, first, last, all: segment_facts(&all, &lines)? });
    Ok(id)
}

/// L-EMPTIED
pub(crate) fn emptied(s: &mut Step<'_, '_>, list: ListId) -> Rule<()> {
    let segment = s.segment(list)?;
    s.begin("L-EMPTIED");
    s.prove_le(&segment.length, &Term::zero(), premise)?;
    s.st.add(Atom::eq(&segment.length, &Term::zero())?);
    s.st.add(Atom::eq(&segment.head, &segment.end)?);
    if s.shape(segment.shape)?.back.is_some() {
        s.st.add(Atom::eq(&segment.rear, &segment.before)?);
    }
    s.st.lists.remove(&list);
    s.ghost(Ghost::ListEmptied(list));
    Ok(())
}

/// What unfolding a cell has made: its block, what it owns, and in which cases.
pub(super) struct Unfolded {
    pub block: BlockId,
    pub owned: Vec<BlockId>,
    pub cases: Vec<OwnedCase>,
}

/// The block of an unfolded cell with the facts about its address and those that the rule knows, its entries, and the
/// memory that it owns.
#[expect(clippy::too_many_arguments, reason = "what stands in a cell")]
pub(super) fn outer_block(
    s: &mut Step<'_, '_>,
    shape: &Shape,
    base: Term,
    marks: Marks,
    known: impl FnOnce(&mut Step<'_, '_>) -> Rule<()>,
    links: Vec<Term>,
    back: Option<Term>,
    fields: Vec<Term>,
) -> Rule<Unfolded> {
    let bits = s.pointer_bits();
    let size = Term::constant(i128::from(shape.size));
    let pointers = owned::pointers(s, shape, &fields)?;
    s.st.add_le(&Term::constant(1), &base)?;
    s.st.add_le(&base.add(&size)?, &Term::constant(heap::end_of_memory(bits)))?;
    known(s)?;
    let Marks { read_only, kept } = marks;
    let block =
        s.new_block(Block { base, size, align: shape.align, kind: Kind::Heap, read_only, kept, optional: false });
    let mut places: Vec<(Place, Term)> = shape.links.iter().map(|o| pointer_place(*o, bits)).zip(links).collect();
    places.extend(shape.back.iter().map(|o| pointer_place(*o, bits)).zip(back));
    places.extend(shape.fields.iter().copied().zip(fields.iter().cloned()));
    places.extend(shape.owned.iter().map(|o| pointer_place(o.offset, bits)).zip(pointers.iter().cloned()));
    for (place, value) in places {
        let offset = Term::constant(i128::from(place.offset));
        s.new_entry(Entry { block, offset, width: place.width, sign: place.sign, value });
    }
    let made = s.st.introduced().blocks.len();
    let cases = owned::unfold(s, shape, marks, &fields, &pointers)?;
    let owned = s.st.introduced().blocks.iter().skip(made).copied().collect();
    Ok(Unfolded { block, owned, cases })
}

/// Which cell of a segment is unfolded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outer {
    First,
    Last,
}

/// L-FIRST, L-LAST; the new block.
pub(crate) fn unfold(s: &mut Step<'_, '_>, list: ListId, outer: Outer) -> Rule<BlockId> {
    let segment = s.segment(list)?;
    let shape = s.shape(segment.shape)?;
    let bits = s.pointer_bits();
    let one = Atom::eq(&segment.length, &Term::constant(1))?;
    let only = s.holds(&one);
    s.begin(match outer {
        Outer::First => "L-FIRST",
        Outer::Last => "L-LAST",
    });
    s.prove_unless(Fault::NotEmpty, Atom::le(&Term::constant(1), &segment.length)?, premise)?;
    if only {
        s.prove(one, premise)?;
    }
    let first = outer == Outer::First;
    let pointer = if first { &segment.head } else { &segment.rear };
    let base = pointer.plus(-i128::from(shape.anchor))?;
    // The neighbour inside the segment.
    let inner = s.fresh_ranged(bits, Sign::Unsigned)?;
    let mut fields = Vec::new();
    for place in &shape.fields {
        fields.push(s.fresh_open(8 * place.width, place.sign)?);
    }
    let (near, far) = if first { (&segment.first, &segment.last) } else { (&segment.last, &segment.first) };
    let known = |s: &mut Step<'_, '_>| -> Rule<()> {
        let equal = |s: &mut Step<'_, '_>, known: &[Option<Term>]| -> Rule<()> {
            for (value, known) in fields.iter().zip(known) {
                if let Some(known) = known {
                    s.st.add(Atom::eq(value, known)?);
                }
            }
            Ok(())
        };
        equal(s, near)?;
        add_facts(s, &segment.all, &fields)?;
        let behind = if first { segment.length.plus(-1)? } else { Term::zero() };
        for (value, line) in fields.iter().zip(&segment.lines) {
            if let Some(line) = line {
                s.st.add(Atom::eq(value, &line.at(&behind)?)?);
            }
        }
        if !only {
            return Ok(());
        }
        let (outside, outer_end, inner_end) = match outer {
            Outer::First => (&segment.end, &segment.rear, &segment.head),
            Outer::Last => (&segment.before, &segment.head, &segment.rear),
        };
        s.st.add(Atom::eq(&inner, outside)?);
        if shape.back.is_some() {
            s.st.add(Atom::eq(outer_end, inner_end)?);
        }
        equal(s, far)
    };
    let (next, previous) = match outer {
        Outer::First => (inner.clone(), segment.before.clone()),
        Outer::Last => (segment.end.clone(), inner.clone()),
    };
    let Unfolded { block, owned, cases } =
        outer_block(s, shape, base, segment.marks, known, vec![next], Some(previous), fields.clone())?;
    let rest = without(segment, shape, outer, inner)?;
    s.st.lists.insert(list, rest);
    s.ghost(match outer {
        Outer::First => Ghost::ListFirst { list, only, owned: cases },
        Outer::Last => Ghost::ListLast { list, only, owned: cases },
    });
    owned::place_blocks(s, &owned)?;
    Ok(block)
}

/// A segment without its outer cell; `inner` is that cell's neighbour in it.
fn without(segment: Segment, shape: &Shape, outer: Outer, inner: Term) -> Rule<Segment> {
    let length = segment.length.plus(-1)?;
    let none = vec![None; shape.fields.len()];
    Ok(match outer {
        Outer::First => {
            let before = if shape.back.is_some() { segment.head.clone() } else { Term::zero() };
            Segment { before, head: inner, first: none, length, ..segment }
        }
        Outer::Last => {
            let mut lines = segment.lines.clone();
            for line in lines.iter_mut().flatten() {
                line.rest = line.at(&Term::constant(1))?;
            }
            Segment { end: segment.rear.clone(), rear: inner, last: none, length, lines, ..segment }
        }
    })
}
