//! The outcome of proving one function: the value from which every report format is written.

use super::example::{Example, example};
use super::nodes::NodeView;
use crate::bounds::words::Bounded as ToldBound;
use crate::code::Code;
use crate::contract::NamedType;
use crate::frontend::FrontendError;
use crate::graph::{Departure, Failure, FailureKind};
use crate::pipeline::{History, Name};
use crate::program::Location;
use crate::refute::{Asked, LoopRound, Told};
use crate::state::Described;
use crate::suggest::Suggestion;
use crate::termination::RankedLoop;
pub(crate) use certificates::Property;
use std::path::PathBuf;

/// The answer for one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Proved,
    Violated,
    Unknown,
    /// Nothing is claimed: overflow is not an error in this mode.
    NotClaimed,
    /// Nothing could be proved, because the input is wrong.
    BadInput,
}

impl Verdict {
    /// The word for it in reports.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Violated => "violated",
            Verdict::Unknown => "unknown",
            Verdict::NotClaimed => "not claimed",
            Verdict::BadInput => "bad input",
        }
    }
}

/// The kind of reason why something is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A mistake of the user.
    BadInput,
    /// A fact that could not be proved.
    Unproved,
    /// A construct that the prover does not support.
    Unsupported,
    /// A limit on time, memory or size was reached.
    Limit,
    /// A mistake of the prover, or a missing tool.
    Internal,
}

impl Kind {
    /// The word for it in JSON objects.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::BadInput => "bad input",
            Kind::Unproved => "unproved",
            Kind::Unsupported => "unsupported",
            Kind::Limit => "limit",
            Kind::Internal => "internal",
        }
    }
}

impl From<FailureKind> for Kind {
    fn from(kind: FailureKind) -> Kind {
        match kind {
            FailureKind::Unproved => Kind::Unproved,
            FailureKind::Unsupported => Kind::Unsupported,
            FailureKind::Limit => Kind::Limit,
            FailureKind::Internal => Kind::Internal,
        }
    }
}

/// Why a search did not begin or did not end.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) kind: Kind,
    pub(crate) code: Code,
    /// The reason, in one sentence.
    pub(crate) reason: String,
    /// The place with which the sentence begins, if there is one.
    pub(crate) named: Option<Location>,
}

impl Refusal {
    /// A refusal at no particular place.
    pub(crate) fn new(kind: Kind, code: Code, reason: impl Into<String>) -> Refusal {
        Refusal { kind, code, reason: reason.into(), named: None }
    }

    /// The contract cannot be used. `named`: where it stands.
    pub(crate) fn contract(reason: impl Into<String>, named: Option<Location>) -> Refusal {
        Refusal { named, ..Refusal::new(Kind::BadInput, Code::ContractError, reason) }
    }
}

/// A plain message means bad input.
impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal::new(Kind::BadInput, Code::BadInput, reason)
    }
}

impl From<&str> for Refusal {
    fn from(reason: &str) -> Refusal {
        reason.to_owned().into()
    }
}

impl From<&FrontendError> for Refusal {
    fn from(error: &FrontendError) -> Refusal {
        let (kind, code, named) = match error {
            FrontendError::BadInput { .. } => (Kind::BadInput, Code::BadInput, None),
            FrontendError::Compile { location, .. } => (Kind::BadInput, Code::CompileError, location.clone()),
            FrontendError::Unsupported { location, .. } => {
                (Kind::Unsupported, Code::UnsupportedConstruct, location.clone())
            }
            FrontendError::Internal { .. } => (Kind::Internal, Code::ToolFailure, None),
        };
        Refusal { named, ..Refusal::new(kind, code, error.to_string()) }
    }
}

/// The text that the user reads.
impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.reason
    }
}

/// A fact or construct because of which something is not proved.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub(crate) kind: Kind,
    pub(crate) code: Code,
    /// The rule of `spec/rules` whose premise is missing, if a rule is involved.
    pub(crate) rule: Option<&'static str>,
    /// The reason, in one sentence.
    pub(crate) reason: String,
    /// The place with which the sentence begins, if there is one.
    pub(crate) named: Option<Location>,
    pub(crate) location: Option<Location>,
    /// The function of the failure; empty if it has no place in the program.
    pub(crate) function: String,
    /// The instruction as LLVM prints it; empty if there is none.
    pub(crate) instruction: String,
    pub(crate) state: Described,
    /// Values that satisfy all known facts but not the condition; empty if none were found.
    pub(crate) example: Vec<Example>,
    /// Where the pointer of an access comes from, in one sentence, if a call elsewhere returned it.
    pub(crate) origin: Option<String>,
    /// What may overflow, in C's words, if that is what is missing.
    pub(crate) overflows: Option<String>,
    /// A round of the loop that is not known to end, if a run makes one.
    pub(crate) round: Option<LoopRound>,
    /// The properties that are not proved because of it.
    pub(crate) properties: Vec<Property>,
}

