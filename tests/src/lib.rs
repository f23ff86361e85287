//! Everything that looks at prover and checker together: the end-to-end cases, the benchmark
//! runner, and a concrete interpreter that is a third reading of LLVM's semantics.

pub mod bench;
pub mod cases;
pub mod clang;
pub mod clauses;
pub mod command;
pub mod costs;
pub mod effort;
pub mod family;
pub mod fuzz;
pub mod generate;
pub mod inside;
pub mod interpreter;
pub mod kept;
pub mod meaning;
pub mod mutation;
pub mod parallel;
pub mod process;
pub mod programs;
pub mod readings;
pub mod risky;
pub mod same;
pub mod sample;
pub mod steady;
pub mod suite;
pub mod survivors;
