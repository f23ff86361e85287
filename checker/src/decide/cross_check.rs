//! A second solver, run as a process that reads SMT-LIB 2: with `--cross-check` it must agree with Z3.
//!
//! Each query is a process and a text of its own, so nothing is carried over between queries. As in `solver.rs`,
//! products of variables are first abstracted to variables, and only if that does not decide are they multiplied.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use certificates::Rel;

use crate::decide::term::{Atom, Mono, Poly};

/// Seconds for one query.
const SECONDS: u32 = 30;

/// Yices 2, ready to be asked.
#[derive(Clone, Debug)]
pub struct CrossCheck {
    program: PathBuf,
    /// The first line of its version message.
    pub version: String,
}

/// What a solver says of one query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The obligation follows from the facts.
    Follows,
    /// It does not; a counter-model over the variables asked for, empty if the solver was not asked for one.
    Fails(String),
    /// The solver gives no answer, for this reason.
    Unknown(String),
}

impl CrossCheck {
    /// The program that the environment's `YICES` names, or `yices-smt2` in `PATH`; a message if it does not run.
    pub fn find() -> Result<CrossCheck, String> {
        CrossCheck::at(std::env::var_os("YICES").map_or_else(|| "yices-smt2".into(), PathBuf::from))
    }

    /// This program; a message if it does not run.
    pub fn at(program: PathBuf) -> Result<CrossCheck, String> {
        let shown = program.display();
        let help = "--cross-check needs the second solver Yices 2: put yices-smt2 into PATH, or its path into YICES";
        let output = Command::new(&program)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{shown}: {error}\n{help}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        match text.lines().next().filter(|line| output.status.success() && line.contains("Yices")) {
            Some(line) => Ok(CrossCheck { version: line.trim().to_string(), program }),
            None => Err(format!("{shown} does not say that it is Yices\n{help}")),
        }
    }

    /// Whether the facts imply the goal.
    pub fn follows(&self, facts: &[Atom], goal: &Atom) -> Answer {
        let affine = facts.iter().chain([goal]).all(|atom| atom.poly.is_affine());
        match self.ask(&script(facts, goal, false)) {
            Answer::Follows => Answer::Follows,
            reply if affine => reply,
            _ => self.ask(&script(facts, goal, true)),
        }
    }

    /// Runs the solver once; its whole answer is one word.
    fn ask(&self, script: &str) -> Answer {
        let run = || {
            let mut child = Command::new(&self.program)
                .arg(format!("--timeout={SECONDS}"))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
            // The solver answers only after the end of the text, so neither side waits for the other.
            let written = child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(script.as_bytes()));
            child.wait_with_output().and_then(|output| written.map(|()| output))
        };
        let output = match run() {
            Ok(output) => output,
            Err(error) => return Answer::Unknown(format!("it cannot be run: {error}")),
        };
        let text = String::from_utf8_lossy(&output.stdout);
        match (output.status.success(), text.trim()) {
            (true, "unsat") => Answer::Follows,
            (true, "sat") => Answer::Fails(String::new()),
            (true, "unknown") => Answer::Unknown("unknown".into()),
            (_, other) => Answer::Unknown(other.chars().take(200).collect()),
        }
    }
}

/// The query in SMT-LIB 2: the facts, and the negated goal.
pub fn script(facts: &[Atom], goal: &Atom, multiply: bool) -> String {
    let mut names = BTreeSet::new();
    let mut asserted = String::new();
    for fact in facts {
        let _ = writeln!(asserted, "(assert {})", formula(fact, multiply, &mut names));
    }
    let _ = writeln!(asserted, "(assert (not {}))", formula(goal, multiply, &mut names));
    let mut text = format!("(set-logic {})\n", if multiply { "QF_NIA" } else { "QF_LIA" });
    for name in names {
        let _ = writeln!(text, "(declare-fun {name} () Int)");
    }
    text.push_str(&asserted);
    text.push_str("(check-sat)\n");
    text
}

fn formula(atom: &Atom, multiply: bool, names: &mut BTreeSet<String>) -> String {
    let left = term(&atom.poly, multiply, names);
    match atom.rel {
        Rel::Eq => format!("(= {left} 0)"),
        Rel::Ne => format!("(not (= {left} 0))"),
        Rel::Le => format!("(<= {left} 0)"),
    }
}

fn term(poly: &Poly, multiply: bool, names: &mut BTreeSet<String>) -> String {
    let mut text = format!("(+ 0 {}", number(poly.constant));
    for (mono, coefficient) in &poly.terms {
        let _ = write!(text, " (* {} {})", number(*coefficient), monomial(mono, multiply, names));
    }
    text.push(')');
    text
}

/// A variable; or a product, written as a product or as a variable of its own.
fn monomial(mono: &Mono, multiply: bool, names: &mut BTreeSet<String>) -> String {
    let factors: Vec<String> = mono.variables().iter().map(|variable| format!("v{variable}")).collect();
    if multiply && factors.len() > 1 {
        let product = format!("(* {})", factors.join(" "));
        names.extend(factors);
        return product;
    }
    let name = factors.join("_");
    names.insert(name.clone());
    name
}

fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}
