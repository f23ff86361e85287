//! What a run costs (`spec/bounds.md`, Resources), counted with the concrete interpreter's reading of the module: retreating
//! edges and components of the graph of calls are found in other ways than the checker finds them.

use crate::interpreter::{Constant, Function, Module, Observer, Operand, Operation, Region, View};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Counts while a run is observed.
pub struct Counter<'m> {
    module: &'m Module,
    /// Retreating edges by function: places of blocks.
    back: HashMap<&'m str, HashSet<(usize, usize)>>,
    /// The functions that are reached from each function by at least one call.
    reached: HashMap<&'m str, BTreeSet<&'m str>>,
    /// The activation, function, block and index of each frame.
    frames: Vec<(u64, &'m str, usize, usize)>,
    /// Bytes of the heap and of the stack at the beginning.
    first: Option<(u64, u64)>,
    pub iterations: u64,
    pub instructions: u64,
    /// By function and label.
    pub loops: BTreeMap<(String, String), u64>,
    pub calls: BTreeMap<String, u64>,
    /// The greatest growth, in bytes.
    pub heap: u64,
    /// Bytes of allocas, at most at one time, those of `llvm.stackrestore` not counted any more.
    pub stack: u64,
}

impl<'m> Counter<'m> {
    pub fn new(module: &'m Module) -> Counter<'m> {
        let back = module.functions.iter().map(|(name, function)| (&**name, retreating(function)));
        Counter {
            module,
            back: back.collect(),
            reached: reached(module),
            frames: Vec::new(),
            first: None,
            iterations: 0,
            instructions: 0,
            loops: BTreeMap::new(),
            calls: BTreeMap::new(),
            heap: 0,
            stack: 0,
        }
    }

    /// What was counted of a resource, as a bound names it; `None` for one that is not counted here.
    pub fn cost(&self, resource: &certificates::Resource) -> Option<u64> {
        use certificates::Resource;
        Some(match resource {
            Resource::Iterations => self.iterations,
            Resource::Instructions => self.instructions,
            Resource::Loop { function, block } => {
                self.loops.get(&(function.clone(), block.clone())).copied().unwrap_or(0)
            }
            Resource::Calls(name) => self.calls.get(name).copied().unwrap_or(0),
            Resource::Heap => self.heap,
            Resource::Stack(frames) if frames.is_empty() => self.stack,
            Resource::Stack(_) | Resource::Allocated => return None,
        })
    }

    fn mutual(&self, caller: &str, callee: &str) -> bool {
        let reaches = |from: &str, to: &str| self.reached.get(from).is_some_and(|all| all.contains(to));
        caller == callee || reaches(caller, callee) && reaches(callee, caller)
    }

    /// The way into a position: a branch in the same activation, or a call.
    fn arrive(&mut self, view: &View, function: &'m Function, block: usize) {
        self.frames.truncate(view.depth + 1);
        match self.frames.get(view.depth).filter(|frame| frame.0 == view.activation) {
            Some((_, _, from, index)) => {
                if index + 1 == function.blocks[*from].code.len() {
                    let edge = (*from, block);
                    self.instructions += function.blocks[block].phis.len() as u64;
                    if self.back[&*function.name].contains(&edge) {
                        self.iterations += 1;
                        let header = (function.name.clone(), function.blocks[block].label.clone());
                        *self.loops.entry(header).or_default() += 1;
                    }
                }
            }
            None => {
                self.frames.truncate(view.depth);
                if let Some((_, caller, ..)) = self.frames.last() {
                    self.iterations += u64::from(self.mutual(caller, &function.name));
                }
            }
        }
        self.frames.truncate(view.depth);
        self.frames.push((view.activation, &function.name, block, view.index));
    }
}

impl Observer for Counter<'_> {
    fn at(&mut self, view: &View) -> bool {
        let module = self.module;
        let function = &module.functions[view.function];
        let block =
            function.blocks.iter().position(|block| block.label == view.block).expect("a block of the function");
        self.arrive(view, function, block);
        let called = match &function.blocks[block].code[view.index].operation {
            Operation::Call { callee: Operand::Constant(Constant::Global(name)), .. } => Some(name),
            _ => None,
        };
        let nothing = ["llvm.lifetime.", "llvm.dbg."].iter().any(|begin| called.is_some_and(|n| n.starts_with(begin)));
        self.instructions += u64::from(!nothing);
        if let Some(name) = called {
            *self.calls.entry(name.clone()).or_default() += 1;
        }
        let bytes = |region: &Region| {
            let blocks = view.memory.blocks().filter(|block| block.region == *region);
            blocks.map(|block| block.bytes.len() as u64).sum::<u64>()
        };
        let (heap, stack) = (bytes(&Region::Heap), bytes(&Region::Stack));
        let (first_heap, first_stack) = *self.first.get_or_insert((heap, stack));
        self.heap = self.heap.max(heap.saturating_sub(first_heap));
        self.stack = self.stack.max(stack.saturating_sub(first_stack));
        true
    }
}

