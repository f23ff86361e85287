//! The initial state of a claim (`spec/graph.md`, section "Root").

use std::collections::BTreeMap;

use certificates::{Certificate, Instance, Kind, NodeId, Root, Sign};

use crate::covers::{Site, covers};
use crate::judge::{Judge, number};
use crate::reader::{Global, Module, Name, Operand, Type};
use crate::rules::memory::{new_block, new_entry};
use crate::state::{Binding, Block, Entry, Position, State};
use crate::term::Poly;
use crate::verdict::{Checked, Place};
use crate::wellformed::Node;

/// R-ROOT: the initial state is an instance of the root.
pub fn roots<'m>(j: &mut Judge<'m>, certificate: &'m Certificate, nodes: &[Node<'m>]) -> Checked {
    j.rule("R-ROOT");
    let kept = kept(j, &certificate.globals)?;
    take!(j, [Root::Covered { node, instance }] = certificate.roots.as_slice() =>
        "roots", "a claim without a contract has one root, which is a node");
    let initial = initial(j, &certificate.claim.entry, &kept)?;
    covered(j, certificate, nodes, initial, *node, instance)
}

/// The initial state is an instance of this root.
fn covered<'m>(
    j: &mut Judge<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    mut initial: State<'m>,
    number: NodeId,
    instance: &'m Instance,
) -> Checked {
    let place = Place { node: Some(number), ..Place::default() };
    let mut judged = || {
        let root = nodes.get(number as usize).filter(|node| node.entry == number);
        let root = some!(j, root => "root", "the root is no entry node");
        reject_if!(j, *root.state.position.function.name != *certificate.claim.entry =>
            "C-POSITION", "the root is of another function than the claim's entry");
        j.begin(&instance.wraps, &[]);
        covers(j, &mut initial, root, instance, Site::Root)?;
        j.end()
    };
    judged().map_err(|stop| stop.at(&place))
}

/// Global variables that are not refused, in the order of the text.
pub fn globals(module: &Module) -> Vec<&Global> {
    let mut globals: Vec<&Global> = module.globals.values().filter(|global| global.refused.is_none()).collect();
    globals.sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
    globals
}

/// The globals that a certificate keeps: some of [`globals`], in the same order.
fn kept<'m>(j: &Judge<'m>, names: &[String]) -> Checked<Vec<&'m Global>> {
    let mut all = globals(j.module).into_iter();
    let mut kept = Vec::new();
    for name in names {
        let global = all.find(|global| *global.name == **name);
        kept.push(some!(j, global => "globals",
            "@{name} is no global variable, is refused, or is not in its place in the order of the text"));
    }
    Ok(kept)
}

/// The state in which every run of a claim without a contract begins; its facts go to the judge's
/// knowledge.
pub fn initial<'m>(j: &mut Judge<'m>, entry: &str, kept: &[&'m Global]) -> Checked<State<'m>> {
    j.rule("R-ROOT");
    let function = some!(j, j.module.functions.get(entry) => "entry", "the module does not define @{entry}");
    if let Some(reason) = &function.refused {
        return j.reject("entry", format!("@{entry} is outside the subset: {reason}"));
    }
    reject_if!(j, function.signature.varargs => "entry", "@{entry} is variadic");
    let position = Position { function, block: 0, index: 0 };
    let mut s = State::new(position, 0);
    for global in kept {
        let size = Poly::constant(i128::from(global.size));
        let base = j.fresh(&mut s)?;
        j.add_le(&Poly::constant(1), &base)?;
        j.add_le(&base.add(&size)?, &Poly::constant(j.top()))?;
        new_block(j, &mut s, Block::new(base, size, global.align.max(1), Kind::Global(global.name.to_string())))?;
    }
    for parameter in &function.parameters {
        if let Some(shape) = j.shape(&parameter.ty)? {
            let sign = shape.sign(Sign::Signed);
            let value = j.fresh_ranged(&mut s, shape.width, sign)?;
            s.bindings.insert(parameter.name.clone(), Binding { sign, value });
        }
    }
    let bases = s.blocks.iter().map(|(id, block)| (*id, block.base.clone())).collect::<Vec<_>>();
    let names: BTreeMap<&Name, Poly> =
        kept.iter().map(|global| &global.name).zip(bases.iter().map(|b| b.1.clone())).collect();
    for (global, (block, _)) in kept.iter().zip(&bases) {
        if entry != "main" && !global.constant {
            continue;
        }
        for cell in j.module.layout.cells(global).scalars {
            let (Some(shape), 1 | 2 | 4 | 8) = (j.shape(&cell.ty)?, cell.width) else { continue };
            if shape.width != 8 * cell.width {
                continue;
            }
            let sign = shape.sign(Sign::Signed);
            let value = match &cell.value {
                Operand::Int { bits, .. } => Poly::constant(number(*bits, shape.width, sign)),
                Operand::Null => Poly::constant(0),
                Operand::Global { name, offset } if cell.ty == Type::Pointer => match names.get(name) {
                    Some(base) => base.plus(i128::from(*offset))?,
                    None => continue,
                },
                _ => continue,
            };
            let offset = Poly::constant(i128::from(cell.offset));
            new_entry(j, &mut s, Entry { block: *block, offset, width: cell.width, sign, value })?;
        }
    }
    Ok(s)
}
