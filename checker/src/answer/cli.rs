//! The command line of `haltcheck`.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use certificates::{Certificate, Claim, DecodeError, Refutation};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::answer::expected::{CheckArgs, SolverArgs, as_claimed, expectation, frames, precondition, read, utf8};
use crate::answer::explain::{self, Subject};
use crate::answer::report::{self, Origin};
use crate::answer::{refuted, show, trust};
use crate::decide::cross_check::CrossCheck;
use crate::decide::entail::Solvers;
use crate::run::Shown;
use crate::{Expectation, Verdict, check_decoded, refutation};

/// What stands below the help of a command: an example, and the exit codes.
macro_rules! below {
    ($example:literal) => {
        concat!(
            "Example:\n  haltcheck ",
            $example,
            "\n\nExit codes: 0 VALID, 1 INVALID, 2 UNDECIDED, 3 bad input or usage."
        )
    };
}

/// Checks a Haltcert certificate: does it prove that the program is memory safe and terminates?
#[derive(Parser)]
#[command(
    name = "haltcheck",
    version,
    after_help = below!("copy.cert --module copy.ll --entry copy --precondition @copy.contract"),
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    check: CheckArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Prints a certificate for people, or losslessly as JSON
    #[command(after_help = below!("show copy.cert"))]
    Show {
        /// The certificate
        certificate: PathBuf,
        /// As JSON, which `pack` reads
        #[arg(long)]
        json: bool,
    },
    /// Checks a certificate for what it claims itself, and explains one step of it: what it had to decide, and why it holds
    #[command(after_help = below!("explain copy.cert step:12"))]
    Explain {
        /// The certificate
        certificate: PathBuf,
        /// A step (12, step:12) or a node (node:3), by its number in `show`
        #[arg(value_name = "node:N|step:N")]
        subject: Subject,
        /// The LLVM module (text) that the certificate must be about [default: the one inside]
        #[arg(long, value_name = "FILE.ll")]
        module: Option<PathBuf>,
        #[command(flatten)]
        solvers: SolverArgs,
    },
    /// Checks a certificate for what it claims itself, and prints what must be believed for it
    #[command(after_help = below!("trust copy.cert --module copy.ll"))]
    Trust {
        /// The certificate
        certificate: PathBuf,
        /// The LLVM module (text) that the certificate must be about [default: the one inside]
        #[arg(long, value_name = "FILE.ll")]
        module: Option<PathBuf>,
        #[command(flatten)]
        solvers: SolverArgs,
    },
    /// Turns the JSON of `show --json` back into a certificate
    #[command(after_help = below!("pack copy.json -o copy.cert"))]
    Pack {
        /// The JSON file
        json: PathBuf,
        /// The certificate to write
        #[arg(short, long)]
        output: PathBuf,
    },
}

/// The options, for manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program; the result is its exit code. The version names the commit, if it is known.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    commit: Option<&'static str>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> i32 {
    crate::answer::report::written(out, err, |out, err| answer(args, commit, out, err))
}

fn answer(
    args: impl IntoIterator<Item = OsString>,
    commit: Option<&'static str>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> i32 {
    let command = command().version(report::version(commit));
    let cli = match command.try_get_matches_from(args).and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        Err(error) => {
            let usage = error.use_stderr();
            let _ = if usage { write!(err, "{error}") } else { write!(out, "{error}") };
            return if usage { 3 } else { 0 };
        }
    };
    let result = match cli.command {
        Some(Command::Show { certificate, json }) => show_certificate(&certificate, json, out),
        Some(Command::Pack { json, output }) => pack(&json, &output),
        Some(Command::Trust { certificate, module, solvers }) => {
            return trust_certificate(&certificate, module.as_deref(), &solvers, out, err);
        }
        Some(Command::Explain { certificate, subject, module, solvers }) => {
            return explain_certificate(&certificate, subject, module.as_deref(), &solvers, out, err);
        }
        None => return check_certificate(&cli.check, out, err),
    };
    match result {
        Ok(()) => 0,
        Err(message) => {
            let _ = writeln!(err, "error: {}", report::escape(&message));
            3
        }
    }
}

fn show_certificate(path: &Path, json: bool, out: &mut dyn Write) -> Result<(), String> {
    let text = match document(path, &read(path)?)? {
        Document::Proof(certificate) if json => certificates::to_json(&certificate),
        Document::Proof(certificate) => show::show(&certificate),
        Document::Refutation(refutation) if json => certificates::refutation_to_json(&refutation),
        Document::Refutation(refutation) => refuted::show(&refutation),
    };
    // An error of writing is reported at the end.
    let _ = write!(out, "{text}{}", if json { "\n" } else { "" });
    Ok(())
}

