//! The contracts of library functions (`spec/rules/library.md`): what is assumed about functions that have no body.
//! They are assumptions, not a part of what must be believed about the checker itself.

pub(crate) mod arguments;
pub(crate) mod bulk;
pub(crate) mod call;
pub(crate) mod columns;
pub(crate) mod effects;
pub(crate) mod formats;
pub(crate) mod heap;
pub(crate) mod mathematics;
pub(crate) mod objects;
mod print;
pub(crate) mod promises;
mod read_line;
pub(crate) mod results;
pub(crate) mod sorting;
pub(crate) mod stream_argument;
pub(crate) mod streams;
pub mod table;
pub(crate) mod tokens;
pub(crate) mod variadic;
