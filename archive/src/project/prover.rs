//! The prover, run as a process. Only modules, contracts, and reasons for people are taken from its answers; whether
//! something is proved is decided by the checker.

use super::file::{Project, Request};
use super::findings::{self, Finding};
use super::row::Answer;
use crate::failure::{Failure, Outcome};
use crate::{strict, words};
use certificates::{Claim, Limit};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The path of the program.
#[derive(Clone, Debug)]
pub struct Prover(PathBuf);

/// The result of the prover's front end for a request: the module and the claim, as the source is now.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The module's text.
    pub module: String,
    /// The claim that must be proved; its list of external contracts is empty.
    pub wanted: Claim,
    /// What every call may cost, at most.
    pub bounds: Vec<Limit>,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Something is wrong with the source, the flags or the contract; or a run violates a property; or it is unknown,
    /// since it is not supported, no proof was found, or time ran out.
    pub answer: Answer,
    pub reason: String,
    pub findings: Vec<Finding>,
}

/// A function that files define.
#[derive(Clone, Debug, Deserialize)]
pub struct Listed {
    pub name: String,
    /// Whether other files can call it.
    pub public: bool,
    /// Whether a contract stands above it.
    pub contract: bool,
    /// The file that defines it, as it was named.
    pub file: String,
}

/// Whether the compiler reads a file with this name.
fn is_c(file: &str) -> bool {
    file.ends_with(".c") || file.ends_with(".i")
}

/// The output of `haltcert module --json`.
#[derive(Deserialize)]
struct Told {
    entry: String,
    precondition: Option<String>,
    module_hash: String,
    data_model: certificates::DataModel,
    overflow: certificates::Overflow,
    malloc_may_fail: bool,
    no_builtin: bool,
}

impl Prover {
    /// The prover that is named; otherwise the one next to this program; otherwise the one in PATH.
    pub fn find(named: Option<PathBuf>) -> Prover {
        let beside = || {
            let own = std::env::current_exe().ok()?;
            Some(own.with_file_name("haltcert")).filter(|path| path.is_file())
        };
        // It runs in the project's folder, so its path must not depend on the current folder.
        let absolute = |path: PathBuf| match path.components().count() {
            1 => path,
            _ => std::path::absolute(&path).unwrap_or(path),
        };
        Prover(named.or_else(beside).map_or_else(|| "haltcert".into(), absolute))
    }

    /// The program that is run.
    pub fn program(&self) -> &Path {
        &self.0
    }

    /// The arguments that say how a request's files are read.
    fn reading(&self, project: &Project, request: &Request, command: &str) -> Command {
        let mut process = Command::new(&self.0);
        process
            .current_dir(&project.folder)
            .arg(command)
            .args(request.files.iter().map(|file| words::operand(file)))
            // The request has everything that the project's file says.
            .arg("--no-project");
        if let Some(commands) = request.compile_commands.as_ref().filter(|_| request.files.iter().any(|f| is_c(f))) {
            process.arg("--compile-commands").arg(words::operand(commands));
        }
        if let Some(overflow) = request.overflow {
            process.args(["--signed-overflow", overflow.word()]);
        }
        if let Some(model) = request.data_model {
            process.args(["--data-model", model.word()]);
        }
        if request.malloc_may_fail {
            process.arg("--malloc-may-fail");
        }
        if request.no_builtin {
            process.arg("-fno-builtin");
        }
        process
    }

    fn run(&self, project: &Project, request: &Request, command: &str, more: &[&Path]) -> Outcome<(i32, Value)> {
        let mut process = self.reading(project, request, command);
        process.args(["--entry", &request.function]);
        if command == "prove" {
            process.args(["--timeout", &request.timeout.to_string()]);
        }
        if let Some(contract) = &request.precondition {
            process.args(["--precondition", contract]);
        }
        process.args(more).arg("--").args(&request.flags);
        self.answer(process, command)
    }

    fn answer(&self, mut process: Command, command: &str) -> Outcome<(i32, Value)> {
        let failed = |why: String| Failure::usage(format!("{} {command}: {why}", self.0.display()));
        let output = process.output().map_err(|error| failed(error.to_string()))?;
        let said = String::from_utf8_lossy(&output.stdout);
        match (output.status.code(), strict::parse(&said)) {
            (Some(code), Ok(value)) => Ok((code, value)),
            (Some(code), Err(_)) => {
                let error = String::from_utf8_lossy(&output.stderr);
                Err(failed(format!("exit code {code} without an answer: {}", error.lines().next().unwrap_or(""))))
            }
            (None, _) => Err(failed("ended by a signal".into())),
        }
    }

    /// The module, and the claim that a proof would have. `scratch` is a folder for temporary files.
    ///
    /// # Errors
    /// The prover does not run.
    pub fn compile(&self, project: &Project, request: &Request, scratch: &Path) -> Outcome<Result<Compiled, Refused>> {
        let file = scratch.join("module.ll");
        let (code, value) =
            self.run(project, request, "module", &[Path::new("--json"), Path::new("--emit-module"), &file])?;
        if code != 0 {
            return Ok(Err(refused(code, &value, None)));
        }
        let failed = |why: String| Failure::usage(format!("{} module: {why}", self.0.display()));
        let answer: Told = serde_json::from_value(value).map_err(|error| failed(error.to_string()))?;
        let module = crate::files::text(&file)?;
        if certificates::hash::sha256_hex(module.as_bytes()) != answer.module_hash {
            return Err(failed("the module's hash is another one".into()));
        }
        let wanted = Claim {
            module_hash: answer.module_hash,
            entry: answer.entry,
            precondition: answer.precondition,
            properties: request.properties,
            data_model: answer.data_model,
            overflow: answer.overflow,
            malloc_may_fail: answer.malloc_may_fail,
            no_builtin: answer.no_builtin,
            contracts: Vec::new(),
        };
        Ok(Ok(Compiled { module, wanted, bounds: request.bounds.clone() }))
    }

