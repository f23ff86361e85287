//! A state in terms of the C program, for reports.

use super::names::{Bound, Names};
use super::{Block, ElementPart, OwnedElements, Passed, State, Uniform};
use crate::algebra::{Atom, Rel, Term};
use crate::program::Function;
use certificates::{BlockId, Kind};
use std::fmt;

/// What is known in a state, in the program's names. A value without a name is shown as `?7`, with the same number for
/// the same value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// The variables and their values: `i`, `n - 1`. A variable without a known value has `None`.
    pub variables: Vec<(String, Option<String>)>,
    /// The live blocks of memory that are known.
    pub blocks: Vec<DescribedBlock>,
    /// Lists and trees.
    pub structures: Vec<Structure>,
    /// Further facts about these values.
    pub facts: Vec<String>,
    /// The last places that the path passed; empty unless a path fails.
    pub way: Vec<Passed>,
}

/// A block of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedBlock {
    /// What the block is and where: `heap block at p`.
    pub name: String,
    /// In bytes.
    pub size: String,
    /// The bytes about which something is known, as `[offset, width]`, and their values.
    pub cells: Vec<(String, String)>,
}

impl DescribedBlock {
    /// The size in words: `4 bytes`.
    pub fn bytes(&self) -> String {
        format!("{} byte{}", self.size, if self.size == "1" { "" } else { "s" })
    }
}

/// A list or a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Cells from `head` up to the one that points to `end`.
    List {
        /// Address of the first cell.
        head: String,
        /// Number of cells.
        length: String,
        /// What the last cell's link points to.
        end: String,
    },
    /// The cells of a tree.
    Tree {
        /// Address of the root.
        root: String,
        /// Number of cells.
        cells: String,
        /// Address of the root of the missing subtree, if the tree has a hole.
        hole: Option<String>,
    },
}

/// On one line.
impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Structure::List { head, length, end } => write!(f, "list: {head} \u{2192} {length} cells \u{2192} {end}"),
            Structure::Tree { root, cells, hole } => {
                write!(f, "tree at {root}: {cells} cells")?;
                hole.iter().try_for_each(|hole| write!(f, ", without those at {hole}"))
            }
        }
    }
}

impl Described {
    /// Whether nothing is known, or nothing that the program has a name for.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.blocks.is_empty() && self.structures.is_empty() && self.facts.is_empty()
    }
}

impl State {
    /// The state for people.
    pub(crate) fn described(&self, function: &Function) -> Described {
        let names = self.names(function);
        Described {
            variables: self.described_values(function, &names),
            blocks: self.blocks.iter().map(|(id, block)| self.described_block(*id, block, &names)).collect(),
            structures: self.described_structures(&names),
            facts: self.described_facts(&names),
            way: Vec::new(),
        }
    }

