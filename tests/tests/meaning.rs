//! The meaning of instructions: an independent definition in wide integers (`tests::meaning`), compiled
//! code, the concrete interpreter, the checker's rules and the prover agree on boundary values and
//! random ones, for every instruction, width and flag of the subset.
//!
//! `MEANING=200 SEED=7 cargo test -p tests --test meaning` tries more random values.

use certificates::{Overflow, Sign};
use checker::Verdict;
use prover::certify::Witnesses;
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::tempdir;
use tests::interpreter::{self, Inputs, Mode, Outcome, RunLimits, Value};
use tests::meaning::derivation::{Chain, verdict};
use tests::meaning::hints::Steps;
use tests::meaning::rows::{chosen, modes, operands, rows, sample, signs, thorough, value};
use tests::meaning::{Form, Meaning, Operation, Type, mask, native, proving, table};
use tests::parallel;

fn check(problems: Vec<String>) {
    let shown: Vec<&String> = problems.iter().take(20).collect();
    assert!(problems.is_empty(), "{} disagreements, the first:\n{shown:#?}", problems.len());
}

#[test]
fn compiled_code_agrees() {
    for pointer in [64, 32] {
        let folder = tempdir().expect("a folder");
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
        let results = native::run(folder.path(), &operations, pointer, &calls).expect("runs");
        let mut problems = Vec::new();
        for (((place, values), expected), result) in calls.iter().zip(&expected).zip(&results) {
            if expected != result {
                let text = &operations[*place].text;
                problems.push(format!("{text} {values:?}: expected {expected}, is {result}"));
            }
        }
        println!("{pointer}: {} rows, {} calls", operations.len(), calls.len());
        check(problems);
    }
}

