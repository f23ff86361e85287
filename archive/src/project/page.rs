//! A page for a browser about a whole project: each function with its answer, what is wrong with the line where it is,
//! and what is lost. It needs no other file: no script, and no network.

use super::findings::{At, Finding};
use super::formats::Answered;
use super::row::{Answer, Row};
use crate::failure::{Failure, Outcome};
use crate::files;
use std::fmt::Write;
use std::path::Path;

const STYLE: &str = include_str!("page.css");

/// The folder of the pages about functions, below that of the index.
pub const FUNCTIONS: &str = "functions";

/// The first bytes of every page, by which those of an earlier run are recognised.
pub const MARK: &str = "<!DOCTYPE html>\n<html lang=en><head>";

/// What a page says about itself.
#[derive(Debug)]
pub struct About<'a> {
    pub version: &'a str,
    /// When it was made.
    pub time: String,
    /// What became of the baseline.
    pub baseline: &'a str,
    /// The folder with pages about the functions, and how it is reached from the page.
    pub pages: Option<(&'a Path, String)>,
}

/// The answers, with their word, their CSS class, and whether a row has this one.
type Kind = (&'static str, &'static str, fn(&Row) -> bool);

const KINDS: [Kind; 6] = [
    ("proved", "proved", |row| row.answer.is_proved()),
    ("violated", "violated", |row| row.answer == Answer::Violated),
    ("unknown", "unknown", |row| row.answer == Answer::Unknown && row.expected.is_none()),
    ("unknown as expected", "expected", Row::is_expected),
    ("bad input", "bad", |row| row.answer == Answer::BadInput),
    ("rejected", "rejected", |row| row.answer == Answer::Rejected),
];

/// The page.
pub fn html(answered: &Answered<'_>, about: &About<'_>) -> String {
    let mut out = String::new();
    let file = escaped(&answered.place.shown.to_string_lossy());
    let _ = writeln!(
        out,
        "{MARK}<meta charset=utf-8><meta name=viewport content=\"width=device-width, initial-scale=1\"><meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>{file}: Haltcert</title><style>\n{STYLE}</style></head><body>\n<h1>{file}</h1>\n<p class=soft>haltarchive {}, {}</p>",
        escaped(about.version),
        escaped(&about.time)
    );
    let _ = writeln!(out, "<p>What is called proved here was accepted by the checker in this run.</p>");
    filter(&mut out, answered);
    let _ = writeln!(out, "<p>{}</p>", escaped(about.baseline.trim_end()));
    for loss in answered.losses {
        let _ = writeln!(out, "<p class=violated>Lost: {}: {}</p>", escaped(&loss.name), escaped(&loss.reason));
    }
    table(&mut out, answered, about);
    let folder = answered.place.path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let root = folder.unwrap_or(Path::new(".")).canonicalize().unwrap_or_default();
    for (row, found) in answered.findings().filter(|(_, found)| !found.is_empty()) {
        let _ = writeln!(out, "<section class={}><h2 id=\"{1}\">{1}</h2>", class(row), escaped(&row.name));
        for finding in &found {
            one(&mut out, finding, &root);
        }
        let _ = writeln!(out, "</section>");
    }
    out.push_str("</body></html>\n");
    out
}

fn class(row: &Row) -> &'static str {
    KINDS.iter().find(|(_, _, has)| has(row)).map_or("unknown", |(_, class, _)| class)
}

/// Writes how many functions have which answer. Each count shows only the functions that have it.
fn filter(out: &mut String, answered: &Answered<'_>) {
    let _ = write!(
        out,
        "<p class=filter><input type=radio name=show id=show-all checked><label for=show-all>all: {}</label>",
        answered.rows.len()
    );
    for (word, class, has) in KINDS {
        let count = answered.rows.iter().filter(|row| has(row)).count();
        if count > 0 {
            let _ = write!(
                out,
                " <input type=radio name=show id=show-{class}><label for=show-{class} class={class}>{word}: {count}</label>"
            );
        }
    }
    let _ = writeln!(out, "</p>");
}

fn table(out: &mut String, answered: &Answered<'_>, about: &About<'_>) {
    let _ = writeln!(out, "<div class=scroll><table><tr><th>function<th>file<th>answer<th>what is claimed<th>");
    for row in answered.rows {
        let name = escaped(&row.name);
        let page = about
            .pages
            .as_ref()
            .filter(|(folder, _)| folder.join(FUNCTIONS).join(format!("{}.html", row.name)).is_file());
        let name = match page {
            Some((_, reached)) => format!("<a href=\"{}{FUNCTIONS}/{name}.html\">{name}</a>", escaped(reached)),
            None => name,
        };
        let reason = row.reason.lines().next().unwrap_or_default();
        let reason = match (&row.expected, row.is_expected()) {
            (Some(expected), true) => format!("expected ({expected}): {reason}"),
            _ => reason.to_owned(),
        };
        let claimed = row.claim.as_ref().map(|claim| claim.properties.join(", ")).unwrap_or_default();
        let (class, file) = (class(row), answered.file(row).unwrap_or_default());
        let told = match row.answer.is_proved() || row.is_expected() {
            true => escaped(&reason),
            false => format!("<a href=\"#{}\">{}</a>", escaped(&row.name), escaped(&reason)),
        };
        let _ = writeln!(
            out,
            "<tr class={class}><td>{name}<td>{}<td class=word>{}<td>{}<td>{told}",
            escaped(&file),
            row.answer.word(),
            escaped(&claimed),
        );
    }
    let _ = writeln!(out, "</table></div>");
}