    /// The values of variables, without those that only the compiler needs.
    fn described_values(&self, function: &Function, names: &Names) -> Vec<(String, Option<String>)> {
        let of_program = self.bound(function).into_iter().filter(|bound| bound.of_program);
        let value = |bound: Bound<'_>| {
            let shown = names.show(bound.value);
            let told = Some(shown).filter(|shown| *shown != bound.name);
            (bound.name, told)
        };
        of_program.map(value).collect()
    }

    fn described_block(&self, id: BlockId, block: &Block, names: &Names) -> DescribedBlock {
        let what = match &block.kind {
            Kind::Stack(_) => "local variable",
            Kind::Heap => "heap block",
            Kind::Global(_) => "global variable",
            Kind::Caller(_) => "the caller's block",
            Kind::Function(_) => "function",
            Kind::Stream => "stream",
            Kind::Arguments => "array of arguments",
            Kind::ArgumentText => "text of the arguments",
            Kind::Library(_) => "the library's memory",
            Kind::Variadic(_) | Kind::Passed(_) => "variable arguments",
        };
        let maybe = if block.optional { ", if it is there" } else { "" };
        let cells = self
            .entries_of(id)
            .map(|(_, entry)| (format!("[{}, {}]", names.show(&entry.offset), entry.width), names.show(&entry.value)));
        let elements = self.uniforms_of(id).map(|(_, uniform)| described_elements(uniform, names));
        DescribedBlock {
            name: format!("{what} at {}{maybe}", names.show(&block.base)),
            size: names.show(&block.size),
            cells: cells.chain(elements).collect(),
        }
    }

    fn described_structures(&self, names: &Names) -> Vec<Structure> {
        let list = |list: &super::Segment| {
            let [head, length, end] = [&list.head, &list.length, &list.end].map(|term| names.show(term));
            Structure::List { head, length, end }
        };
        let tree = |tree: &super::Tree| {
            let [root, cells] = [&tree.root, &tree.cells].map(|term| names.show(term));
            Structure::Tree { root, cells, hole: tree.hole.as_ref().map(|hole| names.show(hole)) }
        };
        self.lists.values().map(list).chain(self.trees.values().map(tree)).collect()
    }

    /// The facts whose values all have names, each once.
    fn described_facts(&self, names: &Names) -> Vec<String> {
        let mut facts: Vec<String> = Vec::new();
        let told = |atom: &&Atom| {
            atom.decide().is_none()
                && names.know(&atom.term)
                && !is_bound_of_type(atom)
                && !names.is_bound_of_address(atom)
        };
        let named = self.knowledge.iter().filter(told);
        let mut seen = std::collections::BTreeSet::new();
        for fact in named.filter_map(|atom| atom.show(&|v| names.name(v))) {
            if seen.insert(fact.clone()) {
                facts.push(fact);
            }
        }
        facts
    }
}

/// What all elements of an array have in common: `[4*k, 4] for 0 <= k < n` and `>= 0 and <= n - 1`, or what each owns.
fn described_elements(uniform: &Uniform, names: &Names) -> (String, String) {
    let start = if uniform.offset.is_zero() { String::new() } else { format!("{} + ", names.show(&uniform.offset)) };
    let step = if uniform.stride == 1 { "k".to_owned() } else { format!("{}*k", uniform.stride) };
    let place = format!("[{start}{step}, {}] for 0 <= k < {}", uniform.width, names.show(&uniform.count));
    if let Some(owned) = &uniform.owned {
        let null = if uniform.constant(true).is_some_and(|least| least >= 1) { "" } else { "null or " };
        return (place, format!("{null}{}", described_owned(owned, names)));
    }
    let least = tightest(uniform, true).map(|bound| format!(">= {}", names.show(bound)));
    let most = tightest(uniform, false).map(|bound| format!("<= {}", names.show(bound)));
    (place, least.chain(most).collect::<Vec<_>>().join(" and "))
}

/// What an element owns that is not null: `a string in a block of 16 bytes of its own`.
fn described_owned(owned: &OwnedElements, names: &Names) -> String {
    match &owned.part {
        ElementPart::Block { size, string, .. } => {
            let what = if *string { "a string in a block" } else { "a block" };
            let size = size.as_ref().map(|size| format!(" of {} bytes", names.show(size))).unwrap_or_default();
            format!("{what}{size} of its own")
        }
        ElementPart::List(_) => "a list of its own".to_owned(),
    }
}

/// The bounds of which none is a weaker constant than another one.
fn tightest(uniform: &Uniform, least: bool) -> impl Iterator<Item = &Term> {
    let best = uniform.constant(least);
    uniform.bounds(least).iter().filter(move |bound| bound.as_constant().is_none_or(|c| Some(c) == best))
}

/// Whether the atom only says that a variable fits its type, or that an object is no larger than objects are.
fn is_bound_of_type(atom: &Atom) -> bool {
    let least_or_most = |bits: u32| {
        let (half, whole) = (1_i128 << (bits - 1), 1_i128 << bits);
        // `v >= -half`, `v <= half - 1`, `v <= whole - 1`, as a constant beside the variable.
        [-half, 1 - half, 1 - whole].contains(&atom.term.constant_part())
    };
    let [v] = atom.term.vars().collect::<Vec<_>>()[..] else { return false };
    let alone = atom.term.is_linear() && atom.term.coefficient(&[v]).unsigned_abs() == 1;
    let most_given = atom.term.constant_part() == 1 - (1 << 56);
    atom.rel == Rel::Le && alone && (most_given || [8, 16, 32, 64].into_iter().any(least_or_most))
}
