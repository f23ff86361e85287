//! Lines of C text as the compiler reads them, before there are tokens (C17 5.1.1.2).

use std::borrow::Cow;

/// White space that may stand between a backslash and the end of the line that it continues: gcc and clang take it for
/// nothing.
pub(super) const GAPS: [char; 5] = [' ', '\t', '\u{b}', '\u{c}', '\r'];

/// The text with continued lines as one. Their ends follow the next end that stays, so that later lines keep their
/// numbers.
pub(super) fn spliced(text: &str) -> Cow<'_, str> {
    if !text.split_inclusive('\n').any(|line| continued(line).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut owed = 0;
    for line in text.split_inclusive('\n') {
        match continued(line) {
            Some(kept) => {
                out.push_str(kept);
                owed += 1;
            }
            None => {
                out.push_str(line);
                let ends = if line.ends_with('\n') { std::mem::take(&mut owed) } else { 0 };
                out.extend(std::iter::repeat_n('\n', ends));
            }
        }
    }
    Cow::Owned(out)
}

/// What stays of a line that the next one continues.
fn continued(line: &str) -> Option<&str> {
    line.strip_suffix('\n')?.trim_end_matches(GAPS).strip_suffix('\\')
}
