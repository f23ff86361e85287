//! The waypoints of a violating run, for a witness.

use super::source::{Files, Spot};
use super::yaml::Yaml;
use crate::program::Location;
use crate::refute::{Asked, Violation};

/// The number of inputs that the witness fixes; later ones are left open.
const MOST_INPUTS: usize = 1000;

/// The segments of the witness, or why there are none.
pub(super) fn segments(violation: &Violation, files: &Files) -> Result<Yaml, String> {
    let asked = violation.inputs.iter().filter(|asked| asked.source.is_some());
    let mut segments: Vec<Yaml> = asked.take(MOST_INPUTS).filter_map(|asked| returned(asked, files)).collect();
    let found = violation.location.as_ref().and_then(|at| Some((find(files, at)?, at)));
    let (spot, _) = found.ok_or("the place of the error is not in a file that was given")?;
    let offset = spot.statement().ok_or("no statement begins before the error")?;
    segments.push(segment(vec![
        ("type", Yaml::text("target")),
        ("action", Yaml::text("follow")),
        ("location", location(spot, offset, &violation.function)),
    ]));
    Ok(Yaml::List(segments))
}

fn find<'f>(files: &'f Files, at: &Location) -> Option<Spot<'f>> {
    files.find(&at.file, at.line, at.column)
}

/// The waypoint for the value that a call returns; `None` if the call is not at its place, as in a macro.
fn returned(asked: &Asked, files: &Files) -> Option<Yaml> {
    let spot = find(files, asked.location.as_ref()?)?;
    let end = spot.call_end(asked.source.as_ref()?)?;
    let constraint = vec![
        ("value", Yaml::text(format!("\\result == {}", constant(asked.value)))),
        ("format", Yaml::text("acsl_expression")),
    ];
    Some(segment(vec![
        ("type", Yaml::text("function_return")),
        ("action", Yaml::text("follow")),
        ("constraint", Yaml::Map(constraint)),
        ("location", location(spot, end, "")),
    ]))
}

/// A number as a C constant.
fn constant(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        Ok(value) => value.to_string(),
        Err(_) => format!("{value}ULL"),
    }
}

fn segment(waypoint: Vec<(&'static str, Yaml)>) -> Yaml {
    let waypoint = Yaml::Map(vec![("waypoint", Yaml::Map(waypoint))]);
    Yaml::Map(vec![("segment", Yaml::List(vec![waypoint]))])
}

/// A place in the format of witnesses. The function is left out if it is not known.
fn location(spot: Spot<'_>, offset: usize, function: &str) -> Yaml {
    let (line, column) = spot.line_and_column(offset);
    super::location(&spot.source.name, line, column, function)
}