fn pack(path: &Path, output: &Path) -> Result<(), String> {
    if output.canonicalize().is_ok_and(|output| path.canonicalize().is_ok_and(|path| path == output)) {
        return Err(format!("{}: it would be written over {}", output.display(), path.display()));
    }
    let text = utf8(path, read(path)?)?;
    let bytes = match (certificates::from_json(&text), certificates::refutation_from_json(&text)) {
        (Ok(certificate), _) => certificates::encode(&certificate),
        (Err(_), Ok(refutation)) => certificates::encode_refutation(&refutation),
        (Err(proof), Err(other)) => {
            let error = if proof.0.contains("unknown field `choices`") { other } else { proof };
            return Err(format!("{}: {error}", path.display()));
        }
    };
    std::fs::write(output, bytes).map_err(|error| format!("{}: {error}", output.display()))
}

fn check_certificate(args: &CheckArgs, out: &mut dyn Write, err: &mut dyn Write) -> i32 {
    let start = Instant::now();
    let input = inputs(args.certificate.as_deref(), args.module.as_deref(), args.embedded).and_then(|input| {
        let expected = match args.as_claimed {
            true => Expectation {
                solvers: solvers(&args.solvers)?,
                bounds: args.bound.clone(),
                frames: frames(args)?,
                ..as_claimed(args, input.document.claim())
            },
            false => expectation(args, precondition(args)?, solvers(&args.solvers)?, frames(args)?),
        };
        Ok((input, expected))
    });
    let origin = input.as_ref().map_or(Origin::File, |(input, _)| input.origin());
    let claim = input.as_ref().ok().map(|(input, _)| input.document.claim());
    let elapsed = || start.elapsed().as_secs_f64();
    let (text, code) = if args.refutation {
        let verdict = match &input {
            Ok((input, expected)) => input.check_refutation(expected),
            Err(message) => Verdict::BadInput(message.clone()),
        };
        let seconds = elapsed();
        let text = match args.json {
            true => object(refuted::json(&verdict, claim, origin, seconds), args),
            false => refuted::text(&verdict, origin, seconds),
        };
        (text, exit_code(&verdict))
    } else {
        let verdict = match &input {
            Ok((input, expected)) => input.check(expected),
            Err(message) => Verdict::BadInput(message.clone()),
        };
        let seconds = elapsed();
        let text = match args.json {
            true => object(report::json(&verdict, claim, origin, seconds), args),
            false => report::text(&verdict, origin, seconds),
        };
        (text, exit_code(&verdict))
    };
    let text = match claim.filter(|_| args.as_claimed && !args.json && code < 3) {
        Some(claim) => format!("{}{text}", report::uncompared(claim)),
        None => text,
    };
    let _ = if code == 3 && !args.json { write!(err, "{text}") } else { write!(out, "{text}") };
    code
}

/// The answer as one JSON object, which says whether the claim was compared with what the user expects.
fn object(mut answer: serde_json::Value, args: &CheckArgs) -> String {
    if let Some(fields) = answer.as_object_mut() {
        fields.insert("compared".into(), (!args.as_claimed).into());
    }
    format!("{answer}\n")
}

fn exit_code<R>(verdict: &Verdict<R>) -> i32 {
    match verdict {
        Verdict::Valid(_) => 0,
        Verdict::Invalid(_) => 1,
        Verdict::Undecided(_) => 2,
        Verdict::BadInput(_) => 3,
    }
}

/// The solvers that may be asked, or why that is not possible.
fn solvers(args: &SolverArgs) -> Result<Solvers, String> {
    match (args.no_solver, args.cross_check) {
        (true, _) => Ok(Solvers::Nobody),
        (_, true) if cfg!(not(feature = "solver")) => {
            Err("--cross-check compares Z3 with a second solver, but this haltcheck was built without Z3".into())
        }
        (_, true) => CrossCheck::find().map(Solvers::Two),
        _ => Ok(Solvers::One),
    }
}

/// Reads a file, and takes what its claim says as what is expected.
fn own_claim(path: &Path, module: Option<&Path>, args: &SolverArgs) -> Result<(Input, Expectation), String> {
    let input = inputs(Some(path), module, true)?;
    let (solvers, allow_vacuous) = (solvers(args)?, true);
    let expected = Expectation { solvers, allow_vacuous, ..Expectation::of(input.document.claim()) };
    Ok((input, expected))
}

