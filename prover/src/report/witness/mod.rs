//! Witnesses in the format of SV-COMP, version 2.0 (Ayaziova, Beyer, Lingsch-Rosenfeld, Spiessl, Strejcek: Software
//! Verification Witnesses 2.0, SPIN 2024): loop invariants of a proof, or the inputs and the place of a violation.

mod debug;
mod facts;
mod invariants;
mod passages;
mod source;
mod violation;
mod yaml;

use super::outcome::{Property, Verdict};
use super::searched::verdicts;
use super::violation::property;
use crate::code::Code;
use crate::frontend;
use crate::pipeline::{Proof, Task};
use crate::program::Program;
use crate::refute::Violation;
use certificates::hash::sha256_hex;
use certificates::{DataModel, Overflow};
use source::Files;
use std::path::PathBuf;
use yaml::Yaml;

/// The witness of what was found for the properties, or why there is none. `files`: the files that the user gave;
/// `time`: the time of creation that the witness states, in seconds since 1970.
pub(crate) fn witness(
    program: &Program,
    task: &Task,
    proof: &Proof,
    goals: &[Property],
    files: &[PathBuf],
    time: u64,
) -> Result<String, String> {
    if task.entry != "main" || task.contract.is_some() {
        return Err("the format is about the runs of 'main'".to_owned());
    }
    if !files.iter().all(|file| frontend::is_c(file)) {
        return Err("the format is about C files".to_owned());
    }
    if task.overflow == Overflow::Ideal {
        return Err("the format is about C's integers, not about unbounded ones".to_owned());
    }
    let verdicts = Property::ALL.into_iter().zip(verdicts(task, proof));
    let verdicts: Vec<(Property, Verdict)> = verdicts.filter(|(property, _)| goals.contains(property)).collect();
    let violated: Vec<Property> =
        verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Violated).map(|(property, _)| *property).collect();
    if let Some(first) = violated.first() {
        let wanted = |violation: &&Violation| violated.contains(&property(violation.refutation.claim.properties));
        let found = proof.violations.iter().filter(wanted);
        let found =
            found.min_by_key(|violation| property(violation.refutation.claim.properties) == Property::Termination);
        return found.map_or_else(
            || Err(format!("no run violates {}", first.words())),
            |violation| violating(violation, task, files, time),
        );
    }
    let proved: Vec<Property> =
        verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Proved).map(|(property, _)| *property).collect();
    let unknown = verdicts.iter().any(|(_, verdict)| matches!(verdict, Verdict::Unknown | Verdict::BadInput));
    match &proof.certificate {
        Some(certificate) if !unknown && !proved.is_empty() => {
            let files = Files::read(files)?;
            let specification: Vec<&str> = proved.iter().flat_map(|property| checks(*property)).copied().collect();
            let found = invariants::invariants(program, certificate, &files);
            let content = found.iter().map(|invariant| {
                let place = location(&invariant.file, invariant.line, invariant.column, &invariant.function);
                Yaml::Map(vec![(
                    "invariant",
                    Yaml::Map(vec![
                        ("type", Yaml::text("loop_invariant")),
                        ("location", place),
                        ("value", Yaml::text(&invariant.value)),
                        ("format", Yaml::text("c_expression")),
                    ]),
                )])
            });
            let content = Yaml::List(content.collect());
            Ok(entry("invariant_set", content, &specification, task, &files, time))
        }
        _ => Err("what was asked for is neither proved nor violated".to_owned()),
    }
}

fn violating(violation: &Violation, task: &Task, files: &[PathBuf], time: u64) -> Result<String, String> {
    let specification = match property(violation.refutation.claim.properties) {
        Property::Termination => return Err("version 2.0 of the format has none for runs that do not end".to_owned()),
        Property::NoOverflow => "G ! overflow",
        Property::MemorySafety => {
            memory(violation.code).ok_or("the specifications of SV-COMP do not have this error")?
        }
    };
    let files = Files::read(files)?;
    let content = violation::segments(violation, &files)?;
    Ok(entry("violation_sequence", content, &[specification], task, &files, time))
}

/// The name that SV-COMP has for an error of memory safety.
fn memory(code: Code) -> Option<&'static str> {
    match code {
        Code::OutOfBounds | Code::InvalidPointer | Code::DeadObject => Some("G valid-deref"),
        Code::InvalidFree => Some("G valid-free"),
        _ => None,
    }
}

/// The formulas that SV-COMP has for a property. Memory that is never freed is not an error here.
fn checks(property: Property) -> &'static [&'static str] {
    match property {
        Property::MemorySafety => &["G valid-free", "G valid-deref"],
        Property::NoOverflow => &["G ! overflow"],
        Property::Termination => &["F end"],
    }
}

fn location(file: &str, line: usize, column: usize, function: &str) -> Yaml {
    let number = |number: usize| Yaml::Number(u64::try_from(number).unwrap_or(u64::MAX));
    let mut place = vec![("file_name", Yaml::text(file)), ("line", number(line)), ("column", number(column))];
    if !function.is_empty() {
        place.push(("function", Yaml::text(function)));
    }
    Yaml::Map(place)
}

/// The document. Its UUID is made from all the rest, so the same proof gives the same witness.
fn entry(kind: &str, content: Yaml, checks: &[&str], task: &Task, files: &Files, time: u64) -> String {
    let checks: Vec<String> = checks.iter().map(|check| format!("CHECK( init(main()), LTL({check}) )")).collect();
    let model = match task.data_model {
        DataModel::Lp64 => "LP64",
        DataModel::Ilp32 => "ILP32",
    };
    let names = files.all.iter().map(|file| Yaml::text(&file.name));
    let hashes = files.all.iter().map(|file| (file.name.clone(), Yaml::text(&file.hash)));
    let of_task = Yaml::Map(vec![
        ("input_files", Yaml::List(names.collect())),
        ("input_file_hashes", Yaml::Named(hashes.collect())),
        ("specification", Yaml::text(checks.join("\n"))),
        ("data_model", Yaml::text(model)),
        ("language", Yaml::text("C")),
    ]);
    let producer =
        Yaml::Map(vec![("name", Yaml::text("Haltcert")), ("version", Yaml::text(env!("CARGO_PKG_VERSION")))]);
    let written = format!("{kind}\n{}{}{}", of_task.document(), content.document(), time);
    let metadata = Yaml::Map(vec![
        ("format_version", Yaml::text("2.0")),
        ("uuid", Yaml::text(identifier(&sha256_hex(written.as_bytes())))),
        ("creation_time", Yaml::text(date(time))),
        ("producer", producer),
        ("task", of_task),
    ]);
    let entry = vec![("entry_type", Yaml::text(kind)), ("metadata", metadata), ("content", content)];
    Yaml::List(vec![Yaml::Map(entry)]).document()
}

/// A UUID of version 8 (RFC 9562) from a hash in hexadecimal digits.
fn identifier(hash: &str) -> String {
    let part = |from: usize, to: usize| hash.get(from..to).unwrap_or("");
    format!("{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(12, 15), part(15, 18), part(18, 30))
}

/// Seconds since 1970 as a date of ISO 8601 (H. Hinnant, chrono-compatible low-level date algorithms).
fn date(time: u64) -> String {
    // The format of dates ends with the year 9999.
    let time = time.min(253_402_300_799);
    let (days, second) = (time / 86_400, time % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (time, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_478_400, "2026-11-24T00:00:00Z"),
            (u64::MAX, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(date(time), expected);
        }
    }
}
