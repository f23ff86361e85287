//! Hints and ghost steps with the checker's numbers.

use super::names::{Numbers, Unwritable};
use super::shapes;
use certificates::{Access, Bits, Cell, Detail, Elsewhere, EntryId, Ghost, Hint, Multiple, Side, Sorted};

type Renamed<T> = Result<T, Unwritable>;

pub(super) fn hint(n: &Numbers, h: &Hint) -> Renamed<Hint> {
    Ok(Hint { detail: detail(n, &h.detail)?, ..h.clone() })
}

fn access(n: &Numbers, a: &Access) -> Renamed<Access> {
    let multiple = match &a.multiple {
        Multiple::Plain => Multiple::Plain,
        Multiple::Offset(m) => Multiple::Offset(n.renumber(m)?),
        Multiple::Address(m) => Multiple::Address(n.renumber(m)?),
    };
    Ok(Access { block: n.block(a.block)?, multiple })
}

fn optional(n: &Numbers, a: &Option<Access>) -> Renamed<Option<Access>> {
    a.as_ref().map(|a| access(n, a)).transpose()
}

fn keep(n: &Numbers, list: &[(EntryId, Side)]) -> Renamed<Vec<(EntryId, Side)>> {
    let mut kept = list.iter().map(|(id, side)| Ok((n.entry(*id)?, *side))).collect::<Renamed<Vec<_>>>()?;
    kept.sort_by_key(|(id, _)| *id);
    Ok(kept)
}

fn entries(n: &Numbers, list: &[EntryId]) -> Renamed<Vec<EntryId>> {
    list.iter().map(|id| n.entry(*id)).collect()
}

fn sorted(mut list: Vec<EntryId>) -> Vec<EntryId> {
    list.sort_unstable();
    list
}

fn cells(n: &Numbers, list: &[Cell]) -> Renamed<Vec<Cell>> {
    let one = |c: &Cell| {
        let count = c.count.as_ref().map(|count| n.renumber(count)).transpose()?;
        Ok(Cell { offset: n.renumber(&c.offset)?, width: c.width, sign: c.sign, count })
    };
    list.iter().map(one).collect()
}

fn elsewhere(n: &Numbers, of: &Elsewhere) -> Renamed<Elsewhere> {
    let assigned = of.assigned.iter().map(|place| match place {
        Some((block, kept)) => Ok(Some((n.block(*block)?, keep(n, kept)?))),
        None => Ok(None),
    });
    Ok(Elsewhere {
        alternative: of.alternative,
        accesses: of.accesses.iter().map(|a| optional(n, a)).collect::<Renamed<_>>()?,
        ends: entries(n, &of.ends)?,
        entries: entries(n, &of.entries)?,
        assigned: assigned.collect::<Renamed<_>>()?,
        after: of.after.iter().map(|e| e.map(|e| n.entry(e)).transpose()).collect::<Renamed<_>>()?,
        written: of.written.clone(),
        values: of.values.iter().map(|value| n.renumber(value)).collect::<Renamed<_>>()?,
    })
}

fn sorted_array(n: &Numbers, of: &Sorted) -> Renamed<Sorted> {
    let mut facts = of.facts.iter().map(|(id, owned)| Ok((n.entry(*id)?, *owned))).collect::<Renamed<Vec<_>>>()?;
    facts.sort_by_key(|(id, _)| *id);
    Ok(Sorted { access: access(n, &of.access)?, align: of.align, facts, keep: keep(n, &of.keep)? })
}

