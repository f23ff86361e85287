//! A prover that lies: with one of its conditions switched off, the prover believes that it has proved unsafe and
//! endless programs. The checker rejects every such certificate, and every fault has made at least one.
//!
//! `HALTCERT_FAULTS=FILE` writes the table of faults that stands in `spec/faults.md`.

use certificates::{decode, decode_refutation};
use checker::{Expectation, Verdict, check, check_refutation};
use prover::faults::Fault;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tests::cases::{Case, Expected, all, root};
use tests::effort;
use tests::parallel;
use tests::process::{ProcessLimits, run};
use tests::programs::{faulty, programs};

/// Seconds for one search. Most take a few milliseconds, and counted work ends the others before.
const TIMEOUT: u64 = 20;

/// Cases in which faults show that few cases have, or none that takes less time.
const TELLING: [&str; 10] = [
    "after_lifetime",
    "appended_value_zero",
    "values_second_removed",
    "destroyed_by_callee",
    "shared_subtree_destroyed",
    "list_of_lists_dangling",
    "negative_index",
    "nuw_violated",
    "realloc_shrinks_and_grows",
    "negative_is_large",
];

/// A false certificate and who caught it.
struct Caught {
    fault: String,
    case: String,
    /// Rule and premise, or how else it was refused.
    by: String,
    valid: bool,
}

#[test]
fn false_certificates_are_rejected() {
    let cases: Vec<Case> = all(&root()).expect("cases").into_iter().filter(is_wrong).collect();
    let (mut tried, rest) = spread(cases);
    programs();
    let mut caught: Vec<Caught> = parallel::map(&tried, lies).into_iter().flatten().collect();
    eprintln!("{} programs tried, others for: {:?}", tried.len(), silent(&caught));
    for more in rest.chunks(16) {
        if silent(&caught).is_empty() {
            break;
        }
        caught.extend(parallel::map(more, lies).into_iter().flatten());
        tried.extend_from_slice(more);
    }
    let accepted: Vec<String> = caught.iter().filter(|c| c.valid).map(|c| format!("{}: {}", c.fault, c.case)).collect();
    assert!(accepted.is_empty(), "VALID, but false: {accepted:#?}");
    let table = table(&caught, tried.len());
    println!("{table}");
    if let Some(file) = std::env::var_os("HALTCERT_FAULTS") {
        fs::write(file, &table).expect("written");
    }
    let silent = silent(&caught);
    assert!(silent.is_empty(), "made no false certificate, and so test nothing: {silent:?}");
}

/// Programs with the mode, and the faults with which what the prover says of them is false: that they do not end, or not
/// from where it says, that they have an error, or one where there is none.
const REFUTED: [(&str, &str, &[Fault]); 6] = [
    ("refutation/ends_late.c", "ideal", &[Fault::WayOut, Fault::NotKept]),
    ("refutation/ends_in_callee.c", "error", &[Fault::WayOut]),
    ("refutation/endless_counter.c", "ideal", &[Fault::NoMember]),
    ("refutation/wraps.c", "error", &[Fault::NoError]),
    ("refutation/foreign.c", "error", &[Fault::NoInput]),
    ("refutation/overflow.c", "error", &[Fault::CutShort]),
];

/// Refutations that the faults make are not accepted, and each makes one of every program that is tried with it.
#[test]
fn false_refutations_are_rejected() {
    for (name, mode, faults) in REFUTED {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let mut command = Command::new(faulty());
        command.arg("prove").arg(root().join(name)).arg("-o").arg(folder);
        command.args(["--signed-overflow", mode, "--timeout", &TIMEOUT.to_string()]);
        let names: Vec<&str> = faults.iter().map(|fault| fault.name()).collect();
        command.env("HALTCERT_FAULTS_TRIED", names.join(","));
        let limits = ProcessLimits { time: Duration::from_secs(300), memory: 8192 };
        run(&mut command, limits, &folder.join("out"), &folder.join("err")).expect("haltcert-faulty runs");
        for fault in faults {
            let bytes = fs::read(folder.join(format!("{}.refutation", fault.name())));
            let bytes = bytes.unwrap_or_else(|_| panic!("{} says nothing false of {name}", fault.name()));
            let refutation = decode_refutation(&bytes).expect("the faulty prover's refutation is read");
            match check_refutation(&refutation.module, &bytes, &Expectation::of(&refutation.claim)) {
                Verdict::Invalid(why) => println!("{name}, {}: {} {}", fault.name(), why.rule, why.premise),
                Verdict::Undecided(why) => println!("{name}, {}: undecided {}", fault.name(), why.premise),
                verdict => panic!("{name} with the fault {}: {verdict:?}", fault.name()),
            }
        }
    }
    for fault in Fault::OF_REFUTATIONS {
        assert!(REFUTED.iter().any(|(_, _, faults)| faults.contains(&fault)), "{} is not tried", fault.name());
    }
}

