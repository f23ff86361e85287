//! Who may decide an obligation: no solver, Z3, Z3 and a second one; `haltcheck trust`.

use std::path::PathBuf;
use std::process::Command;

use certificates::{Atom, Certificate, Int, Monomial, Rel, Term};
use checker::decide::cross_check::{CrossCheck, script};
use checker::decide::entail::Solvers;
use checker::{Expectation, Verdict, check};

use crate::support::Block;

/// The verdict if these solvers may be asked.
fn verdict(certificate: &Certificate, solvers: Solvers) -> Verdict {
    let expected = Expectation { solvers, ..Expectation::of(&certificate.claim) };
    check(&certificate.module, &certificates::encode(certificate), &expected)
}

/// An odd number is not even: beyond the checker's own arithmetic.
fn parity(goal: &str) -> Certificate {
    Block::new("", "").certificate("vars 3\nknow v0 = 2*v1 + 1", &format!("assert {goal}\ngoto 3"), "")
}

fn undecided(verdict: Verdict, part: &str) {
    let Verdict::Undecided(reason) = verdict else { panic!("{verdict:?}") };
    assert!(reason.message.contains(part) && reason.obligation.is_some(), "{reason}");
}

#[test]
fn nobody() {
    assert!(matches!(verdict(&parity("v0 + 1 = 2*v1 + 2"), Solvers::Nobody), Verdict::Valid(_)));
    undecided(verdict(&parity("v0 != 2*v2"), Solvers::Nobody), "arithmetic alone");
    // What does not hold is not refuted either.
    undecided(verdict(&parity("v0 = 2*v2"), Solvers::Nobody), "arithmetic alone");
}

#[test]
fn one() {
    let first = verdict(&parity("v0 != 2*v2"), Solvers::One);
    let second = verdict(&parity("v0 = 2*v2"), Solvers::One);
    if cfg!(feature = "solver") {
        assert!(matches!((first, second), (Verdict::Valid(_), Verdict::Invalid(_))));
    } else {
        undecided(first, "built without a solver");
        undecided(second, "built without a solver");
    }
}

/// A program that says it is Yices and answers every query in the same way.
struct Fake(PathBuf);

impl Fake {
    fn new(name: &str, answer: &str) -> Fake {
        use std::os::unix::fs::PermissionsExt;
        let path = std::env::temp_dir().join(format!("haltcheck-fake-{name}-{}", std::process::id()));
        let text =
            format!("#!/bin/sh\nif [ \"$1\" = --version ]; then echo Yices 0; exit; fi\ncat >/dev/null\n{answer}\n");
        // Not written through this process, which may be forking meanwhile with the file open.
        std::fs::write(path.with_extension("text"), text).unwrap();
        assert!(Command::new("cp").arg(path.with_extension("text")).arg(&path).status().unwrap().success());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Fake(path)
    }

    #[cfg(feature = "solver")]
    fn solvers(&self) -> Solvers {
        Solvers::Two(CrossCheck::at(self.0.clone()).unwrap())
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_file(self.0.with_extension("text"));
    }
}

#[test]
#[cfg(feature = "solver")]
fn two() {
    let (holds, fails) = (parity("v0 != 2*v2"), parity("v0 = 2*v2"));
    let agrees = Fake::new("unsat", "echo unsat");
    assert!(matches!(verdict(&holds, agrees.solvers()), Verdict::Valid(_)));
    undecided(verdict(&fails, agrees.solvers()), "disagree");
    let differs = Fake::new("sat", "echo sat");
    undecided(verdict(&holds, differs.solvers()), "disagree");
    assert!(matches!(verdict(&fails, differs.solvers()), Verdict::Invalid(_)));
    for (name, answer) in [
        ("unknown", "echo unknown"),
        ("nothing", "true"),
        ("crash", "echo unsat; exit 1"),
        ("chatter", "echo unsat; echo sat"),
        ("error", "echo '(error \"x\")'"),
    ] {
        undecided(verdict(&holds, Fake::new(name, answer).solvers()), "not confirm");
    }
    // What needs no solver is not asked.
    assert!(matches!(verdict(&parity("v0 + 1 = 2*v1 + 2"), differs.solvers()), Verdict::Valid(_)));
}

