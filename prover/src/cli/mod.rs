//! The command line: `haltcert prove FILE`.

mod answer;
mod callees;
mod colour;
mod contract;
#[cfg(feature = "faults")]
pub mod faulty;
mod frames;
mod functions;
mod input;
mod job;
mod listed;
mod module;
mod one;
mod outputs;
mod project;
mod report;
mod suggest;
mod time;
mod unused;
mod words;

use crate::certify::Witnesses;
use crate::code::Code;
use crate::explore::Sharing;
use crate::frontend::FrontendError;
use crate::pipeline::Name;
use crate::progress::Progress;
use crate::report::{Board, Format, Kind, Outcome, Property, Refusal};
use callees::Callees;
use certificates::{DataModel, Overflow, Resource};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use input::Input;
use job::Job;
use std::ffi::OsString;
use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// Exit code: everything asked for is proved.
pub const PROVED: i32 = 0;
/// Exit code: a property is violated.
pub const VIOLATED: i32 = 1;
/// Exit code: unknown.
pub const UNKNOWN: i32 = 2;
/// Exit code: bad input or usage.
pub const BAD_INPUT: i32 = 3;

#[derive(Parser)]
#[command(
    name = "haltcert",
    version,
    about = "Proves that C and LLVM programs are memory safe and terminate, and writes a certificate",
    after_help = "Exit codes: 0 proved, 1 violated, 2 unknown, 3 bad input or usage.\nA certificate is checked with `haltcheck CERT --embedded` or `haltcheck CERT --module FILE.ll`."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Proves memory safety, absence of signed overflow, and termination of a program, or shows a run that violates them.
    #[command(after_help = EXAMPLE_OF_PROVE)]
    Prove(Prove),
    /// Makes a page for a browser from certificates and refutations
    #[command(after_help = "Example:\n  haltcert report proofs -o proofs.html --source src")]
    Report(report::ReportArgs),
    /// Prints a function's contract as a claim has it, with what C calls the values that it reads.
    #[command(after_help = "Example:\n  haltcert contract ring.c --entry ring_put --example")]
    Contract(contract::ContractArgs),
    /// Prints the hash of the module that a proof would be about, with --json the whole claim; proves nothing.
    #[command(after_help = "Example:\n  haltcert module copy.c --entry copy --emit-module copy.ll -- -std=c11")]
    Module(Prove),
    /// Lists the functions that files define: which have a contract, and which other files can call; proves nothing.
    #[command(after_help = "Example:\n  haltcert functions src/copy.c -- -Iinclude -std=c11")]
    Functions(Prove),
}

/// Sections of the help.
const WHAT: &str = "What is proved";
const READ: &str = "How the program is read";
const SEARCH: &str = "How a proof is looked for";
const FILES: &str = "Files that are written";
const ANSWER: &str = "How the answer is told";

const EXAMPLE_OF_PROVE: &str = "Examples:
  haltcert prove src/copy.c --entry copy -o copy.cert --emit-module copy.ll -- -Iinclude -std=c11
  haltcert prove src/parse.c --all-functions -o proofs

Exit codes: 0 proved, 1 violated, 2 unknown, 3 bad input or usage.";

