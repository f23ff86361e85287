//! One accepted derivation per rule, and one rejected derivation per premise; written by hand in
//! the language of `language/`.

// Without Z3 some tests are left out, and what only they use is unused.
#![cfg_attr(not(feature = "solver"), allow(unused_imports))]

mod language;
mod record;
mod support;

mod arguments;
mod arithmetic;
mod bounds;
mod branch;
mod call;
mod calls;
mod cases;
mod cast;
mod cli;
mod compare;
mod concrete_calls;
mod contract;
mod contract_structures;
mod costly;
mod covers;
mod elements;
mod elsewhere;
mod ensures;
mod entailment;
mod freeable;
mod functions;
mod graph;
mod handover;
mod heap;
mod hostile;
mod intrinsics;
mod isolated;
mod lending;
mod lent;
mod library;
mod limits;
mod list;
mod mechanisms;
mod memory;
mod objects;
mod opened;
mod owned;
mod owned_elements;
mod parts;
mod places;
mod pointer;
mod print;
mod programs;
mod ranking;
#[cfg(feature = "solver")]
mod root_structures;
mod roots;
mod solvers;
mod sorting;
mod streams;
mod strings;
mod tokens;
mod traps;
mod tree;
mod uniform;
mod variadic;
mod wellformed;
mod witnesses;
