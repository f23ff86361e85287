//! Tables: wrong proofs and refutations first, then a line per set, then cost.

use super::judge;
use super::labels::{Label, Verdict, set_of};
use super::refuted::{Refuted, Replay, violates};
use super::row::{Check, Obligations, Proof, Row};
use super::stats;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// How many reasons for failure are listed.
const REASONS: usize = 15;

/// Prints everything about a run; `false` when a proof or a refutation is wrong.
pub fn print(out: &mut impl Write, labels: &[Label], rows: &[Row]) -> io::Result<bool> {
    let by_path: HashMap<&str, &Label> = labels.iter().map(|label| (label.path.as_str(), label)).collect();
    let labelled: Vec<(&Row, &Label)> =
        rows.iter().filter_map(|row| Some((row, *by_path.get(row.path.as_str())?))).collect();
    let wrong = wrong_proofs(out, &labelled)? + wrong_refutations(out, &labelled)?;
    rejected(out, rows)?;
    table(out, &labelled)?;
    refutations(out, &labelled)?;
    cost(out, rows)?;
    stats::print(out, rows)?;
    obligations(out, rows)?;
    reasons(out, rows)?;
    if wrong > 0 {
        writeln!(out, "\nFAILED: {wrong} wrong answers (listed first)")?;
    }
    Ok(wrong == 0)
}

fn wrong_proofs(out: &mut impl Write, rows: &[(&Row, &Label)]) -> io::Result<usize> {
    let mut wrong = 0;
    for (row, label) in rows {
        if let Some(why) = judge::wrong(label, row) {
            wrong += 1;
            let escape = row.escape.as_deref().unwrap_or_default();
            writeln!(out, "WRONG PROOF {} ({}): {why} {escape}", row.path, row.mode)?;
        }
        if let Some(why) = judge::doubtful(label, row) {
            writeln!(out, "look at {} ({}): {why}", row.path, row.mode)?;
        }
    }
    Ok(wrong)
}

fn wrong_refutations(out: &mut impl Write, rows: &[(&Row, &Label)]) -> io::Result<usize> {
    let mut wrong = 0;
    for (row, label) in rows {
        for refuted in row.refuted.iter().filter(|refuted| judge::wrong_refutation(label, row, refuted)) {
            wrong += 1;
            let Refuted { property, what, .. } = refuted;
            let place = refuted.place.as_deref().unwrap_or_default();
            writeln!(out, "WRONG REFUTATION {} ({}): labelled true: {property}: {place}: {what}", row.path, row.mode)?;
        }
    }
    Ok(wrong)
}

/// What is shown to be violated, beside what the labels say, and how often it is met natively.
fn refutations(out: &mut impl Write, rows: &[(&Row, &Label)]) -> io::Result<()> {
    if rows.iter().all(|(row, _)| row.refuted.is_empty()) {
        return Ok(());
    }
    let count = |which: &dyn Fn(&Row, &Label) -> bool| rows.iter().filter(|(row, label)| which(row, label)).count();
    writeln!(out, "\nviolations shown, VALID (labelled false: among the programs of which the label says so)")?;
    for property in ["memory_safety", "no_overflow", "termination"] {
        let shown = count(&|row, _| violates(row, property));
        let labelled = count(&|_, label| judge::says(label, property, Verdict::False));
        let of = count(&|row, label| violates(row, property) && judge::says(label, property, Verdict::False));
        writeln!(out, "{property:<14} {shown:>5}, labelled false {of:>4}/{labelled}")?;
    }
    let all = || rows.iter().flat_map(|(row, _)| row.refuted.iter().map(move |refuted| (row, refuted)));
    let replayed = |replay| all().filter(|(_, refuted)| refuted.replay == replay).count();
    writeln!(out, "met natively {}, missed {}", replayed(Replay::Met), replayed(Replay::Missed))?;
    for (row, refuted) in all().filter(|(_, refuted)| refuted.replay == Replay::Missed) {
        writeln!(out, "not met natively: {} ({}): {}", row.path, row.data_model, refuted.what)?;
    }
    Ok(())
}

