//! What a function, with all functions that it may call, can access. Determined from the program's text alone.

use super::liveness::operands;
use super::{Function, Instruction, Op, Operand, Program, Reg, Type};
use super::{library, mathematics, objects};
use std::collections::{BTreeMap, BTreeSet};

/// What a call of a function may access.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Globals that are mentioned, and functions that are mentioned as values.
    pub globals: BTreeSet<String>,
    /// Whether something cannot be determined from the text (a call through a pointer).
    pub anything: bool,
    /// Whether memory other than its own variables may be written or freed.
    pub writes: bool,
}

impl Reach {
    fn join(&mut self, other: &Reach) -> bool {
        let before = (self.globals.len(), self.anything, self.writes);
        self.globals.extend(other.globals.iter().cloned());
        self.anything |= other.anything;
        self.writes |= other.writes;
        before != (self.globals.len(), self.anything, self.writes)
    }
}

/// What each defined function may access, by name.
pub fn reach(program: &Program) -> BTreeMap<String, Reach> {
    let mut all: BTreeMap<String, Reach> = BTreeMap::new();
    let mut callers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, function) in &program.functions {
        all.insert(name.clone(), own(program, function));
        for callee in callees(program, function) {
            callers.entry(callee).or_default().insert(name);
        }
    }
    let mut open: BTreeSet<&str> = program.functions.keys().map(String::as_str).collect();
    while let Some(name) = open.pop_last() {
        let reach = all[name].clone();
        for caller in callers.get(name).into_iter().flatten() {
            if all.get_mut(*caller).is_some_and(|r| r.join(&reach)) {
                open.insert(caller);
            }
        }
    }
    all
}

fn instructions(function: &Function) -> impl Iterator<Item = &Instruction> {
    function.blocks.iter().flat_map(|b| &b.instructions)
}

fn callees<'p>(program: &'p Program, function: &'p Function) -> impl Iterator<Item = &'p str> {
    instructions(function).filter_map(|i| match &i.op {
        Op::Call { callee, .. } if program.functions.contains_key(callee) => Some(callee.as_str()),
        Op::Call { callee, arguments, .. } if library::sorted_types(callee).is_some() => comparator(arguments),
        _ => None,
    })
}

/// The function that a function of the library which sorts or searches calls.
fn comparator(arguments: &[(Type, Operand)]) -> Option<&str> {
    match arguments.last() {
        Some((_, Operand::Function(name))) => Some(name),
        _ => None,
    }
}

/// What the function itself accesses.
fn own(program: &Program, function: &Function) -> Reach {
    let mut reach = Reach::default();
    let local = locals(function);
    let phis = function.blocks.iter().flat_map(|b| &b.phis);
    let incoming = phis.flat_map(|p| p.incoming.iter().map(|(_, op)| op));
    for op in incoming.chain(instructions(function).flat_map(|i| operands(&i.op))) {
        if let Operand::Global { name, .. } | Operand::Function(name) = op {
            reach.globals.insert(name.clone());
        }
    }
    for i in instructions(function) {
        match &i.op {
            Op::Store { pointer, .. } => {
                reach.writes |= !matches!(pointer, Operand::Register(r) if local.contains(r));
            }
            Op::Call { callee, arguments, .. } => {
                reach.anything |= library::sorted_types(callee).is_some() && comparator(arguments).is_none();
                reach.globals.extend(library::location(callee).map(String::from));
                reach.writes |= !program.functions.contains_key(callee) && !harmless(callee);
            }
            Op::IndirectCall { .. } => {
                reach.anything = true;
                reach.writes = true;
            }
            _ => {}
        }
    }
    reach
}

/// Registers that hold addresses of the function's own variables.
fn locals(function: &Function) -> BTreeSet<Reg> {
    let mut local = BTreeSet::new();
    for i in instructions(function) {
        let own = match &i.op {
            Op::Alloca { .. } => true,
            Op::GetElementPtr { base: Operand::Register(r), .. } => local.contains(r),
            _ => false,
        };
        if let Some(r) = i.result.filter(|_| own) {
            local.insert(r);
        }
    }
    local
}

/// External functions that write no memory of the program.
fn harmless(callee: &str) -> bool {
    const PREFIXES: [&str; 4] = ["__VERIFIER_nondet_", "llvm.lifetime.", "llvm.assume", "llvm.stack"];
    #[rustfmt::skip]
    const NAMES: [&str; 29] = [
        "abort", "exit", "__assert_fail", "__VERIFIER_assume", "__VERIFIER_error", "reach_error", "strlen", "malloc",
        "printf", "fprintf", "puts", "putchar", "getchar", "abs", "labs", "llabs", "rand", "srand", "clock", "time",
        "calloc", "random", "__assert", "_exit", "srandom", "difftime", "getchar_unlocked", "putchar_unlocked",
        "bsearch",
    ];
    const WRITING: [&str; 8] =
        ["fgets", "read", "fread", "getline", "getdelim", "getcwd", "fgets_unlocked", "fread_unlocked"];
    let reads = library::contract(callee).is_some_and(|contract| matches!(contract.writes, library::Writes::Nothing));
    let stream = library::stream_types(callee).is_some() && !WRITING.contains(&callee);
    let object = objects::contract(callee).is_some_and(|of| !of.parts.iter().any(|(_, part)| part.writes()));
    reads
        || stream
        || object
        || library::result_types(callee).is_some()
        || library::descriptor_types(callee).is_some()
        || mathematics::types(callee).is_some()
        || library::location(callee).is_some()
        || NAMES.contains(&callee)
        || PREFIXES.iter().any(|p| callee.starts_with(p))
}
