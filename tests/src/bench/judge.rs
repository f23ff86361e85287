//! Which proofs the published verdicts contradict.

use super::labels::{Label, Verdict};
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
