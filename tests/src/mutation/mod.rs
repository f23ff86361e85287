//! Random changes of certificates and of modules: [`change`] any value of the format, [`trees`] whole parts of proofs,
//! [`module`] an instruction of the module.

pub mod change;
pub mod costs;
pub mod module;
pub mod places;
pub mod schema;
pub mod structures;
pub mod trees;
