//! Attempts to have something wrong accepted: texts that LLVM reads differently, and hand-made proofs
//! about programs that are not safe or do not end. Each must be rejected; a harmless neighbour is accepted.

mod memory;
mod names;
mod promises;
mod text;

use certificates::{
    Certificate, Claim, DataModel, Detail, Hint, Instance, Node, Overflow, Position, Properties, Root, Sign, State,
    Step, Wrap,
};
use checker::proof::{context::Context, initial};
use checker::{Expectation, Verdict, check, reader};

const LAYOUT: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

fn module(body: &str) -> String {
    format!("{LAYOUT}{body}")
}

fn claim(text: &str) -> Claim {
    Claim {
        module_hash: certificates::hash::sha256_hex(text.as_bytes()),
        entry: "main".into(),
        precondition: None,
        properties: Properties { memory_safety: true, no_overflow: true, termination: true },
        data_model: DataModel::Lp64,
        overflow: Overflow::Error,
        malloc_may_fail: false,
        no_builtin: false,
        contracts: Vec::new(),
    }
}

fn hint(detail: Detail) -> Hint {
    Hint { sign: Sign::Unsigned, wraps: Vec::<Wrap>::new(), phis: Vec::new(), detail }
}

/// A proof of a `main` of one block without parameters: these instructions one after the other, then the return.
fn straight(text: &str, hints: Vec<Hint>) -> Certificate {
    let node = |index: usize, tree| Node {
        entry: 0,
        position: Position { function: "main".into(), block: "entry".into(), index: index as u32 },
        state: State::default(),
        tree,
    };
    let count = hints.len();
    let mut steps = vec![Step::Goto { node: 1, instance: Instance::default(), witnesses: Vec::new() }];
    for hint in hints.into_iter().rev() {
        let next = steps.len() as u32 - 1;
        steps.push(Step::Exec { hint, next, witnesses: Vec::new() });
    }
    Certificate {
        claim: claim(text),
        module: text.into(),
        nodes: vec![node(0, Some(steps.len() as u32 - 1)), node(count, None)],
        steps,
        shapes: Vec::new(),
        globals: Vec::new(),
        roots: vec![Root::Covered { node: 0, instance: Instance::default(), returns: Vec::new() }],
        ranking: Vec::new(),
        call: None,
        bounds: vec![],
    }
}

fn verdict(certificate: &Certificate) -> Verdict {
    check(&certificate.module, &certificates::encode(certificate), &Expectation::default())
}

fn rejected(certificate: &Certificate, rule: &str) {
    match verdict(certificate) {
        Verdict::Invalid(rejection) => assert_eq!(rejection.rule, rule, "{rejection}"),
        other => panic!("{other:?}"),
    }
}
