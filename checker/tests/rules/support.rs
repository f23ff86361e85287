//! Runs certificates of the small language through the checker.

use certificates::{Certificate, DataModel, Ghost, Overflow, Step, hash};
use checker::{Expectation, Rejection, Report, Verdict, check};

use crate::language;
use crate::record::record;

/// What the certificate claims. Derivations that are about something else than calls need none.
pub fn expectation(certificate: &Certificate) -> Expectation {
    Expectation { allow_vacuous: certificate.call.is_none(), ..Expectation::of(&certificate.claim) }
}

/// The verdict on a certificate, where the user expects what it claims.
pub fn verdict(certificate: &Certificate) -> Verdict {
    let expected = expectation(certificate);
    let verdict = check(&certificate.module, &certificates::encode(certificate), &expected);
    record(certificate, &verdict);
    verdict
}

pub fn valid(certificate: &Certificate) -> Report {
    match verdict(certificate) {
        Verdict::Valid(report) => *report,
        Verdict::Invalid(reason) => panic!("INVALID: {reason}"),
        Verdict::Undecided(reason) => panic!("UNDECIDED: {reason}"),
        Verdict::BadInput(message) => panic!("bad input: {message}"),
    }
}

pub fn invalid(certificate: &Certificate) -> Rejection {
    match verdict(certificate) {
        Verdict::Invalid(reason) => *reason,
        // Only a solver has counter-models.
        Verdict::Undecided(reason) if cfg!(not(feature = "solver")) => *reason,
        Verdict::Valid(_) => panic!("VALID"),
        Verdict::Undecided(reason) => panic!("UNDECIDED: {reason}"),
        Verdict::BadInput(message) => panic!("bad input: {message}"),
    }
}

/// Rejected by this rule for this premise.
pub fn rejected(certificate: &Certificate, rule: &str, premise: &str) {
    let reason = invalid(certificate);
    assert_eq!((reason.rule, reason.premise.as_str()), (rule, premise), "{reason}");
}

/// Rejected by this premise, and by nothing else: without it the certificate is VALID.
pub fn alone(certificate: &Certificate, rule: &str, premise: &str) {
    rejected(certificate, rule, premise);
    #[cfg(feature = "premises")]
    assert!(crate::record::isolates(certificate), "{rule} {premise}: something else is wrong as well");
}

/// The certificate for a machine with pointers of 32 bits.
pub fn narrow(certificate: &Certificate) -> Certificate {
    let mut narrow = certificate.clone();
    let layout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";
    let header = format!("target datalayout = \"{layout}\"\ntarget triple = \"i386-pc-linux-gnu\"\n");
    let at = narrow.module.match_indices('\n').nth(1).map_or(0, |(at, _)| at + 1);
    narrow.module = format!("{header}{}", &narrow.module[at..]);
    narrow.claim.module_hash = hash::sha256_hex(narrow.module.as_bytes());
    narrow.claim.data_model = DataModel::Ilp32;
    narrow
}

pub fn mode(mut certificate: Certificate, overflow: Overflow) -> Certificate {
    certificate.claim.overflow = overflow;
    certificate.claim.properties.no_overflow = overflow == Overflow::Error;
    certificate
}

/// One function with a test block, and a proof about that block alone.
///
/// The function's entry block calls `exit`, so its entry node needs no proof; nothing reaches the
/// test block, but the checker does not know and does not care.
pub struct Block {
    /// Other definitions and declarations.
    pub module: String,
    /// Parameters of @f.
    pub parameters: String,
    /// Instructions of the entry block after the call of `exit` (static allocas).
    pub entry: String,
    /// Instructions of the test block, before `ret`.
    pub body: String,
    /// Where the test node stands.
    pub at: String,
    pub overflow: Overflow,
    /// The module defines functions that LLVM recognises.
    pub own: bool,
    /// Lines that say what cells look like.
    pub shapes: String,
}

/// As clang makes it with `-fno-builtin`.
pub fn without_builtins(module: &str) -> String {
    let line = |line: &str| match line.strip_suffix(" {") {
        Some(header) if line.starts_with("define ") => format!("{header} \"no-builtins\" {{\n"),
        _ if line.contains("call ") && !line.contains("@llvm.") => format!("{line} nobuiltin\n"),
        _ => format!("{line}\n"),
    };
    module.lines().map(line).collect()
}

