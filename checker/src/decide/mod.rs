//! How an obligation is decided: exact arithmetic over terms, then a solver. Everything here must be believed.

pub mod cross_check;
pub mod entail;
pub mod native;
pub mod premises;
#[cfg(feature = "solver")]
pub mod solver;
#[cfg(not(feature = "solver"))]
#[path = "solverless.rs"]
pub mod solver;
pub mod term;