/// Blocks that are being visited are grey: an edge to a grey one retreats.
fn retreating(function: &Function) -> HashSet<(usize, usize)> {
    fn visit(function: &Function, block: usize, colours: &mut [u8], found: &mut HashSet<(usize, usize)>) {
        colours[block] = 1;
        let targets = match function.blocks[block].code.last().map(|last| &last.operation) {
            Some(Operation::Branch { condition: None, yes, .. }) => vec![*yes],
            Some(Operation::Branch { yes, no, .. }) => vec![*yes, *no],
            Some(Operation::Switch { default, cases, .. }) => {
                std::iter::once(*default).chain(cases.iter().map(|(_, target)| *target)).collect()
            }
            _ => Vec::new(),
        };
        for target in targets {
            match colours[target] {
                0 => visit(function, target, colours, found),
                1 => _ = found.insert((block, target)),
                _ => {}
            }
        }
        colours[block] = 2;
    }
    let mut found = HashSet::new();
    visit(function, 0, &mut vec![0; function.blocks.len()], &mut found);
    found
}

/// The transitive closure of the graph of calls, by going on until nothing is new.
fn reached(module: &Module) -> HashMap<&str, BTreeSet<&str>> {
    let mut reached: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for (name, function) in &module.functions {
        let all = reached.entry(name).or_default();
        for instruction in function.blocks.iter().flat_map(|block| &block.code) {
            let Operation::Call { result, callee, arguments } = &instruction.operation else { continue };
            let fits = |other: &Function| match callee {
                Operand::Constant(Constant::Global(name)) => other.name == *name,
                _ => {
                    let kinds = other.parameters.iter().map(|parameter| &parameter.kind);
                    other.result == *result && kinds.eq(arguments.iter().map(|argument| &argument.value.0))
                }
            };
            all.extend(module.functions.values().filter(|other| fits(other)).map(|other| &*other.name));
        }
    }
    loop {
        let before = reached.clone();
        for all in reached.values_mut() {
            let further: Vec<&str> =
                all.iter().flat_map(|name| before.get(name).into_iter().flatten()).copied().collect();
            all.extend(further);
        }
        if before == reached {
            return reached;
        }
    }
}

/// The value of a bound's text for these parameters; `None` for what is not read here (places, lengths).
pub fn value(text: &str, parameters: &[(&str, i128)]) -> Option<i128> {
    let spaced: String =
        text.chars().flat_map(|c| if "+-*/(),".contains(c) { vec![' ', c, ' '] } else { vec![c] }).collect();
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Evaluator { tokens: &tokens, at: 0, parameters };
    let value = reader.sum(true)?;
    (reader.at == tokens.len()).then_some(value)
}

/// A text of numbers, names, sums, products, quotients and `max(0, ...)`.
struct Evaluator<'t> {
    tokens: &'t [&'t str],
    at: usize,
    parameters: &'t [(&'t str, i128)],
}

impl Evaluator<'_> {
    fn take(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at) == Some(&token);
        self.at += usize::from(found);
        found
    }

    /// `outside`: not inside a maximum, where a name stands for its positive part.
    fn sum(&mut self, outside: bool) -> Option<i128> {
        let mut sum = self.product(outside)?;
        loop {
            if self.take("+") {
                sum = sum.checked_add(self.product(outside)?)?;
            } else if !outside && self.take("-") {
                sum = sum.checked_sub(self.product(outside)?)?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self, outside: bool) -> Option<i128> {
        let mut product = self.factor(outside)?;
        loop {
            if self.take("*") {
                product = product.checked_mul(self.factor(outside)?)?;
            } else if !outside && self.take("/") {
                product = product.checked_div(self.factor(outside)?)?;
            } else {
                return Some(product);
            }
        }
    }

    fn factor(&mut self, outside: bool) -> Option<i128> {
        if self.take("max") {
            let wanted = self.take("(") && self.take("0") && self.take(",");
            let value = self.sum(false)?.max(0);
            return (wanted && self.take(")")).then_some(value);
        }
        if !outside && self.take("(") {
            let value = self.sum(false)?;
            return self.take(")").then_some(value);
        }
        let token = *self.tokens.get(self.at)?;
        self.at += 1;
        let named = self.parameters.iter().find(|(name, _)| *name == token).map(|(_, value)| *value);
        match named {
            Some(value) if outside => Some(value.max(0)),
            Some(value) => Some(value),
            None => token.parse().ok(),
        }
    }
}