/// The files and how they are read; `contract` takes the same options, and needs fewer.
#[derive(Args, Clone)]
struct Prove {
    /// C sources (.c, .i), which are linked, or one LLVM module (.ll, .bc)
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    files: Vec<PathBuf>,
    /// Flags of the compiler, behind `--`: -I -isystem -iquote -include -D -U -std=... -fwrapv -m32 ...; what may change
    /// the program's meaning and is not known is refused
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
    /// Flags and folders of the files as a build has them; without files, all its C files
    #[arg(long, value_name = "FILE.json", help_heading = READ)]
    compile_commands: Option<PathBuf>,
    /// Take no flags and settings from haltcert.toml, which is looked for in the folder of the first file and above it
    #[arg(long, help_heading = READ)]
    no_project: bool,
    /// What was taken from there
    #[arg(skip)]
    project: Option<project::Taken>,
    /// What this program calls its version
    #[arg(skip)]
    version: &'static str,
    /// Where to write the certificate (with --all-functions: the folder for all certificates)
    #[arg(short, long, value_name = "CERT", help_heading = FILES)]
    output: Option<PathBuf>,
    /// Function that is started; the contract (ACSL requires clause) above it in the C file holds for its calls
    #[arg(long, default_value = "main", conflicts_with = "all_functions", help_heading = WHAT)]
    entry: String,
    /// Contract of the function that is started, in place of the one in the file: "(int *p, int n) requires ...", or @FILE
    #[arg(long, value_name = "TEXT", conflicts_with = "all_functions", help_heading = WHAT)]
    precondition: Option<String>,
    /// Prove every function that has a contract in the C file, one by one
    #[arg(long, help_heading = WHAT)]
    all_functions: bool,
    /// With --all-functions: how many functions are proved at the same time
    #[arg(short, long, value_name = "N", default_value = "1", requires = "all_functions", conflicts_with = "trace", help_heading = WHAT)]
    jobs: NonZeroUsize,
    /// Widths of pointers and long [default: lp64, or as -m32 and -m64 say]
    #[arg(long, value_parser = words::data_model(), help_heading = READ)]
    data_model: Option<DataModel>,
    /// -fno-builtin, as for the compiler: a C file may define functions of the C library's names
    #[arg(short = 'f', value_name = "no-builtin", value_parser = ["no-builtin"], help_heading = READ)]
    compiler: Option<String>,
    /// Meaning of signed overflow [default: error, or wrap with -fwrapv]
    #[arg(long, value_parser = words::overflow(), help_heading = READ)]
    signed_overflow: Option<Overflow>,
    /// malloc and its kin may return null
    #[arg(long, help_heading = READ)]
    malloc_may_fail: bool,
    /// The program is one of SV-COMP's or older collections: nondet, nondet_*, unknown_int and unknown_uint give inputs,
    /// assume assumes, and reach_error and assert_fail end it
    #[arg(long, help_heading = READ)]
    sv_comp: bool,
    /// How often a function is analysed: for each call, or once for all calls that one description fits
    #[arg(long, value_enum, default_value = "auto", help_heading = SEARCH)]
    calls: Calls,
    /// Which obligations the certificate gives coefficients for, so that the checker needs no solver
    #[arg(long, value_enum, default_value = "needed", help_heading = SEARCH)]
    witnesses: Coefficients,
    /// Where to write the LLVM module that the certificate is about (with --all-functions: the folder for all modules)
    #[arg(long, value_name = "FILE.ll", help_heading = FILES)]
    emit_module: Option<PathBuf>,
    /// Do not search for runs that violate what cannot be proved
    #[arg(long, help_heading = SEARCH)]
    no_refute: bool,
    /// No search for such runs takes more seconds than this
    #[arg(long, value_name = "S", default_value_t = 10, conflicts_with = "no_refute", value_parser = clap::value_parser!(u64).range(1..=31_536_000), help_heading = SEARCH)]
    refute_time: u64,
    /// Where to write a C file with the inputs of such a run: compiled with the program it repeats the run
    #[arg(long, value_name = "FILE.c", conflicts_with_all = ["all_functions", "no_refute"], help_heading = FILES)]
    emit_test: Option<PathBuf>,
    /// Where not everything is proved, look for a contract with which it is
    #[arg(long, conflicts_with = "all_functions", help_heading = SEARCH)]
    suggest: bool,
    /// Where to write a witness of SV-COMP's format 2.0: loop invariants of a proof, or inputs and place of a violation
    #[arg(long, value_name = "FILE.yml", conflicts_with = "all_functions", help_heading = FILES)]
    witness: Option<PathBuf>,
    /// Say only what is not proved, and nothing if there is nothing to say
    #[arg(short, long, conflicts_with_all = ["verbose", "state"], help_heading = ANSWER)]
    quiet: bool,
    /// Say more: --state, --stats, and the contract as the certificate has it
    #[arg(short, long, help_heading = ANSWER)]
    verbose: bool,
    /// Show all that is known where a proof failed (--json always does)
    #[arg(long, help_heading = ANSWER)]
    state: bool,
    /// Give up after this many seconds (for each function)
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=31_536_000), help_heading = SEARCH)]
    timeout: u64,
    /// Give up beyond this much memory
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), help_heading = SEARCH)]
    memory_limit: Option<u64>,
    /// Write down where states are merged and which facts that costs, to see where a proof is lost
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    trace: Option<PathBuf>,
    /// Make this attempt alone, to see what it lacks (docs/attempts.md)
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Name::all().map(Name::word)).try_map(named), help_heading = SEARCH)]
    attempt: Option<Name>,
    /// Write to standard error what each attempt took: steps, states, queries, time (with --json also to its object)
    #[arg(long, help_heading = ANSWER)]
    stats: bool,
    /// What must be decided [default: all three]: exit code and formats other than text and json depend on these alone
    #[arg(long, value_parser = words::property(), value_delimiter = ',', help_heading = WHAT)]
    property: Vec<Property>,
    /// What is to be bounded for every call: iterations, instructions, calls NAME, loop FUNCTION:LABEL, stack, allocated
    #[arg(long, value_name = "RESOURCE", value_delimiter = ',', help_heading = WHAT)]
    bound: Vec<Resource>,
    /// Frames of functions for a bound of the stack: what -fstack-usage wrote in the very build that is shipped
    #[arg(long, value_name = "FILE.su", requires = "bound", help_heading = WHAT)]
    frames: Vec<PathBuf>,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json", help_heading = ANSWER)]
    format: Format,
    /// Where to write a page for a browser: sources, proofs, what is missing, and runs that violate a property
    #[arg(long, value_name = "FILE.html", help_heading = FILES)]
    html: Option<PathBuf>,
    /// The same as --format json
    #[arg(long, help_heading = ANSWER)]
    json: bool,
}

