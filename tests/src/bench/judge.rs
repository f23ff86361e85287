//! Which proofs the published verdicts contradict.

use super::labels::{Label, Verdict};
use super::refuted::{Refuted, Replay};
use super::row::Row;

/// Why a valid proof of this program must be wrong.
///
/// The verdicts judge the modes `ideal` and `error`, never `wrap`: they count mathematical integers,
/// and of the programs they call non-terminating many end when signed overflow wraps.
///
/// A concrete run that leaves the proof shows the same, in every mode.
pub fn wrong(label: &Label, row: &Row) -> Option<&'static str> {
    if row.escape.is_some() {
        return Some("a concrete run leaves the proof");
    }
    if row.mode == "wrap" {
        return None;
    }
    contradiction(label, row)
}

/// The same in the mode `wrap`, where it is only a reason to look at the program.
pub fn doubtful(label: &Label, row: &Row) -> Option<&'static str> {
    if row.mode == "wrap" { contradiction(label, row) } else { None }
}

/// Why this violation must be none: the property is labelled true, and no native run shows that the label is wrong.
///
/// Labels do not judge the mode `wrap` (above).
pub fn wrong_refutation(label: &Label, row: &Row, refuted: &Refuted) -> bool {
    refuted.valid()
        && refuted.replay != Replay::Met
        && row.mode != "wrap"
        && says(label, &refuted.property, Verdict::True)
}

/// What the label says of a property.
pub fn says(label: &Label, property: &str, verdict: Verdict) -> bool {
    let labelled = match property {
        "memory_safety" => label.memory_safe,
        "no_overflow" => label.no_overflow,
        _ => label.terminates,
    };
    labelled == verdict
}

fn contradiction(label: &Label, row: &Row) -> Option<&'static str> {
    if row.memory() && label.memory_safe == Verdict::False {
        Some("memory safety proved, labelled memory_safe=false")
    } else if row.memory() && row.mode == "error" && label.no_overflow == Verdict::False {
        Some("no overflow proved, labelled no_overflow=false")
    } else if row.both() && label.terminates == Verdict::False {
        Some("termination proved, labelled terminates=false")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::row::{Check, Proof};

    fn case(mode: &str, proof: Proof, check: Check, verdicts: [Verdict; 3]) -> (bool, bool) {
        let [terminates, memory_safe, no_overflow] = verdicts;
        let label = Label { path: String::new(), data_model: "LP64".to_owned(), terminates, memory_safe, no_overflow };
        let row = Row { proof, check, ..Row::new("", mode, "LP64") };
        (wrong(&label, &row).is_some(), doubtful(&label, &row).is_some())
    }

    #[test]
    fn a_refutation_of_what_is_labelled_true_is_wrong_unless_it_replays() {
        use Verdict::{False, True, Unknown};
        let label = |terminates, memory_safe, no_overflow| Label {
            path: String::new(),
            data_model: "LP64".to_owned(),
            terminates,
            memory_safe,
            no_overflow,
        };
        let shown = |property: &str, check, replay| Refuted {
            property: property.to_owned(),
            what: String::new(),
            place: None,
            check,
            check_detail: None,
            open: false,
            replay,
        };
        let row = |mode| Row::new("", mode, "LP64");
        let safe = label(True, True, False);
        let memory = shown("memory_safety", Check::Valid, Replay::None);
        assert!(wrong_refutation(&safe, &row("error"), &memory));
        assert!(!wrong_refutation(&safe, &row("wrap"), &memory));
        assert!(!wrong_refutation(&label(Unknown, Unknown, Unknown), &row("error"), &memory));
        assert!(!wrong_refutation(&safe, &row("error"), &shown("memory_safety", Check::Valid, Replay::Met)));
        assert!(!wrong_refutation(&safe, &row("error"), &shown("memory_safety", Check::Invalid, Replay::None)));
        assert!(wrong_refutation(&safe, &row("ideal"), &shown("termination", Check::Valid, Replay::None)));
        let overflow = shown("no_overflow", Check::Valid, Replay::Missed);
        assert!(!wrong_refutation(&safe, &row("error"), &overflow) && says(&safe, "no_overflow", False));
    }

    #[test]
    fn verdicts_judge_error_and_ideal_only() {
        use Verdict::{False, Leak, True, Unknown};
        let endless = [False, True, True];
        let unsafe_ = [Unknown, False, Unknown];
        let overflow = [True, True, False];
        let both = Proof::ProvedTermination;
        assert_eq!(case("ideal", both, Check::Valid, endless), (true, false));
        assert_eq!(case("error", both, Check::Valid, endless), (true, false));
        assert_eq!(case("wrap", both, Check::Valid, endless), (false, true));
        assert_eq!(case("ideal", Proof::ProvedMemory, Check::Valid, endless), (false, false));
        assert_eq!(case("ideal", both, Check::Invalid, endless), (false, false));
        assert_eq!(case("error", Proof::ProvedMemory, Check::Valid, unsafe_), (true, false));
        assert_eq!(case("error", Proof::ProvedMemory, Check::Valid, overflow), (true, false));
        assert_eq!(case("ideal", both, Check::Valid, overflow), (false, false));
        assert_eq!(case("error", both, Check::Valid, [True, Leak, True]), (false, false));
        assert_eq!(case("error", both, Check::Valid, [Unknown; 3]), (false, false));
    }
}