/// The real one, where it is installed.
#[test]
#[cfg(feature = "solver")]
fn two_real_solvers() {
    let Ok(second) = CrossCheck::find() else { return };
    let two = || Solvers::Two(second.clone());
    assert!(matches!(verdict(&parity("v0 != 2*v2"), two()), Verdict::Valid(_)));
    assert!(matches!(verdict(&parity("v0 = 2*v2"), two()), Verdict::Invalid(_)));
    let product = |goal: &str| {
        Block::new("", "").certificate("vars 2\nknow 2 <= v0\nknow 2 <= v1", &format!("assert {goal}\ngoto 3"), "")
    };
    assert!(matches!(verdict(&product("v0 + 1 <= v0*v1"), two()), Verdict::Valid(_)));
    assert!(matches!(verdict(&product("v0 + 3 <= v0*v1"), two()), Verdict::Invalid(_)));
}

#[test]
fn no_second_solver() {
    let missing = CrossCheck::at("/nonexistent/yices-smt2".into()).unwrap_err();
    assert!(missing.contains("/nonexistent/yices-smt2") && missing.contains("YICES"), "{missing}");
    let other = CrossCheck::at("true".into()).unwrap_err();
    assert!(other.contains("Yices"), "{other}");
}

#[test]
fn text_of_a_query() {
    let number = |n: i128| Int(n);
    let atom = |rel, term: Vec<(Vec<u32>, i128)>| {
        let term = Term(term.into_iter().map(|(mono, n)| (Monomial(mono), number(n))).collect());
        checker::decide::term::Atom::read(&Atom { rel, term }, 9).unwrap()
    };
    let facts = [atom(Rel::Eq, vec![(vec![], -7), (vec![1], 1)]), atom(Rel::Ne, vec![(vec![1, 2], 3)])];
    let goal = atom(Rel::Le, vec![(vec![1], -1)]);
    assert_eq!(
        script(&facts, &goal, false),
        "(set-logic QF_LIA)\n(declare-fun v1 () Int)\n(declare-fun v1_v2 () Int)\n\
         (assert (= (+ 0 (- 7) (* 1 v1)) 0))\n(assert (not (= (+ 0 0 (* 3 v1_v2)) 0)))\n\
         (assert (not (<= (+ 0 0 (* (- 1) v1)) 0)))\n(check-sat)\n"
    );
    assert!(script(&facts, &goal, true).contains("(* 3 (* v1 v2))"));
    assert!(script(&facts, &goal, true).contains("(declare-fun v2 () Int)"));
}

/// Exit code and both outputs of the program, with this second solver.
fn haltcheck(arguments: &[&str], yices: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_haltcheck")).args(arguments).env("YICES", yices).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn command_line() {
    let path = std::env::temp_dir().join(format!("haltcheck-solvers-{}.cert", std::process::id()));
    std::fs::write(&path, certificates::encode(&parity("v0 != 2*v2"))).unwrap();
    let cert = path.to_str().unwrap();
    let solver = cfg!(feature = "solver");
    let fake = Fake::new("cli", "echo unsat");
    let yices = fake.0.to_str().unwrap();
    let (code, text) = haltcheck(&["trust", cert], yices);
    assert_eq!(code, Some(if solver { 0 } else { 2 }), "{text}");
    if solver {
        for part in
            ["1  solver: Z3 alone", "1  G-ASSERT", "infeasible leaves", "contradictory nodes: none", "spec/trust.md"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        for part in ["origin unchecked", "contracts of external functions: exit", "certificate format", "solver: Z3"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    let (code, text) = haltcheck(&["trust", cert, "--no-solver"], yices);
    assert!(code == Some(2) && text.contains("arithmetic alone"), "{text}");
    let (code, text) = haltcheck(&[cert, "--embedded", "--no-solver"], yices);
    assert!(code == Some(2) && text.contains("arithmetic alone"), "{text}");
    let (code, text) = haltcheck(&["trust", cert, "--cross-check"], yices);
    if solver {
        assert!(code == Some(0) && text.contains("Z3 and Yices agree") && text.contains("Yices 0"), "{text}");
    }
    let (code, text) = haltcheck(&[cert, "--embedded", "--cross-check"], "/nonexistent/yices");
    assert!(code == Some(3), "{text}");
    assert!(!solver || text.contains("--cross-check needs the second solver"), "{text}");
    let (code, _) = haltcheck(&[cert, "--embedded", "--cross-check", "--no-solver"], yices);
    assert_eq!(code, Some(3));
    let (code, _) = haltcheck(&["trust", "/nonexistent.cert"], yices);
    assert_eq!(code, Some(3));
    let _ = std::fs::remove_file(&path);
}