/// What one operation does in the interpreter and should not.
fn interpreted(place: usize, operation: &Operation) -> Vec<String> {
    let text = native::module(std::slice::from_ref(operation), operation.pointer);
    let module = interpreter::parse(&text).expect("is read");
    let mut problems = Vec::new();
    for values in operands(operation, place) {
        for mode in [Mode::Error, Mode::Wrap] {
            let mut inputs = Inputs::given(&values, 1);
            let limits = RunLimits::default();
            let outcome = interpreter::run_module(&module, "f0", &mut inputs, mode, limits, None);
            let returned = |bits: u64| Outcome::Returned(Some(Value::Bits(bits.into())));
            let agrees = match (operation.meaning(&values), mode) {
                (Meaning::Value(bits), _) | (Meaning::Overflow(bits), Mode::Wrap) => outcome == returned(bits),
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

/// Operations checked in one certificate.
const LENGTH: usize = 40;

/// Results that no rule of the checker states exactly even where the operands are known.
fn gap_of_the_rules(operation: &Operation) -> Option<&'static str> {
    match &operation.form {
        Form::Binary { name, .. } => match *name {
            "mul" | "shl" if operation.result == Type::Int(64) => Some("beyond 126 bits"),
            _ => None,
        },
        Form::Overflowing { .. } => Some("beyond 126 bits"),
        Form::Intrinsic { name: "fshl" | "fshr", .. } => Some("amounts beyond 32 bits"),
        Form::Wide { .. } => Some("what is opaque"),
        Form::Absolute { .. } => Some("abs of the smallest value"),
        Form::Memory { .. } => Some("bytes of another width or place than was stored"),
        _ => None,
    }
}

/// What the checker made of the true equations of one operation.
#[derive(Default)]
struct Proved {
    exact: usize,
    gaps: BTreeMap<&'static str, usize>,
    problems: Vec<String>,
}

fn proved_by_rules(place: usize, operation: &Operation) -> Proved {
    let mut found = Proved::default();
    if operation.refused.is_some() {
        return found;
    }
    for &mode in modes(operation) {
        let mut chain = Chain::new(operation.pointer, mode);
        for (turn, values) in operands(operation, place).iter().enumerate() {
            let Some(bits) = value(operation, values, mode) else {
                continue;
            };
            let (signs, wish) = signs(turn);
            let steps = chain.reader(operation, values, &signs, wish).exact();
            match (steps, gap_of_the_rules(operation)) {
                (Some(steps), _) => {
                    found.exact += 1;
                    chain.push(operation, values, &signs, Some(&steps), Some(("eq", bits)));
                }
                (None, Some(gap)) => *found.gaps.entry(gap).or_default() += 1,
                (None, None) => {
                    let text = &operation.text;
                    found.problems.push(format!("{text} {values:?} is not exact"));
                }
            }
            if chain.len() == LENGTH {
                finish(&mut chain, operation, mode, &mut found);
            }
        }
        finish(&mut chain, operation, mode, &mut found);
    }
    found
}

fn finish(chain: &mut Chain, operation: &Operation, mode: Overflow, found: &mut Proved) {
    let done = std::mem::replace(chain, Chain::new(operation.pointer, mode));
    if !done.is_empty() && !matches!(verdict(&done), Verdict::Valid(_)) {
        let text = &operation.text;
        found.problems.push(format!("{text} {mode:?}: {}", said(&done)));
    }
}

#[test]
fn the_checker_proves_what_is_true() {
    let mut all = Proved::default();
    let results = parallel::map(&rows(), |(place, operation)| proved_by_rules(*place, operation));
    for found in results {
        all.exact += found.exact;
        all.problems.extend(found.problems);
        for (gap, count) in found.gaps {
            *all.gaps.entry(gap).or_default() += count;
        }
    }
    println!("{} equations exact; only bounded: {:?}", all.exact, all.gaps);
    check(all.problems);
}

fn said(chain: &Chain) -> String {
    format!("{}\n{}", short(&verdict(chain)), chain.module())
}

fn short(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Valid(_) => "VALID".into(),
        Verdict::Invalid(reason) => format!("INVALID: {reason}"),
        Verdict::Undecided(reason) => format!("UNDECIDED: {reason}"),
        Verdict::BadInput(reason) => format!("bad input: {reason}"),
    }
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
        let (defined, undefined): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|values| operation.refused.is_none() && value(operation, values, mode).is_some());
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
            let Some(bits) = value(operation, values, mode) else {
                continue;
            };
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

/// What the rules state exactly and the prover does not use.
fn gap_of_the_search(text: &str, values: &[u64]) -> bool {
    // Products of two unsigned values beyond 126 bits.
    (text.contains(" mul i64 ") || text.contains("mul.with.overflow.i64"))
        && values.iter().all(|value| *value > 1 << 62)
}

#[test]
fn the_prover_agrees() {
    let folder = tempdir().expect("a folder");
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
        searched(rows, *mode, &folder.path().join(format!("chain{number}.ll")))
    });
    let mut all = Found::default();
    for found in results {
        all.proved += found.proved;
        all.wrong.extend(found.wrong);
        all.missed.extend(found.missed);
    }
    println!("{} equations proved, missed: {:?}", all.proved, all.missed);
    check(all.wrong);
    let unknown =
        all.missed.iter().filter(|(text, missed)| !missed.iter().all(|values| gap_of_the_search(text, values)));
    check(unknown.map(|missed| format!("{missed:?}")).collect());
}

/// Prover and checker add the same facts in the same order for every instruction: each is asserted at
/// the end because of the fact in its place.
#[test]
fn facts_are_counted_alike() {
    let folder = tempdir().expect("a folder");
    let results = parallel::map(&chosen(), |(place, operation)| {
        let file = folder.path().join(format!("{}-{place}.ll", operation.pointer));
        let mut counts = (0usize, 0usize, Vec::new());
        if operation.refused.is_some() {
            return counts;
        }
        // Small operands of which nothing overflows, and any.
        for bounds in [Some([(4, 9), (1, 3), (1, 3)]), None] {
            for &mode in modes(operation) {
                let module = proving::probe(operation, bounds);
                counts.0 += 1;
                match proving::about(&module, operation.pointer, mode, Witnesses::Places, &file) {
                    Ok(Some(Verdict::Valid(_))) => counts.1 += 1,
                    Ok(None) => {}
                    Ok(Some(other)) => counts.2.push(format!("{}\n{module}", short(&other))),
                    Err(error) => counts.2.push(format!("{error}\n{module}")),
                }
            }
        }
        counts
    });
    let tried: usize = results.iter().map(|result| result.0).sum();
    let proved: usize = results.iter().map(|result| result.1).sum();
    println!("{proved} of {tried} probes proved");
    check(results.into_iter().flat_map(|result| result.2).collect());
    assert!(2 * proved > tried, "only {proved} of {tried} probes are proved");
}
