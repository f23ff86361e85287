//! What came of one function: the one value from which every format is written.

use super::example::{Example, example};
use super::nodes::NodeView;
use crate::code::Code;
use crate::contract::NamedType;
use crate::frontend::FrontendError;
use crate::graph::{Failure, FailureKind};
use crate::pipeline::{History, Name};
use crate::program::Location;
use crate::refute::{Asked, Told};
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
    /// Overflow, where it is no error.
    NotClaimed,
    /// There is nothing to prove: the input is wrong.
    BadInput,
}

impl Verdict {
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

/// Of what sort a reason is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The user's mistake.
    BadInput,
    /// A fact could not be proved.
    Unproved,
    /// A construct that is not supported.
    Unsupported,
    /// Time, memory or size.
    Limit,
    /// A mistake of the prover, or a tool that it needs is missing.
    Internal,
}

impl Kind {
    /// As JSON objects have it.
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

/// Why there is nothing to search, or no end of a search.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) kind: Kind,
    pub(crate) code: Code,
    /// In one sentence.
    pub(crate) reason: String,
    /// The place that the sentence begins with, if it does.
    pub(crate) named: Option<Location>,
}

impl Refusal {
    pub(crate) fn new(kind: Kind, code: Code, reason: impl Into<String>) -> Refusal {
        Refusal { kind, code, reason: reason.into(), named: None }
    }

    /// The contract cannot be used; where it stands.
    pub(crate) fn contract(reason: impl Into<String>, named: Option<Location>) -> Refusal {
        Refusal { named, ..Refusal::new(Kind::BadInput, Code::ContractError, reason) }
    }
}

/// Bad input.
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

/// What the user reads.
impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.reason
    }
}

/// Why something is not proved.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub(crate) kind: Kind,
    pub(crate) code: Code,
    /// The rule of `spec/rules` whose premise is missing, if it is one's.
    pub(crate) rule: Option<&'static str>,
    /// In one sentence.
    pub(crate) reason: String,
    /// The place that the sentence itself begins with, if it does.
    pub(crate) named: Option<Location>,
    pub(crate) location: Option<Location>,
    /// Empty if it is at no place of the program.
    pub(crate) function: String,
    /// As LLVM prints it; empty if it is at none.
    pub(crate) instruction: String,
    pub(crate) state: Described,
    /// Values that what is known allows, for which the condition is false; empty if none were found.
    pub(crate) example: Vec<Example>,
    /// What is not proved because of it.
    pub(crate) properties: Vec<Property>,
}

impl Missing {
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
            properties,
        }
    }
}

/// A run that violates a property.
#[derive(Clone, Debug)]
pub(crate) struct Violated {
    pub(crate) property: Property,
    pub(crate) location: Option<Location>,
    pub(crate) function: String,
    /// The instruction that fails; empty for an endless run.
    pub(crate) instruction: String,
    /// What happens; none if the run cannot be told.
    pub(crate) code: Option<Code>,
    /// The same in one sentence.
    pub(crate) what: String,
    pub(crate) inputs: Vec<Asked>,
    /// Uninitialised bytes that the run reads.
    pub(crate) bytes: usize,
    /// Its places, loops folded.
    pub(crate) run: Vec<Told>,
    /// Executed instructions; of an endless run until it is where it was before.
    pub(crate) steps: u64,
    /// After how many an endless loop begins.
    pub(crate) first: Option<u64>,
}

/// The contract of the calls that the answer is about.
#[derive(Clone, Debug)]
pub(crate) struct Contract {
    pub(crate) text: String,
    /// Its named types, as it reads them.
    pub(crate) types: Vec<NamedType>,
    /// Whether these are the C program's.
    pub(crate) compared: bool,
    /// Functions that the entry does not reach, so that the module is without them.
    pub(crate) left_out: usize,
    /// Clauses that nothing is proved about.
    pub(crate) ignored: Vec<String>,
    /// Comparisons that hold for nothing.
    pub(crate) never: Vec<String>,
}