/// Cases that are tried, and others that are tried only as long as some fault has made no false certificate: the first
/// are a share of all, the smallest of those about lists and trees, which take the longest, and those in which faults
/// show that few cases have. Of the others those about lists and trees come last. In the long form all are tried.
fn spread(cases: Vec<Case>) -> (Vec<Case>, Vec<Case>) {
    let slow = |case: &Case| ["list", "tree"].iter().any(|name| case.file.parent().is_some_and(|p| p.ends_with(name)));
    let share = |case: &Case| effort::one_in(if slow(case) { 24 } else { 3 }, &case.name(&root()));
    let (tried, mut rest): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| is_telling(case) || share(case));
    rest.sort_by_key(slow);
    (tried, rest)
}

fn is_telling(case: &Case) -> bool {
    case.file.file_stem().is_some_and(|stem| TELLING.iter().any(|name| *stem == **name))
}

/// Faults that have made no false certificate yet.
fn silent(caught: &[Caught]) -> Vec<&'static str> {
    let tried = Fault::ALL.iter().filter(|fault| !Fault::OF_REFUTATIONS.contains(fault));
    tried.map(|fault| fault.name()).filter(|name| !caught.iter().any(|c| c.fault == *name)).collect()
}

/// Programs of which something false can be claimed: a concrete run meets the error, or never ends.
fn is_wrong(case: &Case) -> bool {
    let text = fs::read_to_string(&case.file).unwrap_or_default();
    let concrete = !text.contains("concrete: none");
    match case.expected {
        Expected::Unknown => concrete && !case.gap,
        Expected::NoTermination => !case.gap,
        _ => false,
    }
}

/// The false certificates that the faults make for a case.
fn lies(case: &Case) -> Vec<Caught> {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut command = Command::new(faulty());
    command.arg("prove").arg(&case.file).arg("-o").arg(folder);
    command.args(["--no-refute", "--timeout", &TIMEOUT.to_string()]).args(case.arguments());
    // What it has written when its time is over is judged.
    let short = if is_telling(case) { 300 } else { 15 };
    let time = Duration::from_secs(effort::number("FAULTS_SECONDS", short, 300));
    let limits = ProcessLimits { time, memory: 8192 };
    let (out, err) = (folder.join("out"), folder.join("err"));
    run(&mut command, limits, &out, &err).expect("haltcert-faulty runs");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "cert"))
        .collect();
    files.sort();
    files.iter().filter_map(|file| judge(case, file)).collect()
}

fn judge(case: &Case, file: &Path) -> Option<Caught> {
    let bytes = fs::read(file).expect("read");
    let certificate = decode(&bytes).expect("the faulty prover's certificate is read");
    if case.expected == Expected::NoTermination && !certificate.claim.properties.termination {
        return None;
    }
    // Whether the proof is right is asked, not whether it is about something.
    let expected = Expectation { allow_vacuous: true, ..Expectation::of(&certificate.claim) };
    let verdict = check(&certificate.module, &bytes, &expected);
    let by = match &verdict {
        Verdict::Valid(_) => "nobody".to_owned(),
        Verdict::Invalid(r) => format!("{} {}", r.rule, r.premise),
        Verdict::Undecided(r) => format!("undecided {}", r.rule),
        Verdict::BadInput(message) => panic!("{message}"),
    };
    Some(Caught {
        fault: file.file_stem()?.to_string_lossy().into_owned(),
        case: case.name(&root()),
        by,
        valid: matches!(verdict, Verdict::Valid(_)),
    })
}

/// Faults, false certificates, and which rules caught how many of them.
fn table(caught: &[Caught], programs: usize) -> String {
    let mut text = format!(
        "{} false certificates for {programs} programs.\n\n\
         | fault | false certificates | VALID | caught by | for example |\n|---|---|---|---|---|\n",
        caught.len()
    );
    for fault in prover::faults::Fault::ALL {
        let mine: Vec<&Caught> = caught.iter().filter(|c| c.fault == fault.name()).collect();
        let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
        for c in &mine {
            *rules.entry(&c.by).or_default() += 1;
        }
        let mut rules: Vec<(&str, usize)> = rules.into_iter().collect();
        rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let rules: Vec<String> = rules.iter().map(|(rule, n)| format!("{rule} ({n})")).collect();
        let valid = mine.iter().filter(|c| c.valid).count();
        let example = mine.first().map_or("", |c| &c.case);
        text += &format!("| {} | {} | {valid} | {} | {example} |\n", fault.name(), mine.len(), rules.join(", "));
    }
    text
}