impl Missing {
    /// What a failure of the prover means for these properties.
    pub(crate) fn of(failure: &Failure, properties: Vec<Property>) -> Missing {
        Missing {
            kind: failure.kind().into(),
            code: failure.code(),
            rule: failure.reason.rule(),
            reason: super::reason(failure),
            named: None,
            location: failure.location.clone(),
            function: failure.function.clone(),
            instruction: failure.instruction.clone(),
            state: (*failure.state).clone(),
            example: failure.open.as_deref().map(example).unwrap_or_default(),
            origin: None,
            overflows: super::overflows(failure),
            round: None,
            properties,
        }
    }
}

/// A run that violates a property, as reports describe it.
#[derive(Clone, Debug)]
pub(crate) struct Violated {
    pub(crate) property: Property,
    pub(crate) location: Option<Location>,
    pub(crate) function: String,
    /// The instruction that fails; empty for an endless run.
    pub(crate) instruction: String,
    /// The code of the error; `None` if the run could not be repeated here.
    pub(crate) code: Option<Code>,
    /// What happens, in one sentence.
    pub(crate) what: String,
    /// The call with which the run begins, if the claim has a contract.
    pub(crate) call: Option<String>,
    pub(crate) inputs: Vec<Asked>,
    /// The number of uninitialised bytes that the run reads.
    pub(crate) bytes: usize,
    /// The places of the run; iterations of a loop are combined.
    pub(crate) run: Vec<Told>,
    /// The number of executed instructions; for an endless run, until it returns to an earlier state.
    pub(crate) steps: u64,
    /// For an endless run: the number of instructions before its loop.
    pub(crate) first: Option<u64>,
}

/// The contract of the calls that the answer is about.
#[derive(Clone, Debug)]
pub(crate) struct Contract {
    /// The claim's.
    pub(crate) text: String,
    /// As the file has it, if that is another text.
    pub(crate) written: Option<String>,
    /// The predicates that this text uses, and the condition that stands for each.
    pub(crate) predicates: Vec<(String, String)>,
    /// Static variables that the claim's ranges lie in none of, though the file does not say so.
    pub(crate) apart: Vec<String>,
    /// The named types, as the contract reads them.
    pub(crate) types: Vec<NamedType>,
    /// Whether these types were compared with those of the C program.
    pub(crate) compared: bool,
    /// The number of functions that the entry does not reach and the module therefore lacks.
    pub(crate) left_out: usize,
    /// The clauses of the contract that are not proved.
    pub(crate) ignored: Vec<String>,
    /// Comparisons in the contract that hold for no value.
    pub(crate) never: Vec<String>,
    /// Conjuncts of the contract for which no call was found; empty if there is no proof, or one with a call.
    pub(crate) no_call: Vec<String>,
}

impl Contract {
    /// For people: as the file has it.
    pub(crate) fn shown(&self) -> &str {
        self.written.as_deref().unwrap_or(&self.text)
    }

    /// What the predicates in it say, one in each line.
    pub(crate) fn meant(&self) -> impl Iterator<Item = String> {
        self.predicates.iter().map(|(name, condition)| format!("where {name} is {condition}"))
    }

    /// What the claim says of static variables in addition to the file; `None` if nothing.
    pub(crate) fn also_apart(&self) -> Option<String> {
        (!self.apart.is_empty()).then(|| {
            format!("its ranges overlap no static variable that only these functions reach: {}", self.apart.join(", "))
        })
    }

    /// What it means that no call was found, in one sentence; `None` if one was.
    pub(crate) fn without_call(&self) -> Option<String> {
        let parts: Vec<String> = self.no_call.iter().map(|part| format!("'{part}'")).collect();
        let together = if parts.len() > 1 { " together" } else { "" };
        (!parts.is_empty()).then(|| {
            format!(
                "no call was found that satisfies {}{together}; the proof may say nothing, and haltcheck accepts it only with --allow-vacuous",
                parts.join(", ")
            )
        })
    }
}

/// What is proved of a program if signed overflow wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrapped {
    pub(crate) memory_safety: bool,
    pub(crate) termination: bool,
}

/// The size of a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) nodes: usize,
    pub(crate) steps: usize,
    /// The size of the certificate in bytes.
    pub(crate) bytes: usize,
}

/// The files that were written, with the commands that check them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    pub(crate) certificate: Option<PathBuf>,
    /// The refutations and the commands that check them, in the order of the violations.
    pub(crate) refutations: Vec<(PathBuf, String)>,
    /// The path of the test, or why none was written; `None` if the user did not ask for one.
    pub(crate) test: Option<Result<PathBuf, String>>,
    /// The path of the witness, or why none was written; `None` if the user did not ask for one.
    pub(crate) witness: Option<Result<PathBuf, String>>,
    /// The command that checks the certificate; `None` if there is no certificate.
    pub(crate) check: Option<String>,
}

/// Whether there was a search, and whether it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// No search was made; the outcome contains only a reason.
    Refused,
    /// The search did not end; the outcome contains only a reason.
    Unfinished,
    Finished,
}

