//! The initial state of a case (`spec/precondition.md`, section "Initial states", steps 1 to 7).

use std::collections::BTreeMap;

use certificates::{BlockId, Kind, Sign};

use super::cases::Placement;
use super::clause::{Contract, Range};
use crate::context::{Context, Shape};
use crate::initial;
use crate::reader::{Function, Global};
use crate::rules::memory::{new_block, new_entry};
use crate::state::{Binding, Block, Entry, State};
use crate::term::{Atom, Poly, TooLarge};
use crate::verdict::Checked;

/// Where the ranges of one group lie: block, base, size and alignment.
#[derive(Clone)]
struct Home {
    block: BlockId,
    base: Poly,
    size: Poly,
    align: u64,
}

/// A range with its terms over the variables of the state.
struct Placed {
    number: usize,
    address: Poly,
    size: Poly,
    align: u64,
}

/// The state of a case; its facts go to the context's knowledge.
pub fn state<'m>(
    cx: &mut Context<'m>,
    contract: &Contract,
    function: &'m Function,
    kept: &[&'m Global],
    case: &[Placement],
) -> Checked<State<'m>> {
    let mut s = initial::start(cx, function)?;
    let globals = initial::blocks_of(cx, &mut s, kept, false)?;
    let symbols = symbols(cx, &mut s, contract, function)?;
    for comparison in &contract.comparisons {
        let atom = comparison.substitute(&symbols)?;
        cx.add(atom)?;
    }
    let mut homes: BTreeMap<usize, Home> = BTreeMap::new();
    let mut strings = Vec::new();
    for (number, (range, place)) in contract.ranges.iter().zip(case).enumerate() {
        let (address, size) = (range.address.substitute(&symbols)?, range.size.substitute(&symbols)?);
        let placed = Placed { number, address, size, align: range.align };
        if *place == Placement::Empty {
            cx.add_le(&placed.size, &Poly::constant(0))?;
            continue;
        }
        if placed.size.as_constant().is_none() {
            cx.add_le(&Poly::constant(1), &placed.size)?;
        }
        let home = match *place {
            Placement::Global(global) => {
                let home = some!(cx, globals.get(global).and_then(|id| Some((*id, s.blocks.get(id)?.clone()))) =>
                    "globals", "the state has no block for a kept global");
                let align = range.align;
                let divides = home.1.align.is_multiple_of(align);
                let (base, size) = (home.1.base.clone(), home.1.size.clone());
                let home = Home { block: home.0, base, size, align: if divides { align } else { 1 } };
                inside(cx, &mut s, &placed, &home)?;
                home
            }
            Placement::Group(first) if first == number => {
                let members: Vec<&Range> =
                    contract.ranges.iter().zip(case).filter(|(_, other)| *other == place).map(|(r, _)| r).collect();
                let home = group(cx, &mut s, &placed, &members)?;
                homes.insert(number, home.clone());
                home
            }
            Placement::Group(first) => {
                let home = some!(cx, homes.get(&first).cloned() => "group", "a group begins with its first member");
                inside(cx, &mut s, &placed, &home)?;
                home
            }
            Placement::Empty => continue,
        };
        if range.string.is_some() {
            let last = placed.address.add(&placed.size)?.plus(-1)?;
            strings.push((home.block, last.sub(&home.base)?));
        }
    }
    for (block, offset) in strings {
        let value = Poly::constant(0);
        new_entry(cx, &mut s, Entry { block, offset, width: 1, sign: Sign::Signed, value })?;
    }
    initial::cells(cx, &mut s, kept, &globals, false)?;
    Ok(s)
}

/// Steps 2 and 3: the values of the contract's symbols, parameters and then lengths.
fn symbols(cx: &mut Context, s: &mut State, contract: &Contract, function: &Function) -> Checked<Vec<Poly>> {
    let mut symbols = Vec::new();
    for (parameter, signed) in function.parameters.iter().zip(&contract.signed) {
        let Some(Shape { width, pointer }) = cx.shape(&parameter.ty)? else {
            // No term of a contract mentions a parameter of floating point.
            symbols.push(Poly::default());
            continue;
        };
        let sign = Shape { width, pointer }.sign(if *signed { Sign::Signed } else { Sign::Unsigned });
        let value = cx.fresh_ranged(s, width, sign)?;
        symbols.push(value.clone());
        s.bindings.insert(parameter.name.clone(), Binding { sign, value });
    }
    for _ in 0..contract.strings {
        let length = cx.fresh(s)?;
        cx.add_le(&Poly::constant(0), &length)?;
        symbols.push(length);
    }
    Ok(symbols)
}

/// Step 5, the first member of a group: its block.
fn group(cx: &mut Context, s: &mut State, first: &Placed, members: &[&Range]) -> Checked<Home> {
    let alone = members.len() == 1;
    let align = members.iter().map(|range| range.align).min().unwrap_or(1);
    let writable = members.iter().any(|range| range.writable);
    let (base, size) = match alone {
        true => (first.address.clone(), first.size.clone()),
        false => (cx.fresh(s)?, cx.fresh(s)?),
    };
    let identity = Kind::Caller(u32::try_from(first.number).map_err(|_| TooLarge)?);
    let block = Block { read_only: !writable, ..Block::new(base.clone(), size.clone(), align, identity) };
    let block = new_block(cx, s, block)?;
    let home = Home { block, base, size, align };
    cx.add_le(&Poly::constant(1), &home.base)?;
    if !alone {
        cx.add_le(&Poly::constant(0), &home.size)?;
    }
    cx.add_le(&home.size, &Poly::constant(cx.max_size()))?;
    cx.add_le(&home.base.add(&home.size)?, &Poly::constant(cx.top()))?;
    if !alone {
        inside(cx, s, first, &home)?;
    }
    Ok(home)
}

/// Step 5, a range inside a larger block: aligned like it, or better by itself, and within its bounds.
fn inside(cx: &mut Context, s: &mut State, range: &Placed, home: &Home) -> Checked {
    if home.align > 1 {
        let multiple = cx.fresh(s)?;
        let aligned = home.base.combine(1, &multiple, i128::from(home.align))?;
        cx.add(Atom::eq(&range.address, &aligned)?)?;
    }
    if range.align > home.align {
        let multiple = cx.fresh(s)?;
        cx.add(Atom::eq(&range.address, &multiple.scale(i128::from(range.align))?)?)?;
    }
    cx.add_le(&home.base, &range.address)?;
    cx.add_le(&range.address.add(&range.size)?, &home.base.add(&home.size)?)
}
