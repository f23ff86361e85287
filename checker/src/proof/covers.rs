//! Covering (subsumption): a state is an instance of a node's state (`spec/graph.md`, section "Covering").

use std::collections::{BTreeMap, BTreeSet};

use certificates::{BlockId, EntryId, Instance, Kind, ListId, Marks, Sign, TreeId};

use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::context::{Context, Shape, hi};
use crate::proof::lend::{is_lent, lend, lend_entry, lend_uniform};
use crate::proof::state::{Block, State};
use crate::proof::wellformed::Node;
use crate::reader::{Argument, Parameter};
use crate::rules::cell::require_from;
use crate::rules::{list, tree, uniform};

/// The place at which a node covers a state.
#[derive(Clone, Copy)]
pub enum Site<'m> {
    /// The first variables of the node are the entry's, mapped to themselves.
    Goto {
        /// How many variables that are.
        constants: u32,
    },
    /// The parameters of the called function have the values of the arguments.
    Call {
        /// Parameters of the called function.
        parameters: &'m [Parameter],
        /// What is passed for them.
        passed: Passed<'m>,
    },
    /// The initial state.
    Root,
}

/// What is passed for the parameters of a called function, in order.
#[derive(Clone, Copy)]
pub enum Passed<'m> {
    /// The arguments of the call.
    Arguments(&'m [Argument]),
    /// Pointers that the library passes.
    Values(&'m [Poly]),
}

/// The maps of a successful covering.
pub struct Cover {
    /// The term for each variable of the node.
    pub images: Vec<Poly>,
    /// The node's block to the state's.
    pub blocks: BTreeMap<BlockId, BlockId>,
    /// The state's blocks that are lent: where the node's block begins, counted from the beginning of the state's.
    pub shifts: BTreeMap<BlockId, Poly>,
    /// The node's uniform fact to the state's.
    pub uniforms: BTreeMap<EntryId, EntryId>,
    /// The node's list segment to the state's.
    pub lists: BTreeMap<ListId, ListId>,
    /// The node's tree to the state's.
    pub trees: BTreeMap<TreeId, TreeId>,
}

/// The substitution of an instance.
pub fn images(cx: &mut Context, s: &State, node: &Node, instance: &Instance, site: Site) -> Checked<Vec<Poly>> {
    cx.rule("C-VARIABLES");
    let constants = match site {
        Site::Goto { constants } => constants,
        Site::Call { .. } | Site::Root => 0,
    };
    let wanted = node.state.variables.saturating_sub(constants);
    let given = instance.variables.len();
    reject_if!(cx, given != wanted as usize => "variables", "{given} terms are given for {wanted} variables");
    cx.charge(node.state.variables as usize)?;
    let mut images: Vec<Poly> = (0..constants).map(Poly::var).collect();
    for term in &instance.variables {
        images.push(Poly::read(term, s.variables).or_else(|message| cx.reject("term", message))?);
    }
    Ok(images)
}

/// `covers(S, N, instance)`
pub fn covers<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    node: &Node<'m>,
    instance: &'m Instance,
    site: Site<'_>,
) -> Checked<Cover> {
    let images = images(cx, s, node, instance, site)?;
    cx.rule("C-POSITION");
    reject_if!(cx, matches!(site, Site::Goto { .. }) && s.position != node.state.position =>
        "position", "the node stands at {}", node.state.position.describe());
    bindings(cx, s, node, &images, site)?;
    cx.rule("C-KNOWLEDGE");
    for atom in &node.facts {
        let instance = atom.substitute(&images)?;
        cx.require("P1", instance)?;
    }
    let (blocks, shifts) = blocks(cx, s, node, instance, &images, site)?;
    entries(cx, s, node, instance, &images, (&blocks, &shifts))?;
    let uniforms = uniforms(cx, s, node, instance, &images, (&blocks, &shifts), site)?;
    let lists = lists(cx, s, node, instance, &images, site)?;
    let trees = trees(cx, s, node, instance, &images, site)?;
    Ok(Cover { images, blocks, shifts, uniforms, lists, trees })
}

