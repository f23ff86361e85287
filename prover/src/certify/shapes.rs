//! Steps about linked structures, renamed.

use super::names::{Numbers, Unwritable};
use certificates::{CellFact, ElementPart, FoldedCell, FoldedOwned, FoldedPart, Ghost, OwnedElements, Term};

type Renamed<T> = Result<T, Unwritable>;

/// A step about a list or tree; other steps are handled elsewhere.
pub(super) fn ghost(n: &Numbers, g: &Ghost) -> Renamed<Ghost> {
    Ok(match g {
        Ghost::Read { block, offset, width, sign } => {
            Ghost::Read { block: n.block(*block)?, offset: n.renumber(offset)?, width: *width, sign: *sign }
        }
        Ghost::ListEmpty { shape, end, before, first, last, all, marks } => Ghost::ListEmpty {
            shape: *shape,
            end: n.renumber(end)?,
            before: n.renumber(before)?,
            first: fields(n, first)?,
            last: fields(n, last)?,
            all: facts(n, all.clone())?,
            marks: *marks,
        },
        Ghost::ListFold { shape, cell: folded, all } => {
            Ghost::ListFold { shape: *shape, cell: cell(n, folded)?, all: facts(n, all.clone())? }
        }
        Ghost::ListJoin { left, right, first, last, all } => Ghost::ListJoin {
            left: n.list(*left)?,
            right: n.list(*right)?,
            first: first.clone(),
            last: last.clone(),
            all: facts(n, all.clone())?,
        },
        Ghost::ListLength(list) => Ghost::ListLength(n.list(*list)?),
        Ghost::ListEmptied(list) => Ghost::ListEmptied(n.list(*list)?),
        Ghost::ListFirst { list, only, owned } => {
            Ghost::ListFirst { list: n.list(*list)?, only: *only, owned: owned.clone() }
        }
        Ghost::ListLast { list, only, owned } => {
            Ghost::ListLast { list: n.list(*list)?, only: *only, owned: owned.clone() }
        }
        Ghost::TreeNil { shape, root, all, marks } => {
            Ghost::TreeNil { shape: *shape, root: n.renumber(root)?, all: all.clone(), marks: *marks }
        }
        Ghost::TreeFold { shape, cell: folded, trees, all } => Ghost::TreeFold {
            shape: *shape,
            cell: cell(n, folded)?,
            trees: trees.iter().map(|t| n.tree(*t)).collect::<Renamed<_>>()?,
            all: all.clone(),
        },
        Ghost::TreeCells(tree) => Ghost::TreeCells(n.tree(*tree)?),
        Ghost::TreeEmptied(tree) => Ghost::TreeEmptied(n.tree(*tree)?),
        Ghost::TreeHole { shape, root, all, marks } => {
            Ghost::TreeHole { shape: *shape, root: n.renumber(root)?, all: all.clone(), marks: *marks }
        }
        Ghost::TreeFill { tree, filler, all } => {
            Ghost::TreeFill { tree: n.tree(*tree)?, filler: n.tree(*filler)?, all: all.clone() }
        }
        Ghost::TreeFirst { tree, owned } => Ghost::TreeFirst { tree: n.tree(*tree)?, owned: owned.clone() },
        other => other.clone(),
    })
}

/// Facts about the cells of a list.
pub(super) fn facts(n: &Numbers, all: Vec<CellFact>) -> Renamed<Vec<CellFact>> {
    all.into_iter().map(|fact| Ok(CellFact { rest: n.renumber(&fact.rest)?, ..fact })).collect()
}

fn fields(n: &Numbers, known: &[Option<Term>]) -> Renamed<Vec<Option<Term>>> {
    known.iter().map(|t| t.as_ref().map(|t| n.renumber(t)).transpose()).collect()
}

/// What a folded cell, or an element of an array, owns.
pub(super) fn folded_part(n: &Numbers, part: FoldedPart) -> Renamed<FoldedPart> {
    Ok(match part {
        FoldedPart::Null => FoldedPart::Null,
        FoldedPart::Block { block, zero } => {
            FoldedPart::Block { block: n.block(block)?, zero: zero.map(|e| n.entry(e)).transpose()? }
        }
        FoldedPart::List(list) => FoldedPart::List(n.list(list)?),
    })
}

/// What the elements of an array own.
pub(super) fn owned_elements(n: &Numbers, owned: &OwnedElements) -> Renamed<OwnedElements> {
    let part = match &owned.part {
        ElementPart::Block { size, align, string } => ElementPart::Block {
            size: size.as_ref().map(|size| n.renumber(size)).transpose()?,
            align: *align,
            string: *string,
        },
        ElementPart::List(shape) => ElementPart::List(*shape),
    };
    Ok(OwnedElements { part, marks: owned.marks })
}

fn cell(n: &Numbers, c: &FoldedCell) -> Renamed<FoldedCell> {
    let entries = |ids: &[u32]| ids.iter().map(|e| n.entry(*e)).collect::<Renamed<Vec<u32>>>();
    let owned = c.owned.iter().map(|o| Ok(FoldedOwned { entry: n.entry(o.entry)?, part: folded_part(n, o.part)? }));
    Ok(FoldedCell {
        block: n.block(c.block)?,
        links: entries(&c.links)?,
        back: c.back.map(|e| n.entry(e)).transpose()?,
        fields: entries(&c.fields)?,
        owned: owned.collect::<Renamed<_>>()?,
    })
}
