//! The initial state of a claim (`spec/graph.md`, section "Root").

use super::Instance;
use crate::algebra::Term;
use crate::program::{Global, Operand, Type};
use crate::rules::function::add;
use crate::rules::{Context, constant, highest, lowest, width_of};
use crate::state::{Block, Entry, State, Value};
use certificates::{Kind, Sign};
use std::collections::BTreeMap;

/// Cells of a global beyond this number are not written down.
const MOST_CELLS: usize = 4096;
/// The prover itself keeps fewer, so that states stay small.
const KEPT_CELLS: usize = 64;

/// The entry state of the program, and how the initial state that the checker computes is an instance of it.
pub fn initial(cx: &mut Context<'_>, entry: &str) -> Option<(State, Instance)> {
    let program = cx.program;
    let function = program.functions.get(entry)?;
    let bits = program.pointer_bits;
    let mut st = State::new(entry);
    let mut bases = BTreeMap::new();
    for g in &program.globals {
        let base = fresh(cx);
        let size = Term::constant(i128::from(g.size));
        st.add_le(&Term::constant(1), &base);
        let top = Term::constant((1i128 << bits) - 1);
        st.add(
            base.add(&size)
                .and_then(|end| crate::algebra::Atom::le(&end, &top)),
        );
        let id = cx.names.blocks;
        cx.names.blocks += 1;
        let kind = Kind::Global(g.name.clone());
        st.blocks.insert(
            id,
            Block {
                base: base.clone(),
                size,
                align: g.align.max(1),
                kind,
                read_only: false,
                optional: false,
            },
        );
        bases.insert(g.name.clone(), (id, base));
    }
    let described = |g: &&Global| g.constant || entry == "main";
    for g in program.globals.iter().filter(described) {
        for cell in g.cells.iter().flatten().take(MOST_CELLS) {
            if let Operand::Function(name) = &cell.value
                && st.block_of_kind(&Kind::Function(name.clone())).is_none()
            {
                let base = fresh(cx);
                let id = cx.names.blocks;
                cx.names.blocks += 1;
                add(cx, &mut st, name, base, id);
            }
        }
    }
    for (register, ty) in function.signature.parameters.iter().enumerate() {
        let Some(w) = width_of(*ty, bits) else {
            continue;
        };
        let sign = match ty {
            Type::Int(w) if *w > 1 => Sign::Signed,
            _ => Sign::Unsigned,
        };
        let x = fresh(cx);
        st.add_le(&Term::constant(lowest(w, sign)), &x);
        st.add_le(&x, &Term::constant(highest(w, sign)));
        st.bindings.insert(register, Value { sign, term: x });
    }
    let mut instance = Instance::default();
    for g in program.globals.iter().filter(described) {
        let Some(cells) = &g.cells else { continue };
        let kept = cells.len() <= KEPT_CELLS || g.constant && cells.len() <= 4 * KEPT_CELLS;
        for cell in cells.iter().take(MOST_CELLS) {
            let value = match &cell.value {
                Operand::Int { bits, .. } => (
                    Sign::Signed,
                    Term::constant(constant(*bits, cell.width * 8, Sign::Signed)),
                ),
                Operand::Null => (Sign::Unsigned, Term::zero()),
                Operand::Global { name, offset } => match bases
                    .get(name)
                    .and_then(|(_, b)| b.plus(i128::from(*offset)))
                {
                    Some(address) => (Sign::Unsigned, address),
                    None => continue,
                },
                Operand::Function(name) => match st
                    .block_of_kind(&Kind::Function(name.clone()))
                    .and_then(|id| st.blocks.get(&id))
                {
                    Some(block) => (Sign::Unsigned, block.base.clone()),
                    None => continue,
                },
                _ => continue,
            };
            let id = cx.names.entries;
            cx.names.entries += 1;
            if !kept {
                continue;
            }
            let Some((block, _)) = bases.get(&g.name) else {
                continue;
            };
            let offset = Term::constant(i128::from(cell.offset));
            st.entries.insert(
                id,
                Entry {
                    block: *block,
                    offset,
                    width: cell.width,
                    sign: value.0,
                    value: value.1,
                },
            );
            instance.entries.insert(id, id);
        }
    }
    instance.blocks = st.blocks.keys().map(|id| (*id, *id)).collect();
    Some((st, instance))
}

fn fresh(cx: &mut Context<'_>) -> Term {
    let v = cx.names.vars;
    cx.names.vars += 1;
    Term::var(v)
}