/// C-BINDING
fn bindings<'m>(cx: &mut Context<'m>, s: &mut State<'m>, node: &Node<'m>, images: &[Poly], site: Site<'_>) -> Checked {
    cx.rule("C-BINDING");
    for (register, wanted) in &node.state.bindings {
        let shape = match node.state.position.function.registers.get(register) {
            Some(ty) => cx.shape(ty)?,
            None => None,
        };
        let shape = some!(cx, shape => "register", "%{register} is neither an integer nor a pointer");
        let given = match site {
            Site::Call { parameters, passed } => {
                let place = parameters.iter().position(|parameter| parameter.name == *register);
                match (passed, place) {
                    (Passed::Arguments(arguments), Some(place)) if let Some(argument) = arguments.get(place) => {
                        cx.read(s, &argument.value, shape, wanted.sign)?
                    }
                    (Passed::Values(values), Some(place)) if let Some(value) = values.get(place) => value.clone(),
                    _ => return cx.reject("register", format!("%{register} is no parameter with an argument")),
                }
            }
            Site::Goto { .. } | Site::Root => register_value(cx, s, register, shape, wanted.sign)?,
        };
        let wanted = wanted.value.substitute(images)?;
        cx.require_eq("P1", &given, &wanted)?;
    }
    Ok(())
}

fn register_value(cx: &mut Context, s: &mut State, register: &str, shape: Shape, sign: Sign) -> Checked<Poly> {
    let binding = some!(cx, s.bindings.get(register) => "register", "the state does not bind %{register}");
    let value = binding.value.clone();
    if binding.sign == sign { Ok(value) } else { cx.convert(s, &value, shape.width, sign) }
}

/// C-BLOCK
fn blocks(
    cx: &mut Context,
    s: &State,
    node: &Node,
    instance: &Instance,
    images: &[Poly],
    site: Site,
) -> Checked<(BTreeMap<BlockId, BlockId>, BTreeMap<BlockId, Poly>)> {
    cx.rule("C-BLOCK");
    reject_if!(cx, !instance.blocks.iter().map(|(block, _)| block).eq(node.state.blocks.keys()) =>
        "map", "the map does not name the blocks of the node, ascending, each once");
    let mut used = BTreeSet::new();
    let (mut shifts, mut objects) = (BTreeMap::new(), BTreeMap::new());
    for ((number, wanted), (_, place)) in node.state.blocks.iter().zip(&instance.blocks) {
        let given = some!(cx, s.blocks.get(place) => "map", "the state has no block {place}");
        reject_if!(cx, !used.insert(*place) =>
            "injective", "block {place} of the state stands for two blocks of the node");
        let call = matches!(site, Site::Call { .. });
        if call && is_lent(given, wanted, images)? {
            shifts.insert(*place, lend(cx, given, wanted, node, images)?);
            continue;
        }
        let same = given.kind == wanted.kind;
        let (heap, caller) = (wanted.kind == Kind::Heap, matches!(wanted.kind, Kind::Caller(_)));
        let not_handed_over = call && !handed_over(given, wanted);
        reject_if!(cx, matches!(site, Site::Goto { .. }) && !same,
            matches!(site, Site::Root) && !same && !both_callers(given, wanted),
            not_handed_over && heap, not_handed_over && caller, not_handed_over && !heap && !caller =>
            "kind", "block {place} ({:?}) for {number} ({:?})", given.kind, wanted.kind);
        // Parts of one object stand for parts of one.
        let is_part = |object: u32| given.kind.object().is_some_and(|of| *objects.entry(object).or_insert(of) == of);
        reject_if!(cx, !wanted.kind.object().is_none_or(is_part) =>
            "part", "block {place} is no part of the object that block {number} is a part of");
        // A read-only block stays read-only. A callee may have fewer rights, but heap blocks cannot be passed
        // read-only.
        reject_if!(cx, !call && given.read_only != wanted.read_only, call && given.read_only && !wanted.read_only,
            call && heap && wanted.read_only,
            !call && given.kept != wanted.kept, call && given.kept && !wanted.kept,
            given.optional && !wanted.optional, !given.optional && wanted.optional =>
            "marks", "blocks {place} and {number} are marked differently");
        reject_if!(cx, given.align % wanted.align != 0 =>
            "align", "block {place} is aligned to {}, not to {}", given.align, wanted.align);
        cx.require_eq("base", &given.base, &wanted.base.substitute(images)?)?;
        cx.require_eq("size", &given.size, &wanted.size.substitute(images)?)?;
    }
    Ok((instance.blocks.iter().copied().collect(), shifts))
}

