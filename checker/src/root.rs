//! The initial state of a claim (`spec/graph.md`, section "Root").

use std::collections::{BTreeMap, BTreeSet};

use certificates::{BlockId, Certificate, Instance, Kind, NodeId, Root, Sign, Witness};

use crate::contract;
use crate::covers::{Site, covers};
use crate::entail::Outcome;
use crate::judge::{Judge, number};
use crate::reader::{Function, Global, Module, Name, Operand, Type};
use crate::replay::function_address;
use crate::rules::memory::{new_block, new_entry};
use crate::state::{Binding, Block, Entry, Position, State};
use crate::term::{Atom, Poly};
use crate::verdict::{Checked, Place};
use crate::wellformed::Node;

/// R-ROOT: every initial state is an instance of its root, or none at all. What was found about the
/// cases of the contract, if the claim has one.
pub fn roots<'m>(j: &mut Judge<'m>, certificate: &'m Certificate, nodes: &[Node<'m>]) -> Checked<Option<Cases>> {
    j.rule("R-ROOT");
    let claim = &certificate.claim;
    let kept = kept(j, &certificate.globals)?;
    let function = function(j, &claim.entry)?;
    let Some(text) = &claim.precondition else {
        take!(j, [Root::Covered { node, instance }] = certificate.roots.as_slice() =>
            "roots", "a claim without a contract has one root, which is a node");
        let initial = initial(j, &claim.entry, &kept)?;
        covered(j, certificate, nodes, initial, *node, instance)?;
        return Ok(None);
    };
    let contract = contract::read(j, text, function, &kept)?;
    let cases = contract::cases::cases(&contract, &kept)?;
    j.rule("R-ROOT");
    reject_if!(j, certificate.roots.len() != cases.len() => "roots",
        "the contract has {} cases, the certificate {} roots", cases.len(), certificate.roots.len());
    let mut found = Cases { total: cases.len(), infeasible: 0, consistent: None, contradictory: 0 };
    for (number, (case, root)) in cases.iter().zip(&certificate.roots).enumerate() {
        let words = contract::cases::describe(&contract, &kept, case);
        let position = Some(format!("case {} of {} ({words})", number + 1, cases.len()));
        let place = Place { position, ..Place::default() };
        let mark = j.knowledge.mark();
        let initial = contract::states::state(j, &contract, function, &kept, case).map_err(|stop| stop.at(&place))?;
        one_case(j, certificate, nodes, initial, root, number, &mut found).map_err(|stop| stop.at(&place))?;
        j.knowledge.undo(mark);
    }
    j.rule("CLAIM");
    reject_if!(j, found.infeasible + found.contradictory == found.total => "vacuous",
        "no call satisfies the precondition, so the claim says nothing: {}", contract::printable(text));
    Ok(Some(found))
}

/// What was found about the cases of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    pub total: usize,
    /// Those whose root is `Infeasible`.
    pub infeasible: usize,
    /// The first case, from 0, for whose facts the solver gives integers.
    pub consistent: Option<usize>,
    /// Cases that have a node, but whose facts are found to contradict each other.
    contradictory: usize,
}

/// The root of one case.
fn one_case<'m>(
    j: &mut Judge<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    initial: State<'m>,
    root: &'m Root,
    number: usize,
    found: &mut Cases,
) -> Checked {
    match root {
        Root::Infeasible { witnesses } => {
            j.begin(&[], witnesses);
            j.rule("R-ROOT");
            j.require("infeasible", Atom::falsum()).map_err(|stop| stop.explained(&initial))?;
            found.infeasible += 1;
            j.end()
        }
        Root::Covered { node, instance } => {
            if found.consistent.is_none() {
                match j.knowledge.decide(&Atom::falsum(), &Witness::Solver) {
                    Outcome::Holds(_) => found.contradictory += 1,
                    Outcome::Fails(_) => found.consistent = Some(number),
                    Outcome::WrongWitness | Outcome::Unknown(_) => {}
                }
            }
            covered(j, certificate, nodes, initial, *node, instance)
        }
    }
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
    j.rule("R-ROOT");
    let place = Place { node: Some(number), ..Place::default() };
    let mut judged = || {
        let root = some!(j, nodes.get(number as usize) => "root", "there is no node {number}");
        reject_if!(j, root.entry != number => "root", "the root is no entry node");
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
    let mut s = start(j, function(j, entry)?)?;
    let globals = globals_of(j, &mut s, kept, entry == "main")?;
    for parameter in &s.position.function.parameters {
        if let Some(shape) = j.shape(&parameter.ty)? {
            let sign = shape.sign(Sign::Signed);
            let value = j.fresh_ranged(&mut s, shape.width, sign)?;
            s.bindings.insert(parameter.name.clone(), Binding { sign, value });
        }
    }
    cells(j, &mut s, kept, &globals, entry == "main")?;
    Ok(s)
}

/// The claim's entry function.
fn function<'m>(j: &Judge<'m>, entry: &str) -> Checked<&'m Function> {
    let function = some!(j, j.module.functions.get(entry) => "entry", "the module does not define @{entry}");
    if let Some(reason) = &function.refused {
        return j.reject("entry", format!("@{entry} is outside the subset: {reason}"));
    }
    reject_if!(j, function.signature.varargs => "entry", "@{entry} is variadic");
    Ok(function)
}