/// A proof in numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) nodes: usize,
    pub(crate) steps: usize,
    /// Of the certificate.
    pub(crate) bytes: usize,
}

/// Files that were written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    pub(crate) certificate: Option<PathBuf>,
    /// Refutations with the commands that check them, in the order of the violations.
    pub(crate) refutations: Vec<(PathBuf, String)>,
    pub(crate) test: Option<PathBuf>,
    /// The witness, or why none was written; none if nobody wants it.
    pub(crate) witness: Option<Result<PathBuf, String>>,
    /// The command that checks the certificate, if there is one.
    pub(crate) check: Option<String>,
}

/// How far the search came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// There was nothing to search: there is a reason, and nothing else.
    Refused,
    /// It had no end: there is a reason, and nothing else.
    Unfinished,
    Finished,
}

/// What came of one function.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) search: Search,
    /// The function that was to be proved; empty if none was chosen yet.
    pub(crate) function: String,
    /// Where it is defined, as the debug information says.
    pub(crate) defined: Option<Location>,
    /// In the order of [`Property::ALL`].
    pub(crate) verdicts: [Verdict; 3],
    /// The first is the one that says why.
    pub(crate) missing: Vec<Missing>,
    pub(crate) violations: Vec<Violated>,
    pub(crate) loops: Vec<RankedLoop>,
    /// The proof's nodes, if they are to be shown.
    pub(crate) nodes: Vec<NodeView>,
    /// What the proof takes for granted; none without a proof.
    pub(crate) assumed: Option<Vec<String>>,
    /// The module's text, if it is to be shown.
    pub(crate) module: Option<String>,
    pub(crate) contract: Option<Contract>,
    /// That a contract may have been forgotten.
    pub(crate) note: Option<String>,
    /// A contract that would suffice, if one was looked for.
    pub(crate) suggestion: Option<Suggestion>,
    pub(crate) size: Option<Size>,
    pub(crate) files: Files,
    /// The attempt that the answer comes from; `None` if none was made.
    pub(crate) attempt: Option<Name>,
    /// The attempts that were made, and what they took.
    pub(crate) history: History,
    /// Whether all that they took is to be shown.
    pub(crate) stats: bool,
    pub(crate) seconds: f64,
}

impl Outcome {
    /// Nothing can be searched.
    pub(crate) fn refused(function: &str, refusal: impl Into<Refusal>) -> Outcome {
        Outcome::none(Search::Refused, function, refusal.into(), 0.0)
    }

    /// The search did not come to its end.
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
            nodes: Vec::new(),
            assumed: None,
            module: None,
            contract: None,
            note: None,
            suggestion: None,
            size: None,
            files: Files::default(),
            attempt: None,
            history: History::default(),
            stats: false,
            seconds,
        }
    }

    pub(crate) fn verdict(&self, property: Property) -> Verdict {
        let [memory_safety, no_overflow, termination] = self.verdicts;
        match property {
            Property::MemorySafety => memory_safety,
            Property::NoOverflow => no_overflow,
            Property::Termination => termination,
        }
    }

    /// The runs that violate a property.
    pub(crate) fn violating(&self, property: Property) -> impl Iterator<Item = &Violated> {
        self.violations.iter().filter(move |violated| violated.property == property)
    }

    /// Reasons that no violation explains: a proof of what is violated must fail.
    pub(crate) fn unexplained(&self) -> impl Iterator<Item = &Missing> {
        // Without memory safety termination is unknown as well, so that an endless run does not explain that.
        let explains = |missing: &Missing, property: &Property| {
            let own = *property != Property::Termination || missing.properties == [Property::Termination];
            own && self.verdict(*property) == Verdict::Violated
        };
        self.missing.iter().filter(move |missing| !missing.properties.iter().any(|p| explains(missing, p)))
    }

    /// Why a property is unknown.
    pub(crate) fn why(&self, property: Property) -> Option<&Missing> {
        self.missing.iter().find(|missing| missing.properties.contains(&property))
    }

    /// Whether there is more than a reason.
    pub(crate) fn is_searched(&self) -> bool {
        self.search == Search::Finished
    }
}
