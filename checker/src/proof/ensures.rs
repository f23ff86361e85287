//! R-ENSURES: what a contract ensures holds at every return of a root (`spec/ensures.md`).

use std::collections::{BTreeMap, BTreeSet};

use certificates::{BlockId, Ensured, Kind, Sign, Var};

use crate::answer::verdict::{Checked, Location};
use crate::contract::Contract;
use crate::contract::clause::{MemoryKind, Said, Step};
use crate::contract::states::Described;
use crate::decide::term::{Poly, TooLarge};
use crate::proof::calls::continuation;
use crate::proof::context::{Context, Shape};
use crate::proof::covers::Cover;
use crate::proof::state::{Block, State};
use crate::proof::wellformed::Node;
use crate::rules::places::{apart, content, quotient, ranged};
use crate::rules::shared::Value;

/// Where a range lies that is not empty.
struct Place {
    block: BlockId,
    /// Whether the block is one that may be written, if only by others than the function.
    written: bool,
    /// The first byte, and the size in bytes.
    range: (Poly, Poly),
}

/// The values of a contract's symbols.
struct Values {
    known: Vec<Poly>,
    /// Symbols of places of which no entry says what they hold.
    open: BTreeSet<Var>,
}

impl Values {
    fn know(&self, term: &Poly) -> bool {
        term.terms.iter().all(|(mono, _)| mono.variables().iter().all(|variable| !self.open.contains(variable)))
    }
}

/// Decides each conjunct at each return node of the root: in the state that a caller would have after the return whose
/// state before the call was the initial one.
pub fn ensured<'m>(
    cx: &mut Context<'m>,
    (contract, start): (&Contract, &Described<'m>),
    initial: &State<'m>,
    (nodes, root, cover): (&[Node<'m>], &Node<'m>, &Cover),
    given: &'m [Ensured],
) -> Checked {
    cx.rule("R-ENSURES");
    let wanted = if contract.ensured.is_empty() { 0 } else { root.returns.len() };
    reject_if!(cx, given.len() != wanted => "returns", "{} returns are given, the root has {wanted}", given.len());
    for (number, hint) in root.returns.iter().zip(given) {
        let mark = cx.knowledge.mark();
        let place = Location { node: Some(*number), ..Location::default() };
        let mut judged = || {
            let node = some!(cx, nodes.get(*number as usize) => "returns", "there is no node {number}");
            let (mut after, facts, result) = continuation(cx, initial, root, node, cover)?;
            facts.into_iter().try_for_each(|fact| cx.add(fact))?;
            cx.begin(&hint.wraps, &[]);
            let shape = cx.shape(&root.state.position.function.signature.result)?;
            let values = values(cx, contract, &start.symbols, &mut after, (result, shape), hint)?;
            conjuncts(cx, contract, &values, (&after, initial, start), hint)?;
            cx.end()
        };
        judged().map_err(|stop| stop.at(&place))?;
        cx.knowledge.undo(mark);
    }
    Ok(())
}

/// What is read at the return: the result, places in memory, and quotients.
fn values<'m>(
    cx: &mut Context<'m>,
    contract: &Contract,
    symbols: &[Poly],
    after: &mut State<'m>,
    (result, shape): (Value, Option<Shape>),
    hint: &'m Ensured,
) -> Checked<Values> {
    cx.rule("R-ENSURES");
    // Those of the call; the symbols of what is read here come next, and those of bounds behind them.
    let call = symbols.len().saturating_sub(contract.after.len() + contract.mentioned.len());
    let mut values = Values { known: symbols.iter().take(call).cloned().collect(), open: BTreeSet::new() };
    let mut entries = hint.entries.iter();
    for step in &contract.after {
        let number = Var::try_from(values.known.len()).map_err(|_| TooLarge)?;
        let value = match step {
            Step::Result(signed) => {
                let ((value, sign), shape) = some!(cx, result.clone().zip(shape) => "result", "there is no result");
                let wanted = shape.sign(if *signed { Sign::Signed } else { Sign::Unsigned });
                let value = if sign == wanted { value } else { cx.convert(after, &value, shape.width, wanted)? };
                ranged(cx, &value, shape.width, wanted)?;
                Some(value)
            }
            Step::Place(place) => {
                let entry = some!(cx, entries.next() => "entries", "there are fewer entries than places");
                match entry {
                    Some(entry) => {
                        reject_if!(cx, !values.know(&place.address) =>
                            "entry", "it is not known where a place lies that has an entry");
                        let address = place.address.substitute(&values.known)?;
                        Some(content(cx, after, (place, &address), *entry)?)
                    }
                    None => None,
                }
            }
            Step::Quotient { dividend, divisor, natural } if values.know(dividend) => {
                Some(quotient(cx, after, &dividend.substitute(&values.known)?, *divisor, *natural)?)
            }
            _ => None,
        };
        values.open.extend(value.is_none().then_some(number));
        values.known.push(value.unwrap_or_default());
    }
    reject_if!(cx, entries.len() > 0 => "entries", "there are more entries than places");
    Ok(values)
}

