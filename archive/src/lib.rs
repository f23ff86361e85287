//! From certificates to releases: statements about certificates that others can check again, bundles, and projects
//! whose functions must stay proved.
//!
//! Nothing here is believed. Every answer rests on [`checker::check`], which runs in this process on the bytes that
//! were read. What a statement, an archive or a baseline says is only compared with its result.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod assumes;
mod attest;
mod bundle;
mod checked;
pub mod cli;
pub mod failure;
pub mod files;
pub mod names;
mod origin;
pub mod project;
pub mod statement;
pub mod strict;
mod verify;
pub mod words;
