//! Projects: the functions that must be proved, an archive of certificates, and a record of what was proved before.

pub mod archive;
pub mod baseline;
pub mod commands;
pub mod export;
pub mod file;
pub mod find;
pub mod findings;
pub mod formats;
pub mod init;
pub mod page;
pub mod patterns;
pub mod plan;
pub mod prover;
pub mod row;
pub mod told;
pub mod work;
