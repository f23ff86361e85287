//! Colours of verdicts, for people at a terminal. They only repeat what the words say.

use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default();

/// The words that have colours: verdicts of `haltcheck`, and answers of `haltarchive` that are none of what was asked.
const WORDS: [(&str, Style); 5] =
    [("VALID", GOOD), ("INVALID", BAD), ("VIOLATED", BAD), ("REJECTED", BAD), ("UNDECIDED", OPEN)];

/// Runs a program with the standard output, in colours if it is a terminal that shows them and NO_COLOR is not set.
pub fn with_output(run: impl FnOnce(&mut dyn Write) -> i32) -> i32 {
    let mut out = io::stdout().lock();
    match anstream::AutoStream::choice(&out) {
        anstream::ColorChoice::Never => run(&mut out),
        _ => run(&mut Coloured { out, line: Vec::new() }),
    }
}

/// A writer that gives colours to the words of verdicts, a line at a time.
struct Coloured<W> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> Coloured<W> {
    fn pass_on(&mut self) -> io::Result<()> {
        match std::str::from_utf8(&self.line) {
            Ok(line) => self.out.write_all(coloured(line).as_bytes())?,
            Err(_) => self.out.write_all(&self.line)?,
        }
        self.line.clear();
        Ok(())
    }
}

impl<W: Write> Write for Coloured<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.pass_on()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        self.out.flush()
    }
}

/// The line with colours, where such a word begins it, or its second column. Elsewhere words may be the certificate's.
fn coloured(line: &str) -> String {
    let column = line.find("  ").map_or(0, |first| line.len() - line[first..].trim_start_matches(' ').len());
    for at in [0, column] {
        let (before, rest) = line.split_at(at);
        let word = rest.split([' ', '\n']).next().unwrap_or_default();
        if let Some((_, style)) = WORDS.iter().find(|(known, _)| *known == word) {
            return format!("{before}{style}{word}{style:#}{}", &rest[word.len()..]);
        }
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Coloured, coloured};
    use std::io::Write;

    #[test]
    fn words_of_verdicts_have_colours() {
        assert_eq!(coloured("VALID\n"), "\u{1b}[32mVALID\u{1b}[0m\n");
        assert_eq!(coloured("copy   REJECTED  b\n"), "copy   \u{1b}[1m\u{1b}[31mREJECTED\u{1b}[0m  b\n");
        for plain in
            ["in function VALIDATE: valid\n", "  assumes: VALID VALID\n", "VALIDATE\n", "\"VALID\"\n", "\n", ""]
        {
            assert_eq!(coloured(plain), plain);
        }
    }

    #[test]
    fn every_byte_is_written() {
        let mut out = Coloured { out: Vec::new(), line: Vec::new() };
        for part in [&b"VAL"[..], b"ID\nx", b" \xff\n", b"UNDECIDED"] {
            out.write_all(part).expect("memory");
        }
        out.flush().expect("memory");
        assert_eq!(out.out, b"\x1b[32mVALID\x1b[0m\nx \xff\n\x1b[33mUNDECIDED\x1b[0m");
    }
}
