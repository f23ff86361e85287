//! Makes the [`Outcome`] of a certificate or refutation file alone: what it claims. Only the checker can say whether it
//! proves that.

use super::nodes::{loops, nodes};
use super::outcome::{Contract, Files, Outcome, Property, Search, Size, Verdict, Violated};
use super::searched::{Allowed, assumed, defined, expected, quoted};
use super::violation;
use crate::code::Code;
use crate::program::Program;
use crate::program::names::of_sv_comp;
use certificates::{Certificate, Choice, Claim, Ending, Overflow, Refutation};
use std::path::Path;

/// The claim of a certificate. `program`: its module, `bytes`: its size.
pub(crate) fn certified(program: &Program, certificate: &Certificate, path: &Path, bytes: usize) -> Outcome {
    let claim = &certificate.claim;
    let (claimed, overflow) = (claim.properties, claim.overflow == Overflow::Error);
    let verdict = |proved: bool| if proved { Verdict::Proved } else { Verdict::Unknown };
    let no_overflow = if overflow { verdict(claimed.no_overflow) } else { Verdict::NotClaimed };
    let mut check = check(claim, path);
    if !claimed.termination {
        check = format!("{check} --property memory-safety{}", if overflow { ",no-overflow" } else { "" });
    }
    Outcome {
        verdicts: [verdict(claimed.memory_safety), no_overflow, verdict(claimed.termination)],
        bounds: Vec::new(),
        loops: loops(program, certificate),
        nodes: nodes(program, certificate),
        assumed: Some(assumed(program, claim, claim.precondition.is_some() && !certificate.shapes.is_empty())),
        size: Some(Size { nodes: certificate.nodes.len(), steps: certificate.steps.len(), bytes }),
        files: Files { certificate: Some(path.to_path_buf()), check: Some(check), ..Files::default() },
        ..claimed_of(program, claim, &certificate.module)
    }
}

/// The claim of a refutation, with its run; if the run cannot be repeated here, with its inputs.
pub(crate) fn refuted(program: &Program, refutation: &Refutation, path: &Path) -> Outcome {
    let claim = &refutation.claim;
    let property = violation::property(claim.properties);
    let told = crate::refute::retold(program, refutation);
    let unbounded = told.as_ref().map_or(refutation.needs_memory(), |told| told.unbounded_memory);
    let violated = told.map_or_else(|| untold(refutation, property), |told| violation::of(&told));
    let verdict = |other: Property| match (other == property, other) {
        (true, _) => Verdict::Violated,
        (false, Property::NoOverflow) if claim.overflow != Overflow::Error => Verdict::NotClaimed,
        (false, _) => Verdict::Unknown,
    };
    let unbounded = if unbounded { " --unbounded-memory" } else { "" };
    let check = format!("{} --refutation{unbounded}", check(claim, path));
    Outcome {
        verdicts: Property::ALL.map(verdict),
        violations: vec![violated],
        files: Files { refutations: vec![(path.to_path_buf(), check)], ..Files::default() },
        ..claimed_of(program, claim, &refutation.module)
    }
}

/// A run of which only the inputs are known.
fn untold(refutation: &Refutation, property: Property) -> Violated {
    let (steps, first, what) = match &refutation.ending {
        Ending::Error { steps } => (*steps, None, format!("after {steps} instructions the run meets an error")),
        Ending::Lasso { first, second } => {
            let what = format!("the run is after {second} instructions in the state that it was in after {first}");
            (*second, Some(*first), what)
        }
        Ending::Closed { steps, graph } => {
            let nodes = graph.nodes.len();
            let what = format!(
                "the run is after {steps} instructions in one of the states of {nodes} nodes, which no run leaves"
            );
            (*steps, Some(*steps), what)
        }
    };
    let code = match property {
        Property::MemorySafety => None,
        Property::NoOverflow => Some(Code::SignedOverflow),
        Property::Termination => Some(Code::EndlessRun),
    };
    let value = |choice: &Choice| match choice {
        Choice::Value(value) => Some(value.0),
        Choice::Address(_) | Choice::Null | Choice::Byte(_) => None,
    };
    let values = refutation.choices.iter().filter_map(value);
    let asked = |value| crate::refute::Asked { name: Some("input".into()), location: None, source: None, value };
    Violated {
        property,
        location: None,
        function: refutation.claim.entry.clone(),
        instruction: String::new(),
        code,
        what,
        call: None,
        inputs: values.map(asked).collect(),
        bytes: refutation.choices.iter().filter(|choice| matches!(choice, Choice::Byte(_))).count(),
        run: Vec::new(),
        steps,
        first,
    }
}

/// What the claim of any file says.
fn claimed_of(program: &Program, claim: &Claim, module: &str) -> Outcome {
    let contract = |text: &String| Contract {
        written: None,
        predicates: Vec::new(),
        apart: Vec::new(),
        text: text.clone(),
        types: Vec::new(),
        compared: false,
        left_out: 0,
        ignored: Vec::new(),
        never: Vec::new(),
        no_call: Vec::new(),
    };
    Outcome {
        search: Search::Finished,
        function: claim.entry.clone(),
        defined: defined(program, &claim.entry),
        verdicts: [Verdict::Unknown; 3],
        missing: Vec::new(),
        violations: Vec::new(),
        loops: Vec::new(),
        bounds: Vec::new(),
        nodes: Vec::new(),
        assumed: None,
        module: Some(module.to_owned()),
        contract: claim.precondition.as_ref().map(contract),
        departures: Vec::new(),
        note: None,
        wrapped: None,
        suggestion: None,
        size: None,
        files: Files::default(),
        attempt: None,
        history: Default::default(),
        stats: false,
        seconds: 0.0,
    }
}

/// The command that checks the file.
fn check(claim: &Claim, path: &Path) -> String {
    let precondition = claim.precondition.as_deref();
    let allowed = Allowed {
        malloc_may_fail: claim.malloc_may_fail,
        no_builtin: claim.no_builtin,
        sv_comp: claim.contracts.iter().any(|name| of_sv_comp(name)),
    };
    let options = expected(&claim.entry, precondition, claim.data_model, claim.overflow, allowed);
    let file = [quoted(&path.display().to_string()), "--embedded".to_owned()];
    let words: Vec<String> = std::iter::once("haltcheck".to_owned()).chain(file).chain(options).collect();
    words.join(" ")
}
