//! The options that say what a claim must be at least.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use certificates::{Claim, DataModel, Limit, Overflow, Property, UnknownWord};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::bounds::frames::{self, Frames};
use crate::decide::entail::Solvers;
use crate::{Expectation, contract};

/// The section of the help with what the user expects of a claim.
const EXPECTED: &str = "What the claim must be at least";

/// The options that say what is expected of a claim.
const CLAIMED: [&str; 7] =
    ["entry", "property", "data_model", "signed_overflow", "malloc_may_fail", "compiler", "sv_comp"];

/// What a check is about.
#[derive(Args)]
pub(super) struct CheckArgs {
    /// The certificate
    pub(super) certificate: Option<PathBuf>,
    /// The LLVM module (text) that the certificate must be about
    #[arg(long, value_name = "FILE.ll", conflicts_with = "embedded")]
    pub(super) module: Option<PathBuf>,
    /// Check against the module inside the certificate, wherever it came from
    #[arg(long)]
    pub(super) embedded: bool,
    /// Compare the claim with nothing: take its function, its contract and the rest as the certificate has them. The
    /// answer prints them; whether they are what you need is then yours to see
    #[arg(long, conflicts_with_all = CLAIMED, group = "about")]
    pub(super) as_claimed: bool,
    /// The function that the claim must be about
    #[arg(long, default_value = "main", help_heading = EXPECTED)]
    pub(super) entry: String,
    /// The contract that calls of the entry satisfy: parameters and an ACSL requires clause [default: none]
    #[arg(long, value_name = "TEXT or @FILE", group = "about", help_heading = EXPECTED)]
    pub(super) precondition: Option<String>,
    /// Accept a claim about calls that satisfy a contract although no such call is given: the claim may be about nothing
    #[arg(long, requires = "about", conflicts_with = "refutation", help_heading = EXPECTED)]
    pub(super) allow_vacuous: bool,
    /// What a run may cost, at most: `iterations <= 2*n + 4`, `stack <= 512` (may be repeated)
    #[arg(long, value_name = "RESOURCE <= BOUND", conflicts_with = "refutation", help_heading = EXPECTED)]
    pub(super) bound: Vec<Limit>,
    /// The frames of the program that is shipped, as the compiler's -fstack-usage writes them: for bounds of the stack
    #[arg(long, value_name = "FILE.su", requires = "bound", help_heading = EXPECTED)]
    pub(super) frames: Vec<PathBuf>,
    /// What must be proved [default: all three; no-overflow only in the mode error]
    #[arg(long, value_parser = one_of(Property::ALL, Property::word), value_delimiter = ',', help_heading = EXPECTED)]
    pub(super) property: Vec<Property>,
    /// The data model that the claim must be for
    #[arg(long, value_parser = one_of(DataModel::ALL, DataModel::word), default_value = "lp64", help_heading = EXPECTED)]
    pub(super) data_model: DataModel,
    /// The meaning of signed overflow that the claim must have
    #[arg(long, value_parser = one_of(Overflow::ALL, Overflow::word), default_value = "error", help_heading = EXPECTED)]
    pub(super) signed_overflow: Overflow,
    /// The proof must hold even if malloc, calloc and realloc fail at will
    #[arg(long, help_heading = EXPECTED)]
    pub(super) malloc_may_fail: bool,
    /// -fno-builtin, as for the compiler: the proof may be about the program compiled with this option alone
    #[arg(short = 'f', value_name = "no-builtin", value_parser = ["no-builtin"], help_heading = EXPECTED)]
    pub(super) compiler: Option<String>,
    /// The program is one of SV-COMP's or older collections: nondet, nondet_*, unknown_int and unknown_uint give inputs,
    /// assume assumes, and reach_error and assert_fail end it
    #[arg(long, help_heading = EXPECTED)]
    pub(super) sv_comp: bool,
    /// The file must be a refutation: does its run violate a property? (Without this, no refutation is VALID)
    #[arg(long, help_heading = EXPECTED)]
    pub(super) refutation: bool,
    /// A refutation may be a run that needs memory or stack without bound
    #[arg(long, requires = "refutation", help_heading = EXPECTED)]
    pub(super) unbounded_memory: bool,
    #[command(flatten)]
    pub(super) solvers: SolverArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// Who may decide what the checker's own arithmetic does not.
#[derive(Args)]
pub(super) struct SolverArgs {
    /// Accept only what arithmetic alone proves; what only a solver could tell is UNDECIDED
    #[arg(long, conflicts_with = "cross_check")]
    pub(super) no_solver: bool,
    /// What Z3 decides, Yices (as a process: YICES or yices-smt2 in PATH) must decide as well
    #[arg(long)]
    pub(super) cross_check: bool,
}

/// Reads the word of one of these.
fn one_of<T>(all: impl IntoIterator<Item = T>, word: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownWord> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.into_iter().map(word)).try_map(|word| word.parse())
}

/// Bytes of a module or JSON file that are read, at most.
const MAX_FILE: u64 = 1 << 30;

/// What is expected of a claim.
pub(super) fn expectation(
    args: &CheckArgs,
    precondition: Option<String>,
    solvers: Solvers,
    frames: Frames,
) -> Expectation {
    Expectation {
        entry: args.entry.clone(),
        properties: (!args.property.is_empty()).then(|| args.property.iter().copied().collect()),
        data_model: args.data_model,
        overflow: args.signed_overflow,
        malloc_may_fail: args.malloc_may_fail,
        no_builtin: args.compiler.is_some(),
        sv_comp: args.sv_comp,
        unbounded_memory: args.unbounded_memory,
        precondition,
        allow_vacuous: args.allow_vacuous,
        bounds: args.bound.clone(),
        frames,
        solvers,
    }
}

/// The frames that the user gives. Of two files' numbers for one name the larger counts.
pub(super) fn frames(args: &CheckArgs) -> Result<Frames, String> {
    let mut all = Frames::new();
    for path in &args.frames {
        let read =
            frames::read(&utf8(path, read(path)?)?).map_err(|message| format!("{}: {message}", path.display()))?;
        for (name, bytes) in read {
            let slot = all.entry(name).or_insert(0);
            *slot = bytes.max(*slot);
        }
    }
    Ok(all)
}

/// What the claim says itself.
pub(super) fn as_claimed(args: &CheckArgs, claim: &Claim) -> Expectation {
    let (allow_vacuous, unbounded_memory) = (args.allow_vacuous, args.unbounded_memory);
    Expectation { allow_vacuous, unbounded_memory, ..Expectation::of(claim) }
}

/// The contract that the user gives, as text or `@FILE`.
pub(super) fn precondition(args: &CheckArgs) -> Result<Option<String>, String> {
    let Some(given) = &args.precondition else { return Ok(None) };
    let text = match given.strip_prefix('@') {
        Some(path) => utf8(Path::new(path), read(Path::new(path))?)?,
        None => given.clone(),
    };
    match contract::tokens::tokens(&text) {
        Ok(_) => Ok(Some(text)),
        Err(fault) => Err(format!("--precondition: {fault}")),
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let error = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut bytes = Vec::new();
    std::fs::File::open(path).map_err(error)?.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(error)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(format!("{}: more than {MAX_FILE} bytes", path.display()));
    }
    Ok(bytes)
}

pub(super) fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| format!("{}: not UTF-8 text", path.display()))
}
