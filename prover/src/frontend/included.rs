//! What compilers take differently before there is a preprocessed text: which of the files of equal content are one, and
//! macros in pragmas (`spec/decisions/c-front-end.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::clang::{self, Purpose};
use super::{FrontendError, Options, Unit};

/// Refuses a program that includes two files of the same content with `#pragma once`: gcc reads one of them, clang both.
pub(super) fn refuse_copies(unit: &Unit, preprocessed: &[u8]) -> Result<(), FrontendError> {
    let folder = unit.path.parent().unwrap_or(Path::new(""));
    let mut seen: BTreeMap<Vec<u8>, PathBuf> = BTreeMap::new();
    for name in entered(&String::from_utf8_lossy(preprocessed)) {
        // `<built-in>` is not a file, and a file may be gone; neither has a content to compare.
        let Ok(path) = folder.join(name).canonicalize() else { continue };
        let Ok(content) = std::fs::read(&path) else { continue };
        if !is_once(&content) {
            continue;
        }
        match seen.get(&content) {
            Some(other) if *other != path => {
                let (one, other) = (other.display(), path.display());
                let what = format!(
                    "{one} and {other} have the same content and #pragma once: gcc reads one of them, clang both; use macros as guards"
                );
                return Err(FrontendError::Unsupported { what, location: None });
            }
            _ => {
                seen.insert(content, path);
            }
        }
    }
    Ok(())
}

/// The files whose text begins in a preprocessed text: `# 1 "NAME" 1`.
fn entered(text: &str) -> BTreeSet<&str> {
    let markers = text.lines().filter_map(|line| line.strip_prefix("# 1 \""));
    markers.filter_map(|rest| rest.split_once('"')).map(|(name, _)| name).collect()
}

fn is_once(content: &[u8]) -> bool {
    let text = String::from_utf8_lossy(content);
    text.lines().any(|line| {
        let mut words = line.split(|c: char| c == '#' || c.is_whitespace()).filter(|word| !word.is_empty());
        words.next() == Some("pragma") && words.next() == Some("once")
    })
}

/// Refuses a word in a pragma `pack` that the file has as a macro: gcc replaces it, clang does not.
pub(super) fn refuse_macros_of_pack(unit: &Unit, options: Options, plain: &str) -> Result<(), FrontendError> {
    let words = words_of_pack(plain);
    if words.is_empty() {
        return Ok(());
    }
    let text = clang::compile(unit, options, Purpose::Commented)?;
    match defined(&String::from_utf8_lossy(&text), &words) {
        None => Ok(()),
        Some(name) => Err(FrontendError::Unsupported {
            what: format!("'{name}' in a #pragma pack is a macro: gcc replaces it, clang does not; rename the macro"),
            location: None,
        }),
    }
}

/// Words in the brackets of pragmas `pack`, and the pragma's own name.
fn words_of_pack(plain: &str) -> BTreeSet<&str> {
    let pragmas =
        plain.lines().filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma"));
    let words = |pragma| str::split(pragma, |c: char| !crate::tokens::is_word(c));
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    pragmas.filter(|pragma| pragma.trim_start().starts_with("pack")).flat_map(words).filter(is_name).collect()
}

/// One of these words that the text, which has its macros, defines.
fn defined<'w>(commented: &str, words: &BTreeSet<&'w str>) -> Option<&'w str> {
    let names = commented.lines().filter_map(|line| {
        let rest = line.strip_prefix("#define ")?;
        rest.split(|c: char| !crate::tokens::is_word(c)).next()
    });
    let names: BTreeSet<&str> = names.collect();
    words.iter().find(|word| names.contains(**word)).copied()
}

#[cfg(test)]
mod tests {
    use super::{defined, entered, is_once, words_of_pack};

    #[test]
    fn files_that_are_read_once() {
        let text = "# 1 \"a.c\"\n# 1 \"<built-in>\" 1\n# 1 \"./x.h\" 1\nint x;\n# 3 \"a.c\" 2\n";
        assert_eq!(entered(text).into_iter().collect::<Vec<_>>(), ["./x.h", "<built-in>", "a.c"]);
        assert!(is_once(b"int x;\n #  pragma once\n") && !is_once(b"// pragma once\n#pragma pack(1)\n"));
    }

    #[test]
    fn words_of_pragmas_are_no_macros() {
        let words = words_of_pack("#pragma pack(push, name, 4)\n #pragma pack ( pop )\n#pragma weak f\n");
        assert_eq!(words.iter().copied().collect::<Vec<_>>(), ["name", "pack", "pop", "push"]);
        assert_eq!(defined("#define pop push, 1\nint x;\n", &words), Some("pop"));
        assert_eq!(defined("#define popular 1\n#define push(x) x\n", &words), Some("push"));
        assert_eq!(defined("#define N pop\n", &words), None);
    }
}
