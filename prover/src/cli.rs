//! The command line: `haltcert prove FILE`.

use crate::frontend::{self, FrontendError};
use crate::pipeline::{self, Task};
use crate::report;
use certificates::{DataModel, Overflow};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// Exit code: everything asked for is proved.
pub const PROVED: i32 = 0;
/// Exit code: unknown.
pub const UNKNOWN: i32 = 2;
/// Exit code: bad input or usage.
pub const BAD_INPUT: i32 = 3;

#[derive(Parser)]
#[command(
    name = "haltcert",
    version,
    about = "Proves that C and LLVM programs are memory safe and terminate, and writes a certificate",
    after_help = "Exit codes: 0 proved, 2 unknown, 3 bad input or usage.\nA certificate is checked with `haltcheck CERT --embedded` or `haltcheck CERT --module FILE.ll`."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Proves memory safety, absence of signed overflow, and termination of a program.
    Prove(Prove),
}

#[derive(Args)]
struct Prove {
    /// C source (.c, .i) or LLVM module (.ll, .bc)
    file: PathBuf,
    /// Where to write the certificate
    #[arg(short, long, value_name = "CERT")]
    output: Option<PathBuf>,
    /// Function that is started
    #[arg(long, default_value = "main")]
    entry: String,
    /// Widths of pointers and long
    #[arg(long, value_enum, default_value = "lp64")]
    data_model: Model,
    /// Meaning of signed overflow
    #[arg(long, value_enum, default_value = "error")]
    signed_overflow: Signed,
    /// malloc and its kin may return null
    #[arg(long)]
    malloc_may_fail: bool,
    /// Where to write the LLVM module that the certificate is about
    #[arg(long, value_name = "FILE.ll")]
    emit_module: Option<PathBuf>,
    /// Give up after this many seconds
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    timeout: u64,
    /// Give up beyond this much memory
    #[arg(long, value_name = "MB")]
    memory_limit: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Model {
    Lp64,
    Ilp32,
}

#[derive(Clone, Copy, ValueEnum)]
enum Signed {
    /// Undefined behaviour: a program that can reach it is not proved
    Error,
    /// Wraps around
    Wrap,
    /// Unbounded integers
    Ideal,
}

/// Runs the program with these arguments (the first is its name); returns the exit code.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> i32 {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() {
                BAD_INPUT
            } else {
                PROVED
            };
        }
    };
    let Command::Prove(options) = cli.command;
    on_large_stack(options)
}

/// What the prover may take beyond its own time limit, which it looks at between steps only.
const GRACE: Duration = Duration::from_secs(3);

/// Case analyses nest as deeply as the program branches; the default stack is too small for that.
/// A single step that takes too long is not waited for.
fn on_large_stack(options: Prove) -> i32 {
    const STACK: usize = 4 << 30;
    let json = options.json;
    let patience = Duration::from_secs(options.timeout).saturating_add(GRACE);
    let (answer, answered) = std::sync::mpsc::channel();
    let work = move || {
        let _ = answer.send(prove(&options));
    };
    if let Err(error) = std::thread::Builder::new().stack_size(STACK).spawn(work) {
        eprintln!("internal error: no thread for the prover: {error}");
        return UNKNOWN;
    }
    match answered.recv_timeout(patience) {
        Ok(code) => code,
        Err(RecvTimeoutError::Timeout) => {
            println!("{}", report::out_of_time(json));
            UNKNOWN
        }
        Err(RecvTimeoutError::Disconnected) => {
            eprintln!(
                "internal error: the prover stopped unexpectedly; please report the program that caused it"
            );
            UNKNOWN
        }
    }
}

fn prove(options: &Prove) -> i32 {
    let start = Instant::now();
    let data_model = match options.data_model {
        Model::Lp64 => DataModel::Lp64,
        Model::Ilp32 => DataModel::Ilp32,
    };
    let program = match frontend::load(&options.file, frontend::Options { data_model }) {
        Ok(program) => program,
        Err(error) => return bad_input(options, &error),
    };
    if let Some(path) = &options.emit_module
        && let Err(error) = std::fs::write(path, &program.text)
    {
        eprintln!("cannot write the module to {}: {error}", path.display());
        return BAD_INPUT;
    }
    if !program.functions.contains_key(&options.entry) {
        let known: Vec<&str> = program.functions.keys().map(String::as_str).collect();
        eprintln!(
            "{}: no function '{}' is defined here; there are: {} (choose one with --entry)",
            options.file.display(),
            options.entry,
            known.join(", ")
        );
        return BAD_INPUT;
    }
    let task = Task {
        entry: options.entry.clone(),
        data_model,
        overflow: match options.signed_overflow {
            Signed::Error => Overflow::Error,
            Signed::Wrap => Overflow::Wrap,
            Signed::Ideal => Overflow::Ideal,
        },
        malloc_may_fail: options.malloc_may_fail,
        deadline: start + Duration::from_secs(options.timeout),
        memory: options.memory_limit,
        progress: Default::default(),
    };
    let shown = report::show_progress(task.progress.clone());
    let proof = pipeline::prove(&program, &task);
    drop(shown);
    let bytes = proof.certificate.as_ref().map(certificates::encode);
    if let (Some(path), Some(bytes)) = (&options.output, &bytes)
        && let Err(error) = std::fs::write(path, bytes)
    {
        eprintln!(
            "cannot write the certificate to {}: {error}",
            path.display()
        );
        return BAD_INPUT;
    }
    let seconds = start.elapsed().as_secs_f64();
    let size = bytes.map(|b| b.len());
    let text = if options.json {
        report::json(&program, &task, &proof, size, seconds)
    } else {
        report::text(&program, &task, &proof, size, seconds)
    };
    let mut out = std::io::stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
        return UNKNOWN;
    }
    if proof.unsafe_because.is_none() && proof.endless_because.is_none() {
        PROVED
    } else {
        UNKNOWN
    }
}

/// What the front end says: bad input is one thing, a construct outside the subset another.
fn bad_input(options: &Prove, error: &FrontendError) -> i32 {
    let code = match error {
        FrontendError::BadInput { .. } | FrontendError::Compile { .. } => BAD_INPUT,
        FrontendError::Unsupported { .. } | FrontendError::Internal { .. } => UNKNOWN,
    };
    let message = error.to_string();
    if options.json {
        let kind = if code == BAD_INPUT {
            "bad input"
        } else {
            "unknown"
        };
        let object = serde_json::json!({
            "memory_safety": kind, "no_overflow": kind, "termination": kind, "reason": message,
        });
        println!("{object}");
    }
    eprintln!("{message}");
    code
}