/// Each conjunct: the alternative that is given, where none of the others holds that are single comparisons.
fn conjuncts(
    cx: &mut Context,
    contract: &Contract,
    values: &Values,
    (after, initial, start): (&State, &State, &Described),
    hint: &Ensured,
) -> Checked {
    cx.rule("R-ENSURES");
    let (given, wanted) = (hint.ways.len(), contract.ensured.len());
    reject_if!(cx, given != wanted => "ways", "{given} alternatives are given for {wanted} conjuncts");
    let mut used = BTreeSet::new();
    for (number, (ways, way)) in contract.ensured.iter().zip(&hint.ways).enumerate() {
        let premise = format!("conjunct {}", number + 1);
        let chosen = some!(cx, ways.get(*way as usize) => "ways", "{premise} has no alternative {way}");
        reject_if!(cx, !chosen.reads.is_disjoint(&values.open) => "place", "{premise} reads what no entry says");
        let mark = cx.knowledge.mark();
        for other in ways.iter().filter(|other| !std::ptr::eq(*other, chosen)) {
            if let ([Said::Atom(said)], true) = (other.said.as_slice(), other.reads.is_disjoint(&values.open)) {
                cx.add(said.substitute(&values.known)?.negation()?)?;
            }
        }
        let mut places = BTreeMap::new();
        for said in &chosen.said {
            match said {
                Said::Atom(said) => cx.require(&premise, said.substitute(&values.known)?)?,
                Said::Memory(place, said) => {
                    let number = hint.blocks.get(*place).copied().flatten();
                    let terms = (said.address.substitute(&values.known)?, said.size.substitute(&values.known)?);
                    match (number, said.kind) {
                        (None, MemoryKind::Valid(..)) => cx.require_le("empty", &terms.1, &Poly::default())?,
                        _ => {
                            let block = number.and_then(|number| object(after, start, number));
                            let (number, block) = some!(cx, block => "block", "{premise}: there is no such block");
                            let new = said.kind == MemoryKind::Fresh
                                && !initial.blocks.contains_key(&number)
                                && used.insert(number);
                            let protected = start.protected.contains(&number);
                            let written = !cx.is_constant(&block.kind) && (!block.read_only || protected);
                            memory(cx, block, (said.kind, &terms), new, written)?;
                            places.insert(*place, Place { block: number, written, range: terms });
                        }
                    }
                }
                Said::Separated(one, two) => {
                    // Views of memory that is not written may overlap; what is empty overlaps nothing.
                    if let Some((one, two)) = places.get(one).zip(places.get(two))
                        && (one.block == two.block || !one.written && !two.written)
                    {
                        apart(cx, &one.range, &two.range)?;
                    }
                }
            }
        }
        cx.knowledge.undo(mark);
    }
    Ok(())
}

/// A block at the return; for a part of an object the object, by the number of its first part.
fn object<'s>(after: &'s State, start: &'s Described, number: BlockId) -> Option<(BlockId, &'s Block)> {
    let block = after.blocks.get(&number)?;
    match start.parted.iter().find(|object| object.parts.contains(&number)) {
        Some(object) => Some((*object.parts.first()?, &object.whole)),
        None => Some((number, block)),
    }
}

/// Memory that is there at the return: a new block, or a range inside one.
fn memory(
    cx: &mut Context,
    block: &Block,
    (kind, (address, size)): (MemoryKind, &(Poly, Poly)),
    new: bool,
    written: bool,
) -> Checked {
    reject_if!(cx, block.optional => "optional", "a block that may be missing");
    let MemoryKind::Valid(align, writable) = kind else {
        reject_if!(cx, !new, block.kind != Kind::Heap, block.read_only, block.kept => "fresh", "no new block of malloc");
        cx.require_eq("fresh address", &block.base, address)?;
        return cx.require_eq("fresh size", &block.size, size);
    };
    reject_if!(cx, writable && !written => "writable", "it may only be read");
    let offset = address.sub(&block.base)?;
    reject_if!(cx, !block.align.is_multiple_of(align), !offset.is_multiple_of(align.into()) => "align", "it is not aligned to {align}");
    cx.require_le("begin", &block.base, address)?;
    cx.require_le("end", &address.add(size)?, &block.base.add(&block.size)?)
}
