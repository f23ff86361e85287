//! The prover on chains: it guesses, and the checker decides.

use super::derivation::Chain;
use super::{Operation, native};
use certificates::{DataModel, Overflow};
use checker::{Expectation, Verdict};
use prover::certify::Witnesses;
use prover::frontend::{Options, load};
use prover::pipeline::{self, Task};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the checker says about the prover's certificate for a chain, if it finds one; `file` is
/// overwritten.
///
/// # Errors
/// LLVM does not accept the module, or the prover reports an internal error.
pub fn verdict(chain: &Chain, mode: Overflow, file: &Path) -> Result<Option<Verdict>, String> {
    about(&chain.module(), chain.pointer(), mode, Witnesses::None, file)
}

/// The same for any module, with coefficients as wanted.
///
/// # Errors
/// As above.
pub fn about(
    module: &str,
    pointer: u32,
    mode: Overflow,
    witnesses: Witnesses,
    file: &Path,
) -> Result<Option<Verdict>, String> {
    std::fs::write(file, module).map_err(|error| error.to_string())?;
    let data_model = match pointer {
        64 => DataModel::Lp64,
        _ => DataModel::Ilp32,
    };
    let program = load(file, Options { data_model, no_builtin: false }).map_err(|error| error.to_string())?;
    let task = Task {
        bounds: Vec::new(),
        entry: "main".into(),
        contract: None,
        callees: Default::default(),
        data_model,
        overflow: mode,
        malloc_may_fail: false,
        sharing: None,
        effort: Default::default(),
        deadline: Instant::now() + Duration::from_secs(60),
        memory: None,
        witnesses,
        attempt: None,
        progress: Default::default(),
        faults: Default::default(),
        refute: None,
    };
    let proof = pipeline::prove(&program, &task).map_err(|error| error.to_string())?;
    if proof.unsafe_because.is_some() || proof.endless_because.is_some() {
        return Ok(None);
    }
    Ok(proof.certificate.map(|certificate| {
        let bytes = certificates::encode(&certificate);
        // What an instruction means does not depend on whether there are such calls.
        let expected = Expectation { allow_vacuous: true, ..Expectation::of(&certificate.claim) };
        checker::check(&program.text, &bytes, &expected)
    }))
}

/// A module that executes the operation with arbitrary operands, between these bounds if there are
/// any (unsigned).
pub fn probe(operation: &Operation, bounds: Option<[(u64, u64); 3]>) -> String {
    let (mut body, mut declared) = (String::new(), String::new());
    for (place, ty) in operation.operands.iter().enumerate() {
        let (name, constant) = (ty.name(), |bits| ty.constant(bits, operation.pointer));
        let _ = writeln!(body, "  %a{place} = call {name} @__VERIFIER_nondet_{name}()");
        let line = format!("declare {name} @__VERIFIER_nondet_{name}()\n");
        if !declared.contains(&line) {
            declared += &line;
        }
        let Some(bounds) = bounds else { continue };
        for (number, (predicate, bound)) in [("uge", bounds[place].0), ("ule", bounds[place].1)].into_iter().enumerate()
        {
            let bound = constant(bound);
            let _ = writeln!(
                body,
                "  %b{place}.{number} = icmp {predicate} {name} %a{place}, {bound}\n  \
                 br i1 %b{place}.{number}, label %l{place}.{number}, label %end\nl{place}.{number}:"
            );
        }
    }
    body += &native::instance(operation, 0, |place| format!("%a{place}"));
    format!(
        "{}define i32 @main() {{\nentry:\n{body}\n  br label %end\nend:\n  ret i32 0\n}}\n{declared}{}",
        native::header(operation.pointer),
        native::declarations(std::slice::from_ref(operation)),
    )
}
