//! From graph and ranks to a certificate.

pub mod names;
