//! A contract, understood for a function.

use crate::contract::Contract;
use crate::program::names::{of_the_library, part_of_the_library};
use crate::program::{Function, Global, Program};
use crate::start::{Meaning, meanings};
use std::collections::BTreeMap;

/// What a call must satisfy.
pub(super) struct Condition<'p> {
    pub program: &'p Program,
    pub function: &'p Function,
    /// One for each alternative.
    pub meanings: Vec<Meaning>,
    /// Global variables that ranges and places may lie in, by their places in the program, ascending.
    pub kept: Vec<usize>,
    /// The addresses of functions, as every run has them (`spec/refutation.md`, Start).
    pub functions: BTreeMap<&'p str, u64>,
}

impl<'p> Condition<'p> {
    /// `kept`: places of global variables in the program. `None` if the contract cannot be used.
    pub(super) fn new(program: &'p Program, entry: &str, contract: &Contract, kept: &[usize]) -> Option<Condition<'p>> {
        let function = program.functions.get(entry)?;
        let names: Vec<&str> = kept.iter().filter_map(|g| Some(program.globals.get(*g)?.name.as_str())).collect();
        let meanings = meanings(program, function, contract, &names).ok()?;
        Some(Condition { program, function, meanings, kept: kept.to_vec(), functions: program.function_addresses() })
    }

    /// The first address behind all functions.
    pub(super) fn behind_functions(&self) -> u64 {
        self.functions.values().max().unwrap_or(&0) + Program::FUNCTIONS_APART
    }

    /// Bytes of a pointer.
    pub(super) fn pointer_bytes(&self) -> u32 {
        self.program.pointer_bits / 8
    }

    /// What divides the addresses of heap objects.
    pub(super) fn heap_align(&self) -> u64 {
        if self.program.pointer_bits == 32 { 8 } else { 16 }
    }

    /// Whether ranges may lie in this global variable: it is kept, and none of the library's.
    pub(super) fn holds_ranges(&self, place: usize) -> bool {
        let library = self.program.globals.get(place).is_none_or(is_of_the_library);
        !library && self.kept.binary_search(&place).is_ok()
    }
}

/// Whether a variable is the C library's: its own, or one that the program takes from it.
pub(super) fn is_of_the_library(global: &Global) -> bool {
    let name = &global.name;
    name.starts_with('@') || !global.local && (of_the_library(name) || part_of_the_library(name))
}
