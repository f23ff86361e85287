
pub mod reader;
