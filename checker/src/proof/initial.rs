//! Initial states (`spec/graph.md`, section "Root"): those of a claim without a contract, and what the cases of a
//! contract have in common with them.

use std::collections::{BTreeMap, BTreeSet};

use certificates::{BlockId, Kind, Sign};

use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::arguments::arguments;
use crate::proof::context::{Context, number};
use crate::proof::state::{Binding, Block, Entry, Position, State};
use crate::reader::{Function, Global, Module, Name, Operand, Type};
use crate::rules::memory::{function_address, new_block, new_entry};

/// Global variables that are not refused, in the order of the text.
pub fn globals(module: &Module) -> Vec<&Global> {
    let mut globals: Vec<&Global> = module.globals.values().filter(|global| global.refused.is_none()).collect();
    globals.sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
    globals
}

/// The globals that a certificate keeps: some of [`globals`], in the same order.
pub fn kept<'m>(cx: &Context<'m>, names: &[String]) -> Checked<Vec<&'m Global>> {
    let mut all = globals(cx.module).into_iter();
    let mut kept = Vec::new();
    for name in names {
        let global = all.find(|global| *global.name == **name);
        kept.push(some!(cx, global => "globals",
            "@{name} is no global variable, is refused, or is not in its place in the order of the text"));
    }
    Ok(kept)
}

/// The state in which every run of a claim without a contract begins; its facts go to the context's
/// knowledge.
pub fn initial<'m>(cx: &mut Context<'m>, entry: &str, kept: &[&'m Global]) -> Checked<State<'m>> {
    let mut s = start(cx, function(cx, entry)?)?;
    let globals = blocks_of(cx, &mut s, kept, entry == "main")?;
    for parameter in &s.position.function.parameters {
        if let Some(shape) = cx.shape(&parameter.ty)? {
            let sign = shape.sign(Sign::Signed);
            let value = cx.fresh_ranged(&mut s, shape.width, sign)?;
            s.bindings.insert(parameter.name.clone(), Binding { sign, value });
        }
    }
    cells(cx, &mut s, kept, &globals, entry == "main")?;
    if entry == "main" {
        arguments(cx, &mut s)?;
    }
    Ok(s)
}

/// The claim's entry function.
pub fn function<'m>(cx: &Context<'m>, entry: &str) -> Checked<&'m Function> {
    let function = some!(cx, cx.module.functions.get(entry) => "entry", "the module does not define @{entry}");
    if let Some(reason) = &function.refused {
        return cx.reject("entry", format!("@{entry} is outside the subset: {reason}"));
    }
    reject_if!(cx, function.signature.varargs => "entry", "@{entry} is variadic");
    Ok(function)
}

/// An unconstrained state at the start of a function. From here on the rule is R-ROOT.
pub fn start<'m>(cx: &mut Context<'m>, function: &'m Function) -> Checked<State<'m>> {
    cx.rule("R-ROOT");
    Ok(State::new(Position { function, block: 0, index: 0 }, 0))
}

/// R-ROOT 1: the blocks of the kept globals; and of the functions whose addresses are in the constant ones, or in all.
pub fn blocks_of<'m>(cx: &mut Context<'m>, s: &mut State<'m>, kept: &[&'m Global], all: bool) -> Checked<Vec<BlockId>> {
    let mut blocks = Vec::new();
    for global in kept {
        let size = Poly::constant(i128::from(global.size));
        let base = cx.fresh(s)?;
        cx.add_le(&Poly::constant(1), &base)?;
        cx.add_le(&base.add(&size)?, &Poly::constant(cx.top()))?;
        blocks.push(new_block(
            cx,
            s,
            Block::new(base, size, global.align.max(1), Kind::Global(global.name.to_string())),
        )?);
    }
    let mut functions = BTreeSet::new();
    for global in kept.iter().filter(|global| all || global.constant) {
        let cells = cx.module.layout.cells(global);
        cx.charge(cells.work)?;
        for cell in cells.scalars {
            if let (Operand::Function(name), Type::Pointer) = (cell.value, cell.ty)
                && cx.module.has_address(&name)
                && functions.insert(name.clone())
            {
                function_address(cx, s, &name)?;
            }
        }
    }
    Ok(blocks)
}

/// R-ROOT 3: the initial contents of the kept globals, either of the constant ones or of all.
pub fn cells<'m>(cx: &mut Context<'m>, s: &mut State<'m>, kept: &[&'m Global], ids: &[BlockId], all: bool) -> Checked {
    let base = |block: &BlockId| s.blocks.get(block).map(|block| block.base.clone()).unwrap_or_default();
    let bases = kept.iter().zip(ids).map(|(global, block)| (&global.name, (base(block), global.size)));
    let bases: BTreeMap<&Name, (Poly, u64)> = bases.collect();
    let address = |block: &Block| match &block.kind {
        Kind::Function(name) => Some((name.clone(), block.base.clone())),
        _ => None,
    };
    let functions: BTreeMap<String, Poly> = s.blocks.values().filter_map(|block| address(block)).collect();
    for (global, block) in kept.iter().zip(ids) {
        if !all && !global.constant {
            continue;
        }
        let cells = cx.module.layout.cells(global);
        cx.charge(cells.work)?;
        for cell in cells.scalars {
            let (Ok(Some(shape)), 1 | 2 | 4 | 8) = (cx.shape(&cell.ty), cell.width) else { continue };
            if shape.width != 8 * cell.width {
                continue;
            }
            let sign = shape.sign(Sign::Signed);
            let value = match &cell.value {
                Operand::Int { bits, .. } => Poly::constant(number(*bits, shape.width, sign)),
                Operand::Null => Poly::constant(0),
                Operand::Function(name) if cell.ty == Type::Pointer => match functions.get(&**name) {
                    Some(base) => base.clone(),
                    None => continue,
                },
                // Otherwise the sum may leave the address space, and the cell holds another number.
                Operand::Global { name, offset } if cell.ty == Type::Pointer => match bases.get(name) {
                    Some((base, size)) if (0..=i128::from(*size)).contains(&i128::from(*offset)) => {
                        base.plus(i128::from(*offset))?
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let offset = Poly::constant(i128::from(cell.offset));
            new_entry(cx, s, Entry { block: *block, offset, width: cell.width, sign, value })?;
        }
    }
    Ok(())
}
