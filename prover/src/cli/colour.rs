//! Colours of an answer for people. They only repeat what the words say; where the output is no terminal, or NO_COLOR is
//! set, `anstream` leaves them out.

use crate::report::Property;
use anstyle::{AnsiColor, Style};

const PROVED: Style = AnsiColor::Green.on_default();
const VIOLATED: Style = AnsiColor::Red.on_default().bold();
const UNKNOWN: Style = AnsiColor::Yellow.on_default();
const CARET: Style = AnsiColor::Cyan.on_default().bold();

/// The answer with colours: verdicts, and the carets below lines of C.
pub(super) fn coloured(text: &str) -> String {
    text.split_inclusive('\n').map(line).collect()
}

fn line(line: &str) -> String {
    let verdict = Property::ALL.iter().find_map(|property| line.strip_prefix(property.words())?.strip_prefix(": "));
    if let Some(verdict) = verdict {
        let words = [("proved", PROVED), ("VIOLATED", VIOLATED), ("unknown", UNKNOWN)];
        let known = words.iter().find_map(|(word, style)| Some((*word, style, verdict.strip_prefix(word)?)));
        let before = line.len() - verdict.len();
        return match known {
            Some((word, style, rest)) => format!("{}{style}{word}{style:#}{rest}", &line[..before]),
            None => line.to_owned(),
        };
    }
    let is_caret = line.trim_end().ends_with('^') && line.trim_start_matches([' ', '|']).trim_end() == "^";
    match line.trim_end().strip_suffix('^') {
        Some(before) if is_caret => format!("{before}{CARET}^{CARET:#}\n"),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::coloured;

    #[test]
    fn verdicts_and_carets_have_colours() {
        let text = "memory safety: VIOLATED\n   3 | x\n     | ^\ntermination: proved (why)\nno overflow: not claimed\n";
        let coloured = coloured(text);
        assert!(coloured.starts_with("memory safety: \u{1b}[1m\u{1b}[31mVIOLATED\u{1b}[0m\n   3 | x\n     | \u{1b}["));
        assert!(coloured.contains("termination: \u{1b}[32mproved\u{1b}[0m (why)\nno overflow: not claimed\n"));
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), text);
    }
}
