//! Decides whether a refutation shows that its claim is false (`spec/refutation.md`). Start at [`check_refutation`].

pub mod choose;
pub mod closed;

use certificates::{DecodeError, Ending, Overflow, Properties, Refutation};

use crate::answer::verdict::{Checked, Stop, Verdict};
use crate::contract;
use crate::proof::expectation::{self, Expectation, module_of};
use crate::reader::{self, Module};
use crate::run::{self, Shown};

/// Decides whether the refutation shows that the module with this text violates a property, and whether that is what is
/// expected.
pub fn check_refutation(module: &str, refutation: &[u8], expected: &Expectation) -> Verdict<Shown> {
    match certificates::decode_refutation(refutation) {
        Ok(decoded) => check_decoded(module, &decoded, expected),
        Err(DecodeError::Proof) => no_refutation(),
        Err(error) => Verdict::BadInput(error.to_string()),
    }
}

/// [`check_refutation`] for a refutation that has been decoded already.
pub fn check_decoded(module: &str, decoded: &Refutation, expected: &Expectation) -> Verdict<Shown> {
    match module_of(module, &decoded.claim, expected) {
        Ok(read) => Verdict::of(
            claim(&read, decoded, expected)
                .and_then(|()| run::follow(&read, module, decoded, &expected.solvers))
                .and_then(|shown| memory(shown.unbounded_memory, expected).map(|()| shown)),
        ),
        Err(message) => Verdict::BadInput(message),
    }
}

/// Checks that a run can refute the claim, and that the claim is the expected one. A refutation of a weaker claim also
/// refutes the stronger ones, so everything is compared in the opposite direction from a proof.
fn claim(module: &Module, refutation: &Refutation, expected: &Expectation) -> Checked {
    let claim = &refutation.claim;
    let Properties { memory_safety, no_overflow, termination } = claim.properties;
    let one = match &refutation.ending {
        Ending::Lasso { .. } | Ending::Closed { .. } => termination && !memory_safety && !no_overflow,
        Ending::Error { .. } => !termination && memory_safety != no_overflow,
    };
    let wanted = expected.properties.is_none_or(|wanted| {
        memory_safety <= wanted.memory_safety && no_overflow <= wanted.no_overflow && termination <= wanted.termination
    });
    let same = match (&claim.precondition, &expected.precondition) {
        (None, None) => true,
        (Some(claimed), Some(wanted)) => contract::same(claimed, wanted),
        _ => false,
    };
    let premises = [
        (one, "properties", "one is refuted: by an error memory safety or no overflow, else termination"),
        (
            !no_overflow || claim.overflow == Overflow::Error,
            "properties",
            "overflow is an error in the mode error alone",
        ),
        (wanted, "properties", "another property is expected to be refuted"),
        (claim.entry == expected.entry, "entry", "the run is one of another function than expected"),
        (same, "precondition", "the run is one of calls with another contract than expected"),
        (
            claim.precondition.is_some() == refutation.call.is_some(),
            "call",
            "a run begins with a call exactly if the claim has a contract",
        ),
        (claim.data_model == expected.data_model, "data model", "another one is expected"),
        (claim.overflow == expected.overflow, "signed overflow", "another meaning is expected"),
        (!claim.malloc_may_fail || expected.malloc_may_fail, "malloc", "an allocation may fail in this run"),
    ];
    if let Some((_, premise, message)) = premises.into_iter().find(|(holds, ..)| !holds) {
        return Err(Stop::invalid("CLAIM", premise, message));
    }
    let own = module.recognised.first();
    let name = claim.contracts.iter().find(|name| reader::names::of_sv_comp(name));
    let names = [
        (claim.no_builtin || own.is_none(), "no builtin", expectation::unsaid(own)),
        (!claim.no_builtin || expected.no_builtin, "-fno-builtin", expectation::without_builtins(own)),
        (name.is_none() || expected.sv_comp, "--sv-comp", expectation::of_sv_comp(name)),
    ];
    if let Some((_, premise, message)) = names.into_iter().find(|(holds, ..)| !holds) {
        return Err(Stop::invalid("CLAIM", premise, message));
    }
    memory(refutation.needs_memory(), expected)
}

/// CLAIM **unbounded memory**: whoever expects a run that no machine bounds has to say so.
fn memory(needed: bool, expected: &Expectation) -> Checked {
    match needed && !expected.unbounded_memory {
        true => Err(Stop::invalid(
            "CLAIM",
            "unbounded memory",
            "the run may need memory or stack without bound (--unbounded-memory allows it)",
        )),
        false => Ok(()),
    }
}

/// The verdict on a proof where the user expects a refutation.
pub fn no_refutation() -> Verdict<Shown> {
    Verdict::of(Err(Stop::invalid("CLAIM", "refutation", DecodeError::Proof.to_string())))
}

/// The verdict on a refutation where the user expects a proof; it says what the refutation shows.
pub fn no_proof(module: &str, decoded: &Refutation) -> Verdict {
    let not = "this is a refutation, not a proof";
    let message = match check_decoded(module, decoded, &Expectation::of(&decoded.claim)) {
        Verdict::Valid(shown) => format!(
            "{not}: it shows that {} violates {} ({} at {}); --refutation accepts it",
            shown.claim.entry, shown.property, shown.message, shown.place
        ),
        Verdict::Invalid(why) | Verdict::Undecided(why) => format!("{not}, and it is not accepted as one: {why}"),
        Verdict::BadInput(why) => format!("{not}, and it is not accepted as one: {why}"),
    };
    Verdict::of(Err(Stop::invalid("CLAIM", "proof", message)))
}