/// A state at the start of a function that says nothing; the rule is R-ROOT from here on.
pub fn start<'m>(j: &mut Judge<'m>, function: &'m Function) -> Checked<State<'m>> {
    j.rule("R-ROOT");
    Ok(State::new(Position { function, block: 0, index: 0 }, 0))
}

/// R-ROOT 1: the blocks of the kept globals, and of the functions whose addresses are in those that are constant,
/// or in all.
pub fn globals_of<'m>(j: &mut Judge<'m>, s: &mut State<'m>, kept: &[&'m Global], all: bool) -> Checked<Vec<BlockId>> {
    let mut blocks = Vec::new();
    for global in kept {
        let size = Poly::constant(i128::from(global.size));
        let base = j.fresh(s)?;
        j.add_le(&Poly::constant(1), &base)?;
        j.add_le(&base.add(&size)?, &Poly::constant(j.top()))?;
        blocks.push(new_block(
            j,
            s,
            Block::new(base, size, global.align.max(1), Kind::Global(global.name.to_string())),
        )?);
    }
    let mut functions = BTreeSet::new();
    for global in kept.iter().filter(|global| all || global.constant) {
        let cells = j.module.layout.cells(global);
        j.charge(cells.work)?;
        for cell in cells.scalars {
            if let (Operand::Function(name), Type::Pointer) = (cell.value, cell.ty)
                && j.module.has_address(&name)
                && functions.insert(name.clone())
            {
                function_address(j, s, &name)?;
            }
        }
    }
    Ok(blocks)
}

/// R-ROOT 3: the cells of the kept globals, of those that are constant or of all.
pub fn cells<'m>(j: &mut Judge<'m>, s: &mut State<'m>, kept: &[&'m Global], blocks: &[BlockId], all: bool) -> Checked {
    let base = |block: &BlockId| s.blocks.get(block).map(|block| block.base.clone()).unwrap_or_default();
    let bases = kept.iter().zip(blocks).map(|(global, block)| (&global.name, (base(block), global.size)));
    let bases: BTreeMap<&Name, (Poly, u64)> = bases.collect();
    let address = |block: &Block| match &block.kind {
        Kind::Function(name) => Some((name.clone(), block.base.clone())),
        _ => None,
    };
    let functions: BTreeMap<String, Poly> = s.blocks.values().filter_map(|block| address(block)).collect();
    for (global, block) in kept.iter().zip(blocks) {
        if !all && !global.constant {
            continue;
        }
        let cells = j.module.layout.cells(global);
        j.charge(cells.work)?;
        for cell in cells.scalars {
            let (Ok(Some(shape)), 1 | 2 | 4 | 8) = (j.shape(&cell.ty), cell.width) else { continue };
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
                // Elsewhere the sum may leave the address space, and the cell holds another number.
                Operand::Global { name, offset } if cell.ty == Type::Pointer => match bases.get(name) {
                    Some((base, size)) if (0..=i128::from(*size)).contains(&i128::from(*offset)) => {
                        base.plus(i128::from(*offset))?
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let offset = Poly::constant(i128::from(cell.offset));
            new_entry(j, s, Entry { block: *block, offset, width: cell.width, sign, value })?;
        }
    }
    Ok(())
}
