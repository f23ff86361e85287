//! The contracts of library functions (`spec/rules/library.md`): what is assumed of functions that have no body. They are
//! assumptions and no part of what must be believed of the checker itself.

pub mod arguments;
pub mod bulk;
pub mod call;
pub mod effects;
pub mod heap;
pub mod promises;
pub mod table;
