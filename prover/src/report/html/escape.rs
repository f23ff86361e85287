//! Text in a page. No text of a program, a path or a certificate can become part of the page's structure.

use std::fmt::{self, Write};

/// Escapes text between tags and in quoted attributes. Control characters, and characters that change the direction of
/// reading, are shown by their numbers, so that they cannot disguise the text.
pub(super) struct Escaped<T>(pub(super) T);

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Writer(f), "{}", self.0)
    }
}

struct Writer<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Writer<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.write_str("&amp;")?,
                '<' => self.0.write_str("&lt;")?,
                '>' => self.0.write_str("&gt;")?,
                '"' => self.0.write_str("&quot;")?,
                '\'' => self.0.write_str("&#39;")?,
                '\n' | '\t' => self.0.write_char(c)?,
                '\u{0}'..='\u{1f}'
                | '\u{7f}'..='\u{9f}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{feff}' => write!(self.0, "\u{27e8}U+{:04X}\u{27e9}", u32::from(c))?,
                c => self.0.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn text_stays_text() {
        let escaped = Escaped("</script><img src=x onerror='a\"&'>\r\u{202e}\u{1b}\ttab\n").to_string();
        assert_eq!(
            escaped,
            "&lt;/script&gt;&lt;img src=x onerror=&#39;a&quot;&amp;&#39;&gt;\u{27e8}U+000D\u{27e9}\u{27e8}U+202E\u{27e9}\u{27e8}U+001B\u{27e9}\ttab\n"
        );
    }
}