/// The attempt of this name.
fn named(word: String) -> Result<Name, String> {
    Name::of(&word).ok_or_else(|| format!("no attempt is called '{word}'"))
}

impl Prove {
    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// What the user wants decided.
    fn goals(&self) -> Vec<Property> {
        let wanted = |property: &Property| self.property.is_empty() || self.property.contains(property);
        Property::ALL.into_iter().filter(wanted).collect()
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Coefficients {
    /// For none
    None,
    /// For those that take more than one fact
    Needed,
    /// For all that are not known facts
    All,
    /// For every fact at every edge (for tests)
    #[value(hide = true)]
    Places,
}

impl Coefficients {
    fn wanted(self) -> Witnesses {
        match self {
            Coefficients::None => Witnesses::None,
            Coefficients::Needed => Witnesses::Needed,
            Coefficients::All => Witnesses::All,
            Coefficients::Places => Witnesses::Places,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Calls {
    /// By the size of program and functions
    Auto,
    /// An entry for each call, as precise as inlining
    Separate,
    /// One entry for all calls of a function where that succeeds
    Shared,
}

impl Calls {
    fn sharing(self) -> Option<Sharing> {
        match self {
            Calls::Auto => None,
            Calls::Separate => Some(Sharing::Never),
            Calls::Shared => Some(Sharing::Always),
        }
    }
}

/// The options, for manual pages and completions.
pub fn command() -> clap::Command {
    unused::hidden(Cli::command())
}

/// What `--version` prints behind the program's name. It stays as long as the program runs, as clap wants it. No
/// certificate depends on it.
fn version(commit: Option<&str>) -> &'static str {
    let (major, minor, patch) = crate::frontend::llvm_version();
    let commit = commit.filter(|commit| !commit.is_empty());
    let commit = commit.map_or_else(|| "commit not known".into(), |commit| format!("commit {commit}"));
    let (version, format) = (env!("CARGO_PKG_VERSION"), certificates::FORMAT_VERSION);
    format!("{version} ({commit}; certificate format {format}; LLVM {major}.{minor}.{patch})").leak()
}

/// Runs the program with these arguments (the first is its name); returns the exit code. The version names the commit,
/// if it is known.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, commit: Option<&str>) -> i32 {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let version = version(commit);
    let mut command = command().version(version);
    let found = command.try_get_matches_from_mut(&args);
    let found = found.and_then(|found| unused::check(&mut command, &found).map(|()| found));
    let cli = match found.and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            answer::misused(&args, &error.render().to_string());
            let _ = error.print();
            return BAD_INPUT;
        }
        Err(help) => {
            let _ = help.print();
            return PROVED;
        }
    };
    match cli.command {
        Command::Prove(options) => with_project(Prove { version, ..options }, prove),
        Command::Report(options) => report::write(&options, version),
        Command::Contract(options) => {
            with_project(options.prove.clone(), |prove| contract::print(&contract::ContractArgs { prove, ..options }))
        }
        Command::Module(options) => with_project(options, |options| module::print(&options)),
        Command::Functions(options) => with_project(options, |options| listed::print(&options)),
    }
}

/// Does the work with the flags and settings of the files' project, if they have one.
fn with_project(options: Prove, work: impl FnOnce(Prove) -> i32) -> i32 {
    match project::taken(&options) {
        Ok(None) => work(options),
        Ok(Some(taken)) => {
            if let Some(words) = taken.words(&options).filter(|_| !options.quiet) {
                eprintln!("{words}");
            }
            work(taken.applied(options))
        }
        Err(message) => refused(&options, message),
    }
}

/// What the user asked for, and what all searches share.
struct Run {
    options: Prove,
    input: Input,
    /// What was read of contracts of functions that are called.
    callees: Callees,
    board: Board,
    /// Where the trace is written: what each merge of states loses.
    trace: Option<Arc<File>>,
}

fn prove(mut options: Prove) -> i32 {
    let start = Instant::now();
    match options.frames.iter().map(|path| frames::read(path)).collect::<Result<Vec<_>, _>>() {
        Ok(read) => {
            let mut all = frames::Frames::new();
            for (name, bytes) in read.into_iter().flatten() {
                let slot = all.entry(name).or_insert(0);
                *slot = bytes.max(*slot);
            }
            if all.is_empty() && options.bound.iter().any(|resource| matches!(resource, Resource::Stack(_))) {
                let what = "a bound of the stack is about the frames of a build: give them with --frames FILE.su \
                    (of the compiler's option -fstack-usage)";
                return refused(&options, what.to_owned());
            }
            options.bound = frames::with_frames(&options.bound, &all);
        }
        Err(message) => return refused(&options, message),
    }
    if let Err(message) = outputs::prepare(&options) {
        return refused(&Prove { html: None, ..options }, message);
    }
    let input = match Input::read(&options) {
        Ok(input) => input,
        Err(error) => return bad_input(&options, &error),
    };
    input.warn();
    if options.property.contains(&Property::NoOverflow) && input.overflow != Overflow::Error {
        let message =
            "--property no-overflow: nothing is claimed of overflow where it is no error (--signed-overflow, -fwrapv)";
        return refused(&options, message);
    }
    let trace = match options.trace.as_ref().map(|path| trace(path)).transpose() {
        Ok(trace) => trace,
        Err(message) => return refused(&options, message),
    };
    let run = Arc::new(Run { options, input, callees: Callees::default(), board: Board::default(), trace });
    if run.options.all_functions {
        return functions::prove(&run);
    }
    prove_one(&run, start)
}

/// The file that a trace is written to.
fn trace(path: &Path) -> Result<Arc<File>, String> {
    let file = File::create(path).map_err(|error| format!("cannot write the trace to {}: {error}", path.display()))?;
    Ok(Arc::new(file))
}

fn prove_one(run: &Arc<Run>, start: Instant) -> i32 {
    let Run { options, input, .. } = &**run;
    if let Some(message) = unknown_entry(options, input) {
        return refused(options, message);
    }
    let job = match job::of(options, input, &options.entry) {
        Ok(job) => {
            let (output, module) = (options.output.clone(), options.emit_module.clone());
            Job { output, module, test: options.emit_test.clone(), witness: options.witness.clone(), ..job }
        }
        Err(message) => return refused(options, message),
    };
    let outcome = in_thread(run, job, start)
        .unwrap_or_else(|lost| Outcome::unfinished(&options.entry, lost.refusal(), start.elapsed().as_secs_f64()));
    answer::tell(options, &input.sources(), &[outcome], false)
}

/// Why the entry cannot be proved: no file defines a function of this name.
fn unknown_entry(options: &Prove, input: &Input) -> Option<String> {
    let known = input.source.functions().ok()?;
    let files: Vec<String> = input.units.iter().map(|unit| unit.path.display().to_string()).collect();
    (!known.contains(&options.entry)).then(|| {
        format!(
            "{}: no function '{}' is defined here; there are: {} (choose one with --entry)",
            files.join(" "),
            options.entry,
            known.join(", ")
        )
    })
}

/// How long the prover may run after its own time limit. It looks at the clock before every step and query, and what is
/// proved by then is still written completely.
const GRACE: Duration = Duration::from_secs(3);

/// The stack of the prover's thread, in bytes. The search keeps its open work in lists, but the solver is recursive.
const STACK: usize = 64 << 20;

/// Why a search has no outcome.
enum Lost {
    /// A single step took too long, at this place.
    OutOfTime(String),
    /// The prover itself failed.
    Internal(String),
}

impl Lost {
    fn refusal(&self) -> Refusal {
        match self {
            Lost::OutOfTime(at) => Refusal::new(Kind::Limit, Code::LimitTime, crate::report::out_of_time(at)),
            Lost::Internal(what) => Refusal::new(Kind::Internal, Code::InternalError, crate::report::internal(what)),
        }
    }
}

/// Runs the search in a thread of its own, which is abandoned if a single step takes too long.
fn in_thread(run: &Arc<Run>, job: Job, start: Instant) -> Result<Outcome, Lost> {
    let limit = Duration::from_secs(run.options.timeout);
    let deadline = start + limit;
    let patience = deadline.saturating_duration_since(Instant::now()).saturating_add(GRACE);
    let (answer, answered) = std::sync::mpsc::channel();
    let progress = Arc::new(Progress::default());
    let (run, counters) = (run.clone(), progress.clone());
    let work = move || {
        let _ = answer.send(one::prove(&run, job, counters, start));
    };
    if let Err(error) = std::thread::Builder::new().stack_size(STACK).spawn(work) {
        return Err(Lost::Internal(format!("no thread for the prover: {error}")));
    }
    match answered.recv_timeout(patience) {
        Ok(outcome) => Ok(outcome),
        Err(RecvTimeoutError::Timeout) => Err(Lost::OutOfTime(progress.at())),
        Err(RecvTimeoutError::Disconnected) => Err(Lost::Internal("the prover stopped unexpectedly".into())),
    }
}

fn bad_input(options: &Prove, error: &FrontendError) -> i32 {
    refused(options, error)
}

/// Says why there is nothing to prove.
fn refused(options: &Prove, refusal: impl Into<Refusal>) -> i32 {
    let function = if options.all_functions { "" } else { &options.entry };
    answer::tell(options, &input::sources_of_refused(options), &[Outcome::refused(function, refusal)], false)
}
