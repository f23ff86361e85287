//! The meaning of instructions: an independent definition in wide integers (`tests::meaning`), compiled
//! code, the concrete interpreter, the checker's rules and the prover agree on boundary values and
//! random ones, for every instruction, width and flag of the subset.
//!
//! `MEANING=200 MEANING_SEED=7 cargo test -p tests --test meaning` tries more random values.

use certificates::{Overflow, Sign};
use checker::Verdict;
use std::collections::BTreeMap;
use std::path::Path;
use tests::interpreter::{self, Inputs, Limits, Mode, Outcome, Value};
use tests::meaning::derivation::{Chain, verdict};
use tests::meaning::hints::Steps;
use tests::meaning::{Meaning, Operation, mask, native, proving, table, values};
use tests::parallel;

fn number(variable: &str, usual: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Operands of one row.
fn operands(operation: &Operation, place: usize) -> Vec<Vec<u64>> {
    let seed = number("MEANING_SEED", 1).wrapping_mul(1_000_003) + place as u64;
    values::operands(operation, number("MEANING", 6), seed)
}

fn check(problems: Vec<String>) {
    let shown: Vec<&String> = problems.iter().take(20).collect();
    assert!(
        problems.is_empty(),
        "{} disagreements, the first:\n{shown:#?}",
        problems.len()
    );
}

#[test]
fn compiled_code_agrees() {
    for pointer in [64, 32] {
        let folder = tests_folder(&format!("native-{pointer}"));
        let operations = table::operations(pointer);
        let mut calls = Vec::new();
        let mut expected = Vec::new();
        for (place, operation) in operations.iter().enumerate() {
            for values in operands(operation, place) {
                if let Meaning::Value(value) = operation.meaning(&values) {
                    expected.push(value);
                    calls.push((place, values));
                }
            }
        }
        let results = native::run(&folder, &operations, pointer, &calls).expect("runs");
        let mut problems = Vec::new();
        for (((place, values), expected), result) in calls.iter().zip(&expected).zip(&results) {
            if expected != result {
                let text = &operations[*place].text;
                problems.push(format!("{text} {values:?}: expected {expected}, is {result}"));
            }
        }
        println!("{pointer}: {} rows, {} calls", operations.len(), calls.len());
        check(problems);
        let _ = std::fs::remove_dir_all(folder);
    }
}

fn tests_folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("haltcert-meaning-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// What one operation does in the interpreter and should not.
fn interpreted(place: usize, operation: &Operation) -> Vec<String> {
    let text = native::module(std::slice::from_ref(operation), operation.pointer);
    let module = interpreter::parse(&text).expect("is read");
    let mut problems = Vec::new();
    for values in operands(operation, place) {
        for mode in [Mode::Error, Mode::Wrap] {
            let mut inputs = Inputs::given(&values, 1);
            let limits = Limits::default();
            let outcome = interpreter::run_module(&module, "f0", &mut inputs, mode, limits, None);
            let returned = |bits: u64| Outcome::Returned(Some(Value::Bits(bits.into())));
            let agrees = match (operation.meaning(&values), mode) {
                (Meaning::Value(bits), _) | (Meaning::Overflow(bits), Mode::Wrap) => {
                    outcome == returned(bits)
                }
                _ => matches!(outcome, Outcome::Error { .. }),
            };
            let unknown = operation.refused.is_some() && matches!(outcome, Outcome::Unsupported(_));
            if !agrees && !unknown {
                problems.push(format!("{} {values:?} {mode:?}: {outcome:?}", operation.text));
            }
        }
    }
    problems
}

#[test]
fn the_interpreter_agrees() {
    let problems = parallel::map(&rows(), |(place, operation)| interpreted(*place, operation));
    check(problems.into_iter().flatten().collect());
}

/// The signs that operands and result are bound with: all combinations in turn.
fn signs(turn: usize) -> ([Sign; 3], Sign) {
    let sign = |bit: usize| match turn >> bit & 1 {
        0 => Sign::Signed,
        _ => Sign::Unsigned,
    };
    ([sign(0), sign(1), sign(1)], sign(2))
}

/// The result's bits, if the operation has one in this mode.
fn value(operation: &Operation, values: &[u64], mode: Overflow) -> Option<u64> {
    match (operation.meaning(values), mode) {
        (Meaning::Value(bits), _) | (Meaning::Overflow(bits), Overflow::Wrap) => Some(bits),
        _ => None,
    }
}

/// The modes in which the operation may mean something different.
fn modes(operation: &Operation) -> &'static [Overflow] {
    match operation.text.contains(" nsw ") {
        true => &[Overflow::Error, Overflow::Wrap, Overflow::Ideal],
        false => &[Overflow::Error],
    }
}

/// Every row with its number, for both data models.
fn rows() -> Vec<(usize, Operation)> {
    let both = [64, 32].map(|pointer| table::operations(pointer));
    both.into_iter().flat_map(|list| list.into_iter().enumerate()).collect()
}

/// Operations checked in one certificate.
const LENGTH: usize = 40;

#[test]
fn the_checker_proves_what_is_true() {
    let results = parallel::map(&rows(), |(place, operation)| {
        let mut problems = Vec::new();
        let (mut exact, mut gaps) = (0usize, 0usize);
        if operation.refused.is_some() {
            return (problems, exact, gaps, String::new());
        }
        for &mode in modes(operation) {
            let mut chain = Chain::new(operation.pointer, mode);
            let mut finish = |chain: &mut Chain| {
                let done = std::mem::replace(chain, Chain::new(operation.pointer, mode));
                if !done.is_empty() && !matches!(verdict(&done), Verdict::Valid(_)) {
                    problems.push(format!("{} {mode:?}: {}", operation.text, said(&done)));
                }
            };
            for (turn, values) in operands(operation, *place).iter().enumerate() {
                let Some(bits) = value(operation, values, mode) else { continue };
                let (signs, wish) = signs(turn);
                let steps = chain.reader(operation, values, &signs, wish).exact();
                let Some(steps) = steps else {
                    gaps += 1;
                    continue;
                };
                exact += 1;
                chain.push(operation, values, &signs, Some(&steps), Some(("eq", bits)));
                if chain.len() == LENGTH {
                    finish(&mut chain);
                }
            }
            finish(&mut chain);
        }
        (problems, exact, gaps, family(operation))
    });
    let mut known: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut problems = Vec::new();
    for (found, exact, gaps, family) in results {
        problems.extend(found);
        let sums = known.entry(family).or_default();
        (sums.0, sums.1) = (sums.0 + exact, sums.1 + gaps);
    }
    for (family, (exact, gaps)) in &known {
        println!("{family}: {exact} exact, {gaps} only bounded");
    }
    check(problems);
}

/// The first word of an operation.
fn family(operation: &Operation) -> String {
    let text = operation.text.trim().trim_start_matches("%r# = ");
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

fn said(chain: &Chain) -> String {
    match verdict(chain) {
        Verdict::Valid(_) => format!("VALID\n{}", chain.module()),
        Verdict::Invalid(reason) => format!("INVALID: {reason}\n{}", chain.module()),
        Verdict::Undecided(reason) => format!("UNDECIDED: {reason}\n{}", chain.module()),
        Verdict::BadInput(reason) => format!("bad input: {reason}\n{}", chain.module()),
    }
}

/// Everything is tried where the environment asks for more than usual; otherwise a sample.
fn thorough() -> bool {
    std::env::var("MEANING").is_ok()
}

/// Rows for tests that need many certificates for each.
fn chosen() -> Vec<(usize, Operation)> {
    let usual = |operation: &Operation| {
        let text = &operation.text;
        let width = |name: &str| text.contains(&format!("{name} "));
        let flagged = ["inbounds", "nusw ", "nuw i8,", "nuw i32,"];
        let address = text.contains("getelementptr") && flagged.iter().any(|flag| text.contains(flag));
        !["i7", "i16", "i33"].iter().any(|name| width(name)) && !address
    };
    let mut rows = rows();
    rows.retain(|(_, operation)| thorough() || usual(operation));
    rows
}

/// Some of the operands, from the whole list.
fn sample(all: Vec<Vec<u64>>, count: usize) -> Vec<Vec<u64>> {
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}

/// One operation alone in a chain.
fn alone(
    operation: &Operation,
    mode: Overflow,
    values: &[u64],
    steps: &Steps,
    signs: &[Sign; 3],
    compare: Option<(&str, u64)>,
) -> Chain {
    let mut chain = Chain::new(operation.pointer, mode);
    chain.push(operation, values, signs, Some(steps), compare);
    chain
}

/// Hints of every kind, true and false: what the checker accepts must never contradict the result.
fn attacked(place: usize, operation: &Operation) -> (Vec<String>, usize, usize) {
    let mut problems = Vec::new();
    let (mut tried, mut accepted) = (0, 0);
    for &mode in modes(operation) {
        let all = operands(operation, place);
        let (defined, undefined): (Vec<_>, Vec<_>) = all.into_iter().partition(|values| {
            operation.refused.is_none() && value(operation, values, mode).is_some()
        });
        let undefined: Vec<_> = undefined
            .into_iter()
            .filter(|values| {
                let outside = matches!(operation.meaning(values), Meaning::Overflow(_));
                !outside || mode != Overflow::Ideal || operation.refused.is_some()
            })
            .collect();
        for (turn, values) in sample(undefined, if thorough() { 12 } else { 2 }).iter().enumerate() {
            let (signs, wish) = signs(turn);
            let chain = Chain::new(operation.pointer, mode);
            let mut reader = chain.reader(operation, values, &signs, wish);
            let exact = reader.exact();
            for steps in exact.into_iter().chain(reader.others()) {
                tried += 1;
                let chain = alone(operation, mode, values, &steps, &signs, None);
                if matches!(verdict(&chain), Verdict::Valid(_)) {
                    problems.push(format!("{} {values:?} {mode:?} {steps:?}", operation.text));
                }
            }
        }
        for (turn, values) in sample(defined, if thorough() { 12 } else { 2 }).iter().enumerate() {
            let Some(bits) = value(operation, values, mode) else { continue };
            let (signs, wish) = signs(turn + place);
            let chain = Chain::new(operation.pointer, mode);
            let mut reader = chain.reader(operation, values, &signs, wish);
            let exact = reader.exact();
            let other = bits.wrapping_add(1) & mask(operation.result.width(operation.pointer));
            for steps in exact.iter().cloned().chain(reader.others()) {
                tried += 1;
                let valid = |compare| {
                    let chain = alone(operation, mode, values, &steps, &signs, compare);
                    matches!(verdict(&chain), Verdict::Valid(_))
                };
                if !valid(None) {
                    continue;
                }
                accepted += 1;
                for claim in [("ne", bits), ("eq", other)] {
                    if valid(Some(claim)) {
                        let text = &operation.text;
                        problems.push(format!("{text} {values:?} {mode:?} {steps:?} {claim:?}"));
                    }
                }
            }
        }
    }
    (problems, tried, accepted)
}

#[test]
fn the_checker_refuses_what_is_false() {
    let results = parallel::map(&chosen(), |(place, operation)| attacked(*place, operation));
    let tried: usize = results.iter().map(|result| result.1).sum();
    let accepted: usize = results.iter().map(|result| result.2).sum();
    println!("{tried} derivations, {accepted} accepted without a claim");
    check(results.into_iter().flat_map(|result| result.0).collect());
    assert!(accepted > 1000, "only {accepted} derivations: the test has lost its teeth");
}

/// What the prover made of some operations.
#[derive(Default)]
struct Found {
    proved: usize,
    /// True, and exact in the checker's rules, but not proved.
    missed: BTreeMap<String, Vec<Vec<u64>>>,
    wrong: Vec<String>,
}

/// Operations with operands and the result's bits.
type Equation<'o> = (&'o Operation, Vec<u64>, u64);

/// Proves a chain of equations; whether it is accepted.
fn proved(equations: &[Equation], mode: Overflow, file: &Path, found: &mut Found) -> bool {
    let pointer = equations.first().map_or(64, |equation| equation.0.pointer);
    let mut chain = Chain::new(pointer, mode);
    for (operation, values, bits) in equations {
        let signs = [Sign::Signed; 3];
        chain.push(operation, values, &signs, None, Some(("eq", *bits)));
    }
    match proving::verdict(&chain, mode, file) {
        Ok(Some(Verdict::Valid(_))) => true,
        Ok(None) => false,
        Ok(Some(_)) => {
            found.wrong.push(format!("prover and checker disagree\n{}", chain.module()));
            false
        }
        Err(error) => {
            found.wrong.push(format!("{error}\n{}", chain.module()));
            false
        }
    }
}

/// The prover on some rows of one data model, in one mode.
fn searched(rows: &[(usize, Operation)], mode: Overflow, file: &Path) -> Found {
    let mut found = Found::default();
    let count = if thorough() { 12 } else { 5 };
    let mut equations: Vec<Equation> = Vec::new();
    for (place, operation) in rows {
        let all = operands(operation, *place);
        let undefined = all.iter().filter(|values| {
            operation.refused.is_some()
                || match operation.meaning(values) {
                    Meaning::Value(_) => false,
                    Meaning::Overflow(_) => mode == Overflow::Error,
                    Meaning::Undefined => true,
                }
        });
        for values in sample(undefined.cloned().collect(), count / 4) {
            let mut chain = Chain::new(operation.pointer, mode);
            chain.push(operation, &values, &[Sign::Signed; 3], None, None);
            match proving::verdict(&chain, mode, file) {
                Ok(None) => {}
                Ok(Some(Verdict::Valid(_))) => found.wrong.push(chain.module()),
                // What the prover believes wrongly is for other tests.
                Ok(Some(_)) => found.wrong.push(format!("prover alone\n{}", chain.module())),
                Err(error) => found.wrong.push(format!("{error}\n{}", chain.module())),
            }
        }
        if operation.refused.is_some() {
            continue;
        }
        let chain = Chain::new(operation.pointer, mode);
        let signs = [Sign::Signed; 3];
        let exact = all.into_iter().filter(|values| {
            let mut reader = chain.reader(operation, values, &signs, Sign::Signed);
            value(operation, values, mode).is_some() && reader.exact().is_some()
        });
        for values in sample(exact.collect(), count) {
            let bits = value(operation, &values, mode).unwrap_or_default();
            equations.push((operation, values, bits));
        }
    }
    if proved(&equations, mode, file, &mut found) {
        found.proved += equations.len();
    } else {
        for equation in &equations {
            if proved(std::slice::from_ref(equation), mode, file, &mut found) {
                found.proved += 1;
            } else {
                let text = equation.0.text.clone();
                found.missed.entry(text).or_default().push(equation.1.clone());
            }
        }
    }
    // The control: the last equation is made false.
    if let Some((operation, values, bits)) = equations.pop() {
        let width = operation.result.width(operation.pointer);
        let false_one = (operation, values, bits.wrapping_add(1) & mask(width));
        if proved(&[false_one], mode, file, &mut found) {
            found.wrong.push(format!("{} is proved wrongly", operation.text));
        }
    }
    found
}

#[test]
fn the_prover_agrees() {
    let folder = tests_folder("prover");
    let mut groups: Vec<(Vec<(usize, Operation)>, Overflow)> = Vec::new();
    for mode in [Overflow::Error, Overflow::Wrap, Overflow::Ideal] {
        for pointer in [64, 32] {
            let mut rows = chosen();
            rows.retain(|(_, o)| o.pointer == pointer && modes(o).contains(&mode));
            groups.extend(rows.chunks(6).map(|rows| (rows.to_vec(), mode)));
        }
    }
    let numbered: Vec<_> = groups.into_iter().enumerate().collect();
    let results = parallel::map(&numbered, |(number, (rows, mode))| {
        searched(rows, *mode, &folder.join(format!("chain{number}.ll")))
    });
    let mut all = Found::default();
    for found in results {
        all.proved += found.proved;
        all.wrong.extend(found.wrong);
        all.missed.extend(found.missed);
    }
    println!("{} equations proved", all.proved);
    for (text, values) in &all.missed {
        println!("missed: {text} {values:?}");
    }
    let _ = std::fs::remove_dir_all(folder);
    check(all.wrong);
}
