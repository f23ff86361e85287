//! A certificate that proves nothing, for tests that make their own.

use certificates::{Certificate, Claim, DataModel, Overflow, Properties, hash};

/// The strictest claim about `main` of this module, without nodes and without roots.
pub fn about(module: &str) -> Certificate {
    Certificate {
        claim: Claim {
            module_hash: hash::sha256_hex(module.as_bytes()),
            entry: "main".to_owned(),
            precondition: None,
            properties: Properties { memory_safety: true, no_overflow: true, termination: true },
            data_model: DataModel::Lp64,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            no_builtin: false,
            contracts: vec![],
        },
        module: module.to_owned(),
        nodes: vec![],
        steps: vec![],
        shapes: vec![],
        globals: vec![],
        roots: vec![],
        ranking: vec![],
        call: None,
        bounds: vec![],
    }
}
