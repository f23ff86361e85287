//! Why nothing could be proved, for people and for programs that read compilers' messages: `FILE:LINE:COLUMN: error: ...`,
//! and below it the line with a mark under the column.

use super::outcome::Missing;
use super::sources::Sources;
use crate::code::Code;
use crate::program::Location;

/// The widest line that is shown, in characters.
const WIDEST: usize = 160;

/// The reason on lines of its own, which begin with the place, if there is one, and `error:`.
pub(crate) fn complaint(missing: &Missing, sources: &Sources) -> String {
    let reason = &missing.reason;
    // The compiler's messages have this form already.
    if missing.code == Code::CompileError && reason.contains("error:") {
        return reason.clone();
    }
    let named = missing.named.as_ref().and_then(|at| Some((at, reason.strip_prefix(&format!("{at}: "))?)));
    let Some((at, what)) = named else { return format!("error: {reason}") };
    let line = excerpt(at, sources).map(|line| format!("\n{line}")).unwrap_or_default();
    format!("{at}: error: {what}{line}")
}

/// A line of a file with a mark under a column, as compilers show it; `None` if the column is not known or not there.
pub(crate) fn excerpt(at: &Location, sources: &Sources) -> Option<String> {
    excerpt_of(&sources.text(&at.file)?, at)
}

/// The same for the text of the file.
pub(super) fn excerpt_of(text: &str, at: &Location) -> Option<String> {
    let line = text.lines().nth(usize::try_from(at.line.checked_sub(1)?).ok()?)?;
    let before = line.get(..usize::try_from(at.column.checked_sub(1)?).ok()?)?;
    let column = before.chars().count();
    // Characters that change the direction of a line, or are none, would put the mark elsewhere.
    let plain = |c: char| {
        !c.is_control() && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let shown: String = line.trim_end().chars().map(|c| if c == '\t' { ' ' } else { c }).collect();
    if column >= WIDEST || shown.chars().count() <= column || !shown.chars().all(plain) {
        return None;
    }
    let shown: String = shown.chars().take(WIDEST).collect();
    let (number, space) = (at.line, " ".repeat(column));
    Some(format!("{number:>5} | {shown}\n      | {space}^"))
}

#[cfg(test)]
mod tests {
    use super::{Location, Sources, excerpt};

    #[test]
    fn the_mark_stands_under_the_column() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let file = folder.path().join("a.c");
        std::fs::write(&file, "int x;\n\t/*@ requires \u{e4} >; */\n\u{202e}abc\n").expect("written");
        let name = file.display().to_string();
        let sources = Sources::new(vec![file]);
        let at = |line, column| excerpt(&Location { file: name.clone(), line, column }, &sources);
        assert_eq!(at(1, 5).as_deref(), Some("    1 | int x;\n      |     ^"));
        // The mark counts characters, the column bytes.
        assert_eq!(at(2, 19).as_deref(), Some("    2 |  /*@ requires \u{e4} >; */\n      |                  ^"));
        for (line, column) in [(1, 0), (1, 9), (2, 16), (3, 4), (9, 1), (0, 1)] {
            assert_eq!(at(line, column), None, "{line}:{column}");
        }
    }
}
