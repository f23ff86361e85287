//! Random structures.