/// Whether both are blocks of the caller. Different cases of a contract number these blocks differently.
fn both_callers(given: &Block, wanted: &Block) -> bool {
    matches!((&given.kind, &wanted.kind), (Kind::Caller(_), Kind::Caller(_)))
}

/// Whether the callee may see a block of the caller as this block: a heap block, the same global or function, or a
/// caller's block.
fn handed_over(given: &Block, wanted: &Block) -> bool {
    match (&given.kind, &wanted.kind) {
        (Kind::Heap, Kind::Heap) | (Kind::Stream, Kind::Stream) => true,
        (Kind::Library(given), Kind::Library(wanted)) => given == wanted,
        (Kind::Arguments, Kind::Arguments) | (Kind::ArgumentText, Kind::ArgumentText) => true,
        (Kind::Global(given), Kind::Global(wanted)) | (Kind::Function(given), Kind::Function(wanted)) => {
            given == wanted
        }
        (Kind::Stack(_) | Kind::Caller(_) | Kind::Variadic(_), Kind::Caller(_)) => true,
        (Kind::Passed(given), Kind::Variadic(wanted)) => given == wanted,
        _ => false,
    }
}

/// C-ENTRY
fn entries(
    cx: &mut Context,
    s: &State,
    node: &Node,
    instance: &Instance,
    images: &[Poly],
    (blocks, shifts): (&BTreeMap<BlockId, BlockId>, &BTreeMap<BlockId, Poly>),
) -> Checked {
    cx.rule("C-ENTRY");
    reject_if!(cx, !instance.entries.iter().map(|(entry, _)| entry).eq(node.state.entries.keys()) =>
        "map", "the map does not name the entries of the node, ascending, each once");
    for ((number, wanted), (_, place)) in node.state.entries.iter().zip(&instance.entries) {
        let given = some!(cx, s.entries.get(place) => "map", "the state has no entry {place}");
        reject_if!(cx, blocks.get(&wanted.block) != Some(&given.block) =>
            "block", "entry {place} is of another block than entry {number}");
        reject_if!(cx, given.width != wanted.width => "width", "entry {place} differs from entry {number}");
        let offset = match (shifts.get(&given.block), node.state.blocks.get(&wanted.block)) {
            (Some(shift), Some(block)) => lend_entry(cx, wanted, block, shift, images)?,
            _ => wanted.offset.substitute(images)?,
        };
        cx.require_eq("offset", &given.offset, &offset)?;
        if given.sign != wanted.sign {
            // The same bits are the same number with either sign.
            cx.require_le("sign low", &Poly::constant(0), &given.value)?;
            cx.require_le("sign high", &given.value, &Poly::constant(hi(8 * given.width, Sign::Signed)))?;
        }
        cx.require_eq("value", &given.value, &wanted.value.substitute(images)?)?;
    }
    Ok(())
}

/// C-UNIFORM
fn uniforms(
    cx: &mut Context,
    s: &State,
    node: &Node,
    instance: &Instance,
    images: &[Poly],
    (blocks, shifts): (&BTreeMap<BlockId, BlockId>, &BTreeMap<BlockId, Poly>),
    site: Site,
) -> Checked<BTreeMap<EntryId, EntryId>> {
    cx.rule("C-UNIFORM");
    reject_if!(cx, !instance.uniforms.iter().map(|(uniform, _)| uniform).eq(node.state.uniforms.keys()) =>
        "map", "the map does not name the uniform facts of the node, ascending, each once");
    let mut owners = BTreeSet::new();
    for ((number, wanted), (_, place)) in node.state.uniforms.iter().zip(&instance.uniforms) {
        let given = some!(cx, s.uniforms.get(place) => "map", "the state has no uniform fact {place}").clone();
        reject_if!(cx, blocks.get(&wanted.block) != Some(&given.block) =>
            "block", "the uniform fact {place} is of another block than {number}");
        reject_if!(cx, wanted.owned.is_some() && !owners.insert(*place) =>
            "injective", "what the elements of the uniform fact {place} own is to be owned twice");
        let image = uniform::instance(wanted, images)?;
        let offset = match (shifts.get(&given.block), node.state.blocks.get(&wanted.block)) {
            (Some(shift), Some(block)) => lend_uniform(cx, &image, &block.size.substitute(images)?, shift)?,
            _ => image.offset.clone(),
        };
        uniform::require_covers(cx, s, &given, (&image, &offset), |given, wanted| may_stand_for(given, wanted, site))?;
    }
    Ok(instance.uniforms.iter().copied().collect())
}