impl Block {
    pub fn new(parameters: &str, body: &str) -> Block {
        Block {
            module: String::new(),
            parameters: parameters.into(),
            entry: String::new(),
            body: body.into(),
            at: "test 0".into(),
            overflow: Overflow::Error,
            own: false,
            shapes: String::new(),
        }
    }

    pub fn own(mut self) -> Block {
        self.own = true;
        self
    }

    pub fn shapes(mut self, shapes: &str) -> Block {
        self.shapes = shapes.into();
        self
    }

    pub fn module(mut self, module: &str) -> Block {
        self.module = module.into();
        self
    }

    pub fn entry(mut self, entry: &str, at: &str) -> Block {
        (self.entry, self.at) = (entry.into(), at.into());
        self
    }

    pub fn mode(mut self, overflow: Overflow) -> Block {
        self.overflow = overflow;
        self
    }

    /// The certificate: node 0 is main, node 1 the entry of @f, node 2 the test node; node 3 its
    /// return node, with the state in `result`.
    pub fn certificate(&self, state: &str, steps: &str, result: &str) -> Certificate {
        let module = format!(
            "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
             target triple = \"x86_64-pc-linux-gnu\"\n{}\ndeclare void @exit(i32)\n\
             define i32 @main() {{\n  ret i32 0\n}}\n\
             define void @f({}) {{\nstart:\n  call void @exit(i32 0)\n  {}\n  br label %test\ntest:\n{}  ret void\n}}\n",
            self.module,
            self.parameters,
            self.entry,
            indented(&self.body)
        );
        let shared = ["global:", "caller:", "part:", " arguments ", " argument-text "];
        let identities =
            |line: &&str| line.trim().starts_with("block ") && shared.iter().any(|kind| line.contains(kind));
        let shared: Vec<String> = state
            .lines()
            .filter(identities)
            .map(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let mark = if words.contains(&"ro") { "ro" } else { "" };
                format!("block {} {} 1 0 align 1 {mark}", words[1], words[2])
            })
            .collect();
        let last = steps.lines().next_back().unwrap_or_default().trim();
        let ended = ["goto", "exit", "infeasible", "}"].iter().any(|word| last.starts_with(word));
        let steps = format!("{steps}\n{}", if ended { "" } else { "goto 3" });
        let body: Vec<&str> = self.body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let label = body.iter().rposition(|line| line.ends_with(':'));
        let last = label.map_or("test", |place| body[place].trim_end_matches(':'));
        let index = body.len() - label.map_or(0, |place| place + 1);
        let text = format!(
            "{}\nnode 0 entry 0 at main 0 0\nnode 1 entry 1 at f start 0\n{}\nexit\nnode 2 entry 1 at f {}\n{state}\n{steps}\n\
             node 3 entry 1 at f {last} {index}\n{result}\n",
            self.shapes,
            shared.join("\n"),
            self.at
        );
        let module = if self.own { without_builtins(&module) } else { module };
        mode(language::certificate(&module, &text), self.overflow)
    }

    /// The steps are accepted, and lead to a return with this state.
    pub fn accepts(&self, state: &str, steps: &str, result: &str) -> Report {
        valid(&self.certificate(state, steps, result))
    }

    /// As [`Block::rejects`], and nothing else is wrong.
    pub fn alone(&self, rule: &str, premise: &str, state: &str, steps: &str) {
        alone(&self.certificate(state, steps, ""), rule, premise);
    }

    pub fn rejects(&self, rule: &str, premise: &str, state: &str, steps: &str) {
        rejected(&self.certificate(state, steps, ""), rule, premise);
    }
}

/// Instructions stand on lines of their own that begin with a space; labels do not.
fn indented(body: &str) -> String {
    let line = |line: &str| format!("{}{line}\n", if line.ends_with(':') { "" } else { "  " });
    body.lines().map(str::trim).filter(|text| !text.is_empty()).map(line).collect()
}

/// A certificate whose ghost steps are changed by hand.
pub fn ghosts_edited(certificate: &Certificate, edit: impl Fn(&mut Ghost)) -> Certificate {
    let mut certificate = certificate.clone();
    for step in &mut certificate.steps {
        if let Step::Ghost { ghost, .. } = step {
            edit(ghost);
        }
    }
    certificate
}