    /// The bytes of a certificate, whatever it proves. With `page` there is a page for a browser in the scratch folder.
    ///
    /// # Errors
    /// The prover does not run.
    pub fn prove(
        &self,
        project: &Project,
        request: &Request,
        scratch: &Path,
        page: Option<&Path>,
    ) -> Outcome<Result<Vec<u8>, Refused>> {
        let file = scratch.join("proof.cert");
        let mut more = vec![Path::new("--format"), Path::new("sarif"), Path::new("-o"), &file];
        more.extend(page.into_iter().flat_map(|page| [Path::new("--html"), page]));
        let resources: BTreeSet<String> = request.bounds.iter().map(|limit| limit.resource.to_string()).collect();
        let resources = resources.into_iter().collect::<Vec<_>>().join(",");
        if !resources.is_empty() {
            more.extend([Path::new("--bound"), Path::new(&resources)]);
        }
        let (code, said) = self.run(project, request, "prove", &more)?;
        // The answers of all functions stand in a property.
        let value = said.pointer("/runs/0/properties/haltcert:functions/0").unwrap_or(&said);
        // If nothing is proved, a refutation may be in this file; and a result "unknown" may come with a proof of
        // memory safety.
        match std::fs::read(&file) {
            Ok(bytes) if code == 0 || certificates::decode(&bytes).is_ok() && !request.properties.termination => {
                Ok(Ok(bytes))
            }
            _ => {
                let wanted = words::properties(request.properties);
                let about = |finding: &Finding| finding.property.is_empty() || wanted.contains(&finding.property);
                let mut findings = findings::read(&said);
                let refused = refused(code, value, findings.first());
                findings.retain(about);
                Ok(Err(Refused { findings, ..refused }))
            }
        }
    }

    /// The functions that a request's files define.
    ///
    /// # Errors
    /// The prover does not run, or the files cannot be read.
    pub fn functions(&self, project: &Project, request: &Request) -> Outcome<Vec<Listed>> {
        let mut process = self.reading(project, request, "functions");
        process.arg("--json").arg("--").args(&request.flags);
        let (code, value) = self.answer(process, "functions")?;
        if code != 0 {
            return Err(Failure::usage(refused(code, &value, None).reason));
        }
        let failed = |error: serde_json::Error| Failure::usage(format!("{} functions: {error}", self.0.display()));
        serde_json::from_value(value).map_err(failed)
    }

    /// The functions that a file defines, which is in no project.
    ///
    /// # Errors
    /// The prover does not run, or the file cannot be read.
    pub fn functions_of(&self, file: &str, flags: &[String], commands: Option<&str>) -> Outcome<Vec<Listed>> {
        let folder = std::env::current_dir().map_err(|error| Failure::usage(format!("the current folder: {error}")))?;
        let project = Project { archive: folder.clone(), baseline: folder.clone(), folder, proofs: Vec::new() };
        self.functions(&project, &Request::all_of(file, flags, commands))
    }

    /// Makes a page about a certificate.
    ///
    /// # Errors
    /// The prover does not run, or makes none.
    pub fn page(&self, project: &Project, certificate: &Path, page: &Path) -> Outcome {
        let mut process = Command::new(&self.0);
        process.arg("report").arg(certificate).arg("-o").arg(page).arg("--source").arg(&project.folder);
        let sources = project.proofs.iter().flat_map(|proof| &proof.files);
        let folders: BTreeSet<PathBuf> =
            sources.filter_map(|file| Some(project.folder.join(file).parent()?.to_owned())).collect();
        for folder in folders.iter().filter(|folder| **folder != project.folder) {
            process.arg("--source").arg(folder);
        }
        let failed = |why: String| Failure::usage(format!("{} report: {why}", self.0.display()));
        let output = process.output().map_err(|error| failed(error.to_string()))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(failed(String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_owned())),
        }
    }
}

/// `finding`: the one that the reason is about; it knows under which name the file was given.
fn refused(code: i32, value: &Value, finding: Option<&Finding>) -> Refused {
    let given = finding.and_then(|finding| finding.at.as_ref()).filter(|at| at.line > 0 && at.column > 0);
    let given = given.map(|at| format!("{}:{}:{}", at.file, at.line, at.column));
    let text = |value: &Value, field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
    let placed = |place: Option<String>, what: String| match place {
        Some(place) => format!("{place}: {what}"),
        None => what,
    };
    let unbounded = || {
        let bounds = value.get("bounds").and_then(Value::as_array)?;
        let bound = bounds.iter().find(|bound| bound.get("reason").is_some())?;
        Some(format!("{}: not bounded: {}", text(bound, "resource")?, text(bound, "reason")?))
    };
    let reason = text(value, "reason").or_else(unbounded).unwrap_or_else(|| "no reason given".into());
    let (answer, reason) = match code {
        1 => {
            let violation = value.get("violations").and_then(|list| list.get(0)).unwrap_or(&Value::Null);
            let what = text(violation, "what").or_else(|| text(violation, "property")).unwrap_or(reason);
            (Answer::Violated, placed(given.or_else(|| text(violation, "place")), what))
        }
        3 => (Answer::BadInput, reason),
        _ => (Answer::Unknown, placed(given.or_else(|| text(value, "place")), reason)),
    };
    Refused { answer, reason, findings: Vec::new() }
}