/// Whether a segment or tree of the state with marks `given`, or what elements own, may be passed where the node's has marks
/// `wanted`. A callee may have fewer rights.
fn may_stand_for(given: Marks, wanted: Marks, site: Site) -> bool {
    match site {
        Site::Call { .. } => given.read_only <= wanted.read_only && given.kept <= wanted.kept,
        Site::Goto { .. } | Site::Root => given == wanted,
    }
}

/// C-LIST
fn lists(
    cx: &mut Context,
    s: &State,
    node: &Node,
    instance: &Instance,
    images: &[Poly],
    site: Site,
) -> Checked<BTreeMap<ListId, ListId>> {
    cx.rule("C-LIST");
    reject_if!(cx, !instance.lists.iter().map(|(list, _)| list).eq(node.state.lists.keys()) =>
        "map", "the map does not name the lists of the node, ascending, each once");
    let mut used = BTreeSet::new();
    for ((number, wanted), (_, place)) in node.state.lists.iter().zip(&instance.lists) {
        let given = some!(cx, s.lists.get(place) => "map", "the state has no list {place}");
        reject_if!(cx, !used.insert(*place) =>
            "injective", "list {place} of the state stands for two lists of the node");
        reject_if!(cx, given.shape != wanted.shape => "shape", "lists {place} and {number} have different shapes");
        reject_if!(cx, !may_stand_for(given.marks, wanted.marks, site) =>
            "marks", "lists {place} and {number} are marked differently");
        let wanted = list::instance(wanted, images)?;
        cx.require_eq("head", &given.head, &wanted.head)?;
        cx.require_eq("end", &given.end, &wanted.end)?;
        cx.require_eq("length", &given.length, &wanted.length)?;
        cx.require_eq("before", &given.before, &wanted.before)?;
        cx.require_eq("rear", &given.rear, &wanted.rear)?;
        let fields = given.first.iter().chain(&given.last).zip(wanted.first.iter().chain(&wanted.last));
        for (given, wanted) in fields.filter_map(|(given, wanted)| Some((given, wanted.as_ref()?))) {
            let given = some!(cx, given => "fields", "list {place} does not say what list {number} does of a field");
            cx.require_eq("field", given, wanted)?;
        }
        require_from(cx, s, "all", (&given.all, &given.length), (&wanted.all, &Poly::default()))?;
    }
    Ok(instance.lists.iter().copied().collect())
}

/// C-TREE
fn trees(
    cx: &mut Context,
    s: &State,
    node: &Node,
    instance: &Instance,
    images: &[Poly],
    site: Site,
) -> Checked<BTreeMap<TreeId, TreeId>> {
    cx.rule("C-TREE");
    reject_if!(cx, !instance.trees.iter().map(|(tree, _)| tree).eq(node.state.trees.keys()) =>
        "map", "the map does not name the trees of the node, ascending, each once");
    let mut used = BTreeSet::new();
    for ((number, wanted), (_, place)) in node.state.trees.iter().zip(&instance.trees) {
        let given = some!(cx, s.trees.get(place) => "map", "the state has no tree {place}");
        reject_if!(cx, !used.insert(*place) =>
            "injective", "tree {place} of the state stands for two trees of the node");
        reject_if!(cx, given.shape != wanted.shape => "shape", "trees {place} and {number} have different shapes");
        reject_if!(cx, !may_stand_for(given.marks, wanted.marks, site) =>
            "marks", "trees {place} and {number} are marked differently");
        let wanted = tree::instance(wanted, images)?;
        cx.require_eq("root", &given.root, &wanted.root)?;
        cx.require_eq("cells", &given.cells, &wanted.cells)?;
        reject_if!(cx, given.hole.is_some() != wanted.hole.is_some() =>
            "hole", "only one of the trees {place} and {number} has a hole");
        if let (Some(given), Some(wanted)) = (&given.hole, &wanted.hole) {
            cx.require_eq("hole", given, wanted)?;
        }
        require_from(cx, s, "all", (&given.all, &Poly::default()), (&wanted.all, &Poly::default()))?;
    }
    Ok(instance.trees.iter().copied().collect())
}