/// Prints what must be believed for a certificate, if the certificate is valid for its own claim.
fn trust_certificate(
    path: &Path,
    module: Option<&Path>,
    args: &SolverArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> i32 {
    let (verdict, origin, solvers) = match own_claim(path, module, args) {
        Ok((input, expected)) => (input.check(&expected), input.origin(), expected.solvers),
        Err(message) => (Verdict::BadInput(message), Origin::File, Solvers::One),
    };
    let _ = match &verdict {
        Verdict::Valid(report) => write!(out, "{}", trust::text(report, origin, &solvers)),
        Verdict::BadInput(message) => writeln!(err, "error: {}", report::escape(message)),
        rejected => write!(out, "{}", report::text(rejected, origin, 0.0)),
    };
    exit_code(&verdict)
}

/// Explains one step or node of a certificate that is valid for its own claim.
fn explain_certificate(
    path: &Path,
    subject: Subject,
    module: Option<&Path>,
    args: &SolverArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> i32 {
    let explained = own_claim(path, module, args).and_then(|(input, expected)| {
        let verdict = input.check(&expected);
        match (&verdict, &input.document) {
            (Verdict::Valid(_), Document::Proof(certificate)) => {
                Ok((explain::explain(input.module(), certificate, subject)?, 0))
            }
            (Verdict::BadInput(message), _) => Err(message.clone()),
            _ => Ok((report::text(&verdict, input.origin(), 0.0), exit_code(&verdict))),
        }
    });
    match explained {
        Ok((text, code)) => {
            let _ = write!(out, "{text}");
            code
        }
        Err(message) => {
            let _ = writeln!(err, "error: {}", report::escape(&message));
            3
        }
    }
}

/// What a file holds.
enum Document {
    Proof(Box<Certificate>),
    Refutation(Box<Refutation>),
}

impl Document {
    fn claim(&self) -> &Claim {
        match self {
            Document::Proof(certificate) => &certificate.claim,
            Document::Refutation(refutation) => &refutation.claim,
        }
    }

    /// The module's text inside.
    fn module(&self) -> &str {
        match self {
            Document::Proof(certificate) => &certificate.module,
            Document::Refutation(refutation) => &refutation.module,
        }
    }
}

/// The certificate or refutation in a file.
fn document(path: &Path, file: &[u8]) -> Result<Document, String> {
    let decoded = match certificates::decode(file) {
        Ok(certificate) => Ok(Document::Proof(Box::new(certificate))),
        Err(DecodeError::Refutation) => {
            certificates::decode_refutation(file).map(|refutation| Document::Refutation(Box::new(refutation)))
        }
        Err(error) => Err(error),
    };
    decoded.map_err(|error| format!("{}: {error}", path.display()))
}

/// What is checked.
struct Input {
    document: Document,
    /// Size of the file.
    bytes: usize,
    /// The module's text, if it does not come from the certificate.
    module: Option<String>,
}

impl Input {
    fn module(&self) -> &str {
        self.module.as_deref().unwrap_or(self.document.module())
    }

    fn check(&self, expected: &Expectation) -> Verdict {
        match &self.document {
            Document::Proof(certificate) => check_decoded(self.module(), certificate, self.bytes, expected),
            Document::Refutation(decoded) => refutation::no_proof(self.module(), decoded),
        }
    }

    fn check_refutation(&self, expected: &Expectation) -> Verdict<Shown> {
        match &self.document {
            Document::Proof(_) => refutation::no_refutation(),
            Document::Refutation(decoded) => refutation::check_decoded(self.module(), decoded, expected),
        }
    }

    fn origin(&self) -> Origin {
        if self.module.is_some() { Origin::File } else { Origin::Embedded }
    }
}

/// The certificate, decoded once, and the module's text if it lies elsewhere.
fn inputs(certificate: Option<&Path>, module: Option<&Path>, embedded: bool) -> Result<Input, String> {
    let path = certificate.ok_or("a certificate is needed (see --help)")?;
    if module.is_none() && !embedded {
        return Err("either --module FILE.ll or --embedded is needed".into());
    }
    let file = read(path)?;
    let document = document(path, &file)?;
    let module = module.map(|module| utf8(module, read(module)?)).transpose()?;
    Ok(Input { document, bytes: file.len(), module })
}