fn rejected(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    for row in rows.iter().filter(|row| row.rejected()) {
        let refuted = row.refuted.iter().map(|refuted| (refuted.check, &refuted.check_detail));
        let all = std::iter::once((row.check, &row.check_detail)).chain(refuted);
        for (check, detail) in all.filter(|(check, _)| !matches!(check, Check::Valid | Check::None)) {
            writeln!(
                out,
                "certificate not accepted: {} {check:?}: {}",
                row.path,
                detail.as_deref().unwrap_or_default()
            )?;
        }
    }
    for row in rows.iter().filter(|row| row.proof == Proof::Crash) {
        writeln!(out, "prover crashed: {}: {}", row.path, row.reason.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

/// Counts of one set.
#[derive(Default)]
struct Counts {
    programs: usize,
    both: usize,
    memory: usize,
    /// Labelled as terminating and not as unsafe or overflowing (in `error`): provable.
    provable: usize,
    proved_provable: usize,
    unknown: usize,
    timeout: usize,
    bad_input: usize,
    crash: usize,
    rejected: usize,
    wrong: usize,
}

impl Counts {
    fn add(&mut self, row: &Row, label: &Label) {
        let provable = label.terminates == Verdict::True
            && label.memory_safe != Verdict::False
            && !(row.mode == "error" && label.no_overflow == Verdict::False);
        self.programs += 1;
        self.both += usize::from(row.both());
        self.memory += usize::from(row.memory() && !row.both());
        self.provable += usize::from(provable);
        self.proved_provable += usize::from(provable && row.both());
        self.unknown += usize::from(row.proof == Proof::Unknown);
        self.timeout += usize::from(row.proof == Proof::Timeout);
        self.bad_input += usize::from(row.proof == Proof::BadInput);
        self.crash += usize::from(row.proof == Proof::Crash);
        self.rejected += usize::from(row.rejected());
        self.wrong += usize::from(judge::wrong(label, row).is_some());
    }

    fn print(&self, out: &mut impl Write, name: &str) -> io::Result<()> {
        writeln!(
            out,
            "{name:<38} {:>5} {:>7} {:>5}/{:<5} {:>7} {:>8} {:>8} {:>5} {:>6} {:>9} {:>6}",
            self.programs,
            self.both,
            self.proved_provable,
            self.provable,
            self.memory,
            self.unknown,
            self.timeout,
            self.bad_input,
            self.crash,
            self.rejected,
            self.wrong
        )
    }
}

fn table(out: &mut impl Write, rows: &[(&Row, &Label)]) -> io::Result<()> {
    let mut sets: BTreeMap<String, Counts> = BTreeMap::new();
    let mut total = Counts::default();
    for (row, label) in rows {
        sets.entry(set_of(&row.path)).or_default().add(row, label);
        total.add(row, label);
    }
    writeln!(
        out,
        "{:<38} {:>5} {:>7} {:>11} {:>7} {:>8} {:>8} {:>5} {:>6} {:>9} {:>6}",
        "set", "all", "proved", "of label", "memory", "unknown", "timeout", "bad", "crash", "rejected", "WRONG"
    )?;
    for (name, counts) in &sets {
        counts.print(out, name)?;
    }
    total.print(out, "total")?;
    writeln!(
        out,
        "(proved: memory safety and termination, VALID; of label: among those labelled so; memory: safety only)"
    )
}

fn cost(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let proved: Vec<&Row> = rows.iter().filter(|row| row.both()).collect();
    if proved.is_empty() {
        return Ok(());
    }
    let numbers = |of: fn(&Row) -> f64| {
        let mut numbers: Vec<f64> = proved.iter().map(|row| of(row)).collect();
        numbers.sort_by(f64::total_cmp);
        numbers
    };
    writeln!(out, "\ncost of the {} proved", proved.len())?;
    let mut line = |name: &str, unit: &str, of: fn(&Row) -> f64| {
        let numbers = numbers(of);
        let at = |part: usize| numbers[(numbers.len() - 1) * part / 100];
        let [middle, most, max] = [50, 90, 100].map(at);
        writeln!(out, "{name:<12} median {middle:>9.3}  90% {most:>9.3}  max {max:>9.3} {unit}")
    };
    line("prove", "s", |row| row.prove_seconds)?;
    line("check", "s", |row| row.check_seconds)?;
    line("check/prove", "", |row| row.check_seconds / row.prove_seconds.max(1e-9))?;
    line("prove, CPU", "s", |row| row.prove_processor)?;
    line("check, CPU", "s", |row| row.check_processor)?;
    line("prover peak", "MiB", |row| row.prove_memory)?;
    line("checker peak", "MiB", |row| row.check_memory)?;
    line("certificate", "KiB", |row| row.certificate_bytes as f64 / 1024.0)
}

/// What decided the obligations of all accepted certificates, and what proving and checking cost in all.
fn obligations(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let valid: Vec<&Row> = rows.iter().filter(|row| row.check == Check::Valid).collect();
    let mut all = Obligations::default();
    valid.iter().for_each(|row| all.add(&row.obligations));
    if all.total() == 0 {
        return Ok(());
    }
    let alone = valid.iter().filter(|row| row.obligations.solver == 0).count();
    writeln!(
        out,
        "\nobligations of {} valid certificates: {} trivial, {} native, {} Farkas, {} solver: {:.3} % without solver; {alone} certificates need none",
        valid.len(),
        all.trivial,
        all.native,
        all.farkas,
        all.solver,
        100.0 * (all.total() - all.solver) as f64 / all.total() as f64,
    )?;
    let sum = |of: fn(&Row) -> f64| valid.iter().map(|row| of(row)).sum::<f64>();
    let (prove, check) = (sum(|row| row.prove_processor), sum(|row| row.check_processor));
    writeln!(
        out,
        "their processor time: prover {prove:.1} s, checker {check:.1} s ({:.1} %); their size: {:.0} KiB",
        100.0 * check / prove.max(1e-9),
        sum(|row| row.certificate_bytes as f64) / 1024.0,
    )
}

/// The most frequent reasons, numbers and names left out.
fn reasons(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let mut groups: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.both() && row.check == Check::None) {
        let reason = row.reason.as_deref().unwrap_or("no reason given");
        groups.entry(shape(reason)).or_insert((0, &row.path)).0 += 1;
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    if !groups.is_empty() {
        writeln!(out, "\nreasons (count, shape, an example)")?;
    }
    for (reason, (count, path)) in groups.iter().take(REASONS) {
        writeln!(out, "{count:>5}  {reason}  [{path}]")?;
    }
    Ok(())
}

/// A reason with digits and quoted names replaced, so that like reasons count together.
fn shape(reason: &str) -> String {
    let mut shape = String::new();
    let mut quote = None;
    for c in reason.chars().take(120) {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None if c == '`' || c == '\'' => {
                quote = Some(c);
                shape.push('_');
            }
            None if c.is_ascii_digit() => {
                if !shape.ends_with('#') {
                    shape.push('#');
                }
            }
            None => shape.push(c),
        }
    }
    shape
}