/// Writes what is wrong, with the line of the source, and the run that comes there.
fn one(out: &mut String, finding: &Finding, root: &Path) {
    let place = finding.at.as_ref().map(|at| match (at.line, at.column) {
        (0, _) => at.file.clone(),
        (line, 0) => format!("{}:{line}", at.file),
        (line, column) => format!("{}:{line}:{column}", at.file),
    });
    let _ = writeln!(out, "<h3>{}</h3>", escaped(&finding.title));
    let place = place.map(|place| format!("<code>{}</code>: ", escaped(&place))).unwrap_or_default();
    let _ = writeln!(out, "<p>{place}{}</p>", escaped(&finding.message));
    if let Some(excerpt) = finding.at.as_ref().and_then(|at| excerpt(at, root)) {
        let _ = writeln!(out, "<pre>{}</pre>", escaped(&excerpt));
    }
    if finding.run.is_empty() {
        return;
    }
    let _ = writeln!(out, "<details><summary>the run, step by step</summary><ol>");
    for step in &finding.run {
        let line = excerpt(&step.at, root).map(|line| format!("<pre>{}</pre>", escaped(&line))).unwrap_or_default();
        let _ = writeln!(out, "<li><code>{}</code>{line}", escaped(&step.text));
    }
    let _ = writeln!(out, "</ol></details>");
}

/// The line of a place, and a mark under its column if that is known. Debug information may come from somebody else, so
/// only files of the project are shown.
fn excerpt(at: &At, root: &Path) -> Option<String> {
    let file = Path::new(&at.file).canonicalize().ok().filter(|file| file.starts_with(root))?;
    let text = files::text(&file).ok()?;
    let line = text.lines().nth(usize::try_from(at.line.checked_sub(1)?).ok()?)?;
    let shown = format!("{:>5} | {}", at.line, line.trim_end().replace('\t', " "));
    let before = at.column.checked_sub(1).and_then(|column| line.get(..usize::try_from(column).ok()?));
    let mark = before.map(|before| format!("\n      | {}^", " ".repeat(before.chars().count())));
    Some(shown + &mark.unwrap_or_default())
}

/// Escapes text between tags and in quoted attributes. Control characters, and characters that change the direction of
/// reading, are shown by their numbers, so that they cannot disguise the text.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push(c),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                let _ = write!(out, "\u{27e8}U+{:04X}\u{27e9}", u32::from(c));
            }
            c if c.is_control() => {
                let _ = write!(out, "\u{27e8}U+{:04X}\u{27e9}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// The time that `SOURCE_DATE_EPOCH` says (reproducible-builds.org), otherwise now.
///
/// # Errors
/// The variable is no number of seconds.
pub fn time() -> Outcome<String> {
    let seconds = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => {
            text.parse().map_err(|_| Failure::usage(format!("SOURCE_DATE_EPOCH is no number of seconds: {text}")))?
        }
        Err(_) => std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs()),
    };
    Ok(date(seconds))
}

/// Seconds since the beginning of 1970 as a date in universal time, with minutes.
fn date(seconds: u64) -> String {
    let (mut days, minutes) = (seconds / 86_400, seconds % 86_400 / 60);
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    // Nobody makes a page after the year 9999.
    while year < 9999 && days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02} {:02}:{:02} UTC", days + 1, minutes / 60, minutes % 60)
}

/// Makes the folder for pages, and removes those of an earlier run about these functions.
///
/// # Errors
/// A file there is no page, or cannot be removed.
pub fn prepare(folder: &Path, names: &[&str]) -> Outcome {
    files::folder(&folder.join(FUNCTIONS))?;
    let of_functions = names.iter().map(|name| folder.join(FUNCTIONS).join(format!("{name}.html")));
    for path in of_functions.chain([folder.join("index.html")]) {
        if !path.exists() {
            continue;
        }
        if !files::text(&path)?.starts_with(MARK) {
            return Err(Failure::usage(format!("{}: this file is no page, and is not written over", path.display())));
        }
        std::fs::remove_file(&path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{date, escaped};

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(1_795_833_600), "2026-11-28 02:40 UTC");
        assert_eq!(date(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("<a href='x'>\u{202e}"), "&lt;a href=&#39;x&#39;&gt;\u{27e8}U+202E\u{27e9}");
    }
}