fn detail(n: &Numbers, d: &Detail) -> Renamed<Detail> {
    Ok(match d {
        Detail::Load { access: a, entry } => {
            Detail::Load { access: access(n, a)?, entry: entry.map(|e| n.entry(e)).transpose()? }
        }
        Detail::Store { access: a, keep: k, within } => {
            let within = within.iter().map(|(id, index)| Ok((n.entry(*id)?, n.renumber(index)?)));
            let mut within = within.collect::<Renamed<Vec<_>>>()?;
            within.sort_by_key(|(id, _)| *id);
            Detail::Store { access: access(n, a)?, keep: keep(n, k)?, within }
        }
        Detail::Move { target, source, keep: k, copy } => Detail::Move {
            target: optional(n, target)?,
            source: optional(n, source)?,
            keep: keep(n, k)?,
            copy: entries(n, copy)?,
        },
        Detail::Fill { target, keep: k, cells: c } => {
            Detail::Fill { target: optional(n, target)?, keep: keep(n, k)?, cells: cells(n, c)? }
        }
        Detail::Allocate { outcome, cells: c } => Detail::Allocate { outcome: *outcome, cells: cells(n, c)? },
        Detail::Release(block) => Detail::Release(block.map(|b| n.block(b)).transpose()?),
        Detail::Reallocate { block, outcome, keep: k } => Detail::Reallocate {
            block: block.map(|b| n.block(b)).transpose()?,
            outcome: *outcome,
            keep: sorted(entries(n, k)?),
        },
        Detail::Library { accesses, entries: e, keep: k } => Detail::Library {
            accesses: accesses.iter().map(|a| access(n, a)).collect::<Result<_, _>>()?,
            entries: entries(n, e)?,
            keep: keep(n, k)?,
        },
        Detail::Sorted(of) => Detail::Sorted(Box::new(sorted_array(n, of)?)),
        Detail::Contract(of) => Detail::Contract(Box::new(elsewhere(n, of)?)),
        Detail::Bits(Bits::Class(entry)) => Detail::Bits(Bits::Class(n.entry(*entry)?)),
        Detail::None
        | Detail::Outcome(_)
        | Detail::Case(_)
        | Detail::Shift(_)
        | Detail::Division { .. }
        | Detail::Bits(_) => d.clone(),
    })
}

pub(super) fn ghost(n: &Numbers, g: &Ghost) -> Renamed<Ghost> {
    Ok(match g {
        Ghost::Assert(a) => Ghost::Assert(n.renumber_atom(a)?),
        Ghost::Distinct { left, right } => Ghost::Distinct { left: n.entry(*left)?, right: n.entry(*right)? },
        Ghost::Same { left, right } => Ghost::Same { left: n.entry(*left)?, right: n.entry(*right)? },
        Ghost::Bytes { entry, parts } => Ghost::Bytes { entry: n.entry(*entry)?, parts: entries(n, parts)? },
        Ghost::InBlock(e) => Ghost::InBlock(n.entry(*e)?),
        Ghost::Block(b) => Ghost::Block(n.block(*b)?),
        Ghost::Divide { term, divisor } => Ghost::Divide { term: n.renumber(term)?, divisor: *divisor },
        Ghost::Table { entry, index, first, last } => {
            Ghost::Table { entry: n.entry(*entry)?, index: n.renumber(index)?, first: *first, last: *last }
        }
        Ghost::Stream(e) => Ghost::Stream(n.entry(*e)?),
        Ghost::Variadic => Ghost::Variadic,
        Ghost::Argument { index } => Ghost::Argument { index: n.renumber(index)? },
        Ghost::Resolve { block, present } => Ghost::Resolve { block: n.block(*block)?, present: *present },
        Ghost::Extend { uniform, entry, side, part } => Ghost::Extend {
            uniform: n.entry(*uniform)?,
            entry: n.entry(*entry)?,
            side: *side,
            part: part.map(|part| shapes::folded_part(n, part)).transpose()?,
        },
        Ghost::Part { uniform, first, count, all } => Ghost::Part {
            uniform: n.entry(*uniform)?,
            first: n.renumber(first)?,
            count: n.renumber(count)?,
            all: shapes::facts(n, all.clone())?,
        },
        Ghost::Element { uniform, index } => Ghost::Element { uniform: n.entry(*uniform)?, index: n.renumber(index)? },
        Ghost::Take { uniform, index, case } => {
            Ghost::Take { uniform: n.entry(*uniform)?, index: n.renumber(index)?, case: *case }
        }
        Ghost::Join { left, right, all } => {
            Ghost::Join { left: n.entry(*left)?, right: n.entry(*right)?, all: shapes::facts(n, all.clone())? }
        }
        Ghost::Weaken { uniform, owned } => {
            Ghost::Weaken { uniform: n.entry(*uniform)?, owned: shapes::owned_elements(n, owned)? }
        }
        Ghost::Nulls { uniform, owned } => {
            Ghost::Nulls { uniform: n.entry(*uniform)?, owned: shapes::owned_elements(n, owned)? }
        }
        Ghost::Uniform { block, offset, stride, width, sign, all, owned } => Ghost::Uniform {
            block: n.block(*block)?,
            offset: n.renumber(offset)?,
            stride: *stride,
            width: *width,
            sign: *sign,
            all: shapes::facts(n, all.clone())?,
            owned: owned.as_ref().map(|owned| shapes::owned_elements(n, owned)).transpose()?,
        },
        Ghost::Function(_) => g.clone(),
        _ => shapes::ghost(n, g)?,
    })
}
