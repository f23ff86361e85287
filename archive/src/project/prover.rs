//! The prover, run as a process. Only modules, contracts, and reasons for people are taken from its answers; whether
//! something is proved is decided by the checker.

use super::file::{Project, Request};
use crate::failure::{Failure, Outcome};
use crate::{strict, words};
use certificates::Claim;
use serde::Deserialize;
use serde_json::Value;
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
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Something is wrong with the source, the flags or the contract.
    BadInput(String),
    /// A run violates a property.
    Violated(String),
    /// It is not supported, no proof was found, or time ran out.
    Unknown(String),
}

/// The output of `haltcert module --json`.
#[derive(Deserialize)]
struct Answer {
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

    fn run(&self, project: &Project, request: &Request, command: &str, more: &[&Path]) -> Outcome<(i32, Value)> {
        let mut process = Command::new(&self.0);
        process
            .current_dir(&project.folder)
            .arg(command)
            .args(request.files.iter().map(|file| words::operand(file)))
            .arg("--json");
        process.args(["--entry", &request.function, "--timeout", &request.timeout.to_string()]);
        if let Some(contract) = &request.precondition {
            process.args(["--precondition", contract]);
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
        process.args(more).arg("--").args(&request.flags);
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
        let (code, value) = self.run(project, request, "module", &[Path::new("--emit-module"), &file])?;
        if code != 0 {
            return Ok(Err(refused(code, &value)));
        }
        let failed = |why: String| Failure::usage(format!("{} module: {why}", self.0.display()));
        let answer: Answer = serde_json::from_value(value).map_err(|error| failed(error.to_string()))?;
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
        Ok(Ok(Compiled { module, wanted }))
    }

    /// The bytes of a certificate, whatever it proves.
    ///
    /// # Errors
    /// The prover does not run.
    pub fn prove(&self, project: &Project, request: &Request, scratch: &Path) -> Outcome<Result<Vec<u8>, Refused>> {
        let file = scratch.join("proof.cert");
        let (code, value) = self.run(project, request, "prove", &[Path::new("-o"), &file])?;
        // If nothing is proved, a refutation may be in this file; and a result "unknown" may come with a proof of
        // memory safety.
        match std::fs::read(&file) {
            Ok(bytes) if code == 0 || certificates::decode(&bytes).is_ok() && !request.properties.termination => {
                Ok(Ok(bytes))
            }
            _ => Ok(Err(refused(code, &value))),
        }
    }
}

fn refused(code: i32, value: &Value) -> Refused {
    let text = |value: &Value, field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
    let placed = |place: Option<String>, what: String| match place {
        Some(place) => format!("{place}: {what}"),
        None => what,
    };
    let reason = text(value, "reason").unwrap_or_else(|| "no reason given".into());
    match code {
        1 => {
            let violation = value.get("violations").and_then(|list| list.get(0)).unwrap_or(&Value::Null);
            let what = text(violation, "what").or_else(|| text(violation, "property")).unwrap_or(reason);
            Refused::Violated(placed(text(violation, "place"), what))
        }
        3 => Refused::BadInput(reason),
        _ => Refused::Unknown(placed(text(value, "place"), reason)),
    }
}
