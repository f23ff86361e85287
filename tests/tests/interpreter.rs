//! The interpreter against compiled programs, and the cases' expectations against the interpreter.

use std::fs;
use std::process::Command;
use tests::cases::{Case, Expected, all, root};
use tests::interpreter::{Inputs, Mode, Module, Outcome, RunLimits, Value, parse, run_module};
use tests::{clang, effort, generate, parallel};

/// Random programs: compiled and interpreted they compute the same.
#[test]
fn agrees_with_compiled_programs() {
    let count = effort::number("COMPILED", 150, 1500) as usize;
    let folder = tempfile::tempdir().expect("a folder for files");
    let (source, program) = (folder.path().join("random.c"), folder.path().join("random"));
    let text = generate::functions(count, effort::seed().wrapping_add(20)) + &generate::main(count);
    fs::write(&source, &text).expect("written");
    clang::program(&source, &program).expect("compiles");
    let output = Command::new(&program).output().expect("runs");
    let expected: Vec<u64> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(expected.len(), count, "the compiled program ended early: {}", output.status);
    let module = parse(&clang::module(&source, true).expect("compiles")).expect("is read");
    for (number, expected) in expected.into_iter().enumerate() {
        let name = format!("f{number}");
        let outcome =
            run_module(&module, &name, &mut Inputs::seeded(number as u64), Mode::Wrap, RunLimits::default(), None);
        assert_eq!(outcome, Outcome::Returned(Some(Value::Bits(expected.into()))), "{name} in\n{text}");
    }
}

/// The module of a case as clang alone makes it; `None` where there is none.
fn module(case: &Case) -> Option<(Module, String, Mode, RunLimits)> {
    let option = |key: &str| {
        let at = case.options.iter().position(|option| option == key)?;
        case.options.get(at + 1).map(String::as_str)
    };
    let text = if case.file.extension().is_some_and(|ext| ext == "c") {
        clang::module(&case.file, option("--data-model") != Some("ilp32")).ok()?
    } else {
        fs::read_to_string(&case.file).ok()?
    };
    let mode = match option("--signed-overflow") {
        Some("wrap") => Mode::Wrap,
        Some("ideal") => Mode::Ideal,
        _ => Mode::Error,
    };
    let malloc_may_fail = case.options.iter().any(|option| option == "--malloc-may-fail");
    let limits = RunLimits { steps: 3000, malloc_may_fail, ..RunLimits::default() };
    Some((
        parse(&text).ok()?,
        option("--entry").unwrap_or("main").to_owned(), // a function with a contract is called by main
        mode,
        limits,
    ))
}

/// What is expected to be proved has no error on any of many runs; what must stay unknown has one,
/// unless the file says `concrete: none`.
#[test]
fn agrees_with_the_cases() {
    let cases = all(&root()).expect("cases");
    let wrong: Vec<String> = parallel::map(&cases, disagreement).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How the interpreter's runs contradict a case. No run can contradict what says neither that all is well nor that
/// something is wrong.
fn disagreement(case: &Case) -> Option<String> {
    let none = || fs::read_to_string(&case.file).expect("a case").contains("concrete: none");
    // The error of a wrong program is one that these seeds find.
    let (mut seeds, wrong) = match case.expected {
        Expected::Proved | Expected::MemorySafeOnly => (effort::seeds(effort::number("INTERPRETED", 40, 600)), false),
        Expected::Unknown if !none() => (0..600, true),
        _ => return None,
    };
    let (module, entry, mode, limits) = module(case)?;
    let error =
        seeds.find_map(|seed| match run_module(&module, &entry, &mut Inputs::seeded(seed), mode, limits, None) {
            Outcome::Error { kind, place } => Some(format!("{kind:?} at {place} (seed {seed})")),
            _ => None,
        });
    match (wrong, error) {
        (false, Some(error)) => Some(format!("{}: {error}", case.name(&root()))),
        (true, None) => Some(format!("{}: no error found", case.name(&root()))),
        _ => None,
    }
}