/// The outcome of proving one function.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) search: Search,
    /// The function; empty if none was chosen yet.
    pub(crate) function: String,
    /// Where the function is defined, according to debug information.
    pub(crate) defined: Option<Location>,
    /// The verdicts, in the order of [`Property::ALL`].
    pub(crate) verdicts: [Verdict; 3],
    /// What is missing. The first item is the main reason.
    pub(crate) missing: Vec<Missing>,
    pub(crate) violations: Vec<Violated>,
    pub(crate) loops: Vec<RankedLoop>,
    /// What came of the search for bounds, in the order in which they were asked for.
    pub(crate) bounds: Vec<ToldBound>,
    /// The nodes of the proof; empty if they are not to be shown.
    pub(crate) nodes: Vec<NodeView>,
    /// The assumptions of the proof; `None` without a proof.
    pub(crate) assumed: Option<Vec<String>>,
    /// The module's text; `None` if it is not to be shown.
    pub(crate) module: Option<String>,
    pub(crate) contract: Option<Contract>,
    /// Calls that are not known to satisfy the callee's contract.
    pub(crate) departures: Vec<Departure>,
    /// A remark that a contract may have been forgotten.
    pub(crate) note: Option<String>,
    /// The verdicts if signed overflow wrapped, where an overflow hides the others; `None` if that was not looked at.
    pub(crate) wrapped: Option<Wrapped>,
    /// The result of the search for a contract; `None` if none was made.
    pub(crate) suggestion: Option<Suggestion>,
    pub(crate) size: Option<Size>,
    pub(crate) files: Files,
    /// The attempt from which the answer comes; `None` if none was made.
    pub(crate) attempt: Option<Name>,
    /// The attempts that were made, and the work they took.
    pub(crate) history: History,
    /// Whether the work of the attempts is to be shown.
    pub(crate) stats: bool,
    pub(crate) seconds: f64,
}

impl Outcome {
    /// The outcome if no search can be made.
    pub(crate) fn refused(function: &str, refusal: impl Into<Refusal>) -> Outcome {
        Outcome::none(Search::Refused, function, refusal.into(), 0.0)
    }

    /// The outcome if the search did not end.
    pub(crate) fn unfinished(function: &str, refusal: Refusal, seconds: f64) -> Outcome {
        Outcome::none(Search::Unfinished, function, refusal, seconds)
    }

    fn none(search: Search, function: &str, refusal: Refusal, seconds: f64) -> Outcome {
        let Refusal { kind, code, reason, named } = refusal;
        let verdict = if kind == Kind::BadInput { Verdict::BadInput } else { Verdict::Unknown };
        let missing = Missing {
            kind,
            code,
            rule: None,
            reason,
            named,
            location: None,
            function: String::new(),
            instruction: String::new(),
            state: Described::default(),
            example: Vec::new(),
            origin: None,
            overflows: None,
            round: None,
            properties: Property::ALL.to_vec(),
        };
        Outcome {
            search,
            function: function.to_owned(),
            defined: None,
            verdicts: [verdict; 3],
            missing: vec![missing],
            violations: Vec::new(),
            loops: Vec::new(),
            bounds: Vec::new(),
            nodes: Vec::new(),
            assumed: None,
            module: None,
            contract: None,
            departures: Vec::new(),
            note: None,
            wrapped: None,
            suggestion: None,
            size: None,
            files: Files::default(),
            attempt: None,
            history: History::default(),
            stats: false,
            seconds,
        }
    }

    /// The verdict for a property.
    pub(crate) fn verdict(&self, property: Property) -> Verdict {
        let [memory_safety, no_overflow, termination] = self.verdicts;
        match property {
            Property::MemorySafety => memory_safety,
            Property::NoOverflow => no_overflow,
            Property::Termination => termination,
        }
    }

    /// Whether nothing but overflows is in the way.
    pub(crate) fn is_overflow_alone(&self) -> bool {
        !self.missing.is_empty() && self.missing.iter().all(|missing| missing.code == Code::SignedOverflow)
    }

    /// The runs that violate this property.
    pub(crate) fn violating(&self, property: Property) -> impl Iterator<Item = &Violated> {
        self.violations.iter().filter(move |violated| violated.property == property)
    }

    /// The reasons that no violation explains. A violated property cannot be proved, so its own reasons say nothing
    /// new.
    pub(crate) fn unexplained(&self) -> impl Iterator<Item = &Missing> {
        // Without memory safety, termination is unknown as well, so an endless run does not explain a reason for both.
        let explains = |missing: &Missing, property: &Property| {
            let own = *property != Property::Termination || missing.properties == [Property::Termination];
            own && self.verdict(*property) == Verdict::Violated
        };
        self.missing.iter().filter(move |missing| !missing.properties.iter().any(|p| explains(missing, p)))
    }

    /// The main reason why a property is unknown.
    pub(crate) fn why(&self, property: Property) -> Option<&Missing> {
        self.missing.iter().find(|missing| missing.properties.contains(&property))
    }

    /// Whether a search was made and ended.
    pub(crate) fn is_searched(&self) -> bool {
        self.search == Search::Finished
    }
}
