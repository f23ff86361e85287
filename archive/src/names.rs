//! Names of files in statements and bundles: relative to one folder, with the same meaning on every system.

use std::path::{Component, Path, PathBuf};

/// Length of a name in bytes, at most (what the plain header of a tar file holds).
const LONGEST: usize = 100;

/// Checks a name for a file of a statement.
///
/// # Errors
/// What is wrong with the name.
pub fn check(name: &str) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("{name:?}: {why}"));
    if name.is_empty() || name.len() > LONGEST {
        return wrong("a name has 1 to 100 bytes");
    }
    if name.starts_with('/') {
        return wrong("an absolute path");
    }
    if name.chars().any(|c| c.is_control() || matches!(c, '\\' | ':')) {
        return wrong("control characters, backslashes and colons mean different things on different systems");
    }
    match name.split('/').find(|part| matches!(*part, "" | "." | "..")) {
        Some("..") => wrong("'..' leads out of the folder"),
        Some(_) => wrong("an empty or '.' component gives one file two names"),
        None => Ok(()),
    }
}

/// The name of a file below the folder.
///
/// # Errors
/// The file lies elsewhere, or has a name that [`check`] refuses.
pub fn below(folder: &Path, file: &Path) -> Result<String, String> {
    let (folder, whole) = (plain(folder)?, plain(file)?);
    let Ok(inner) = whole.strip_prefix(&folder) else {
        return Err(format!("{} does not lie below {} (choose another --directory)", file.display(), folder.display()));
    };
    let parts: Option<Vec<&str>> = inner.iter().map(|part| part.to_str()).collect();
    let name = parts.ok_or_else(|| format!("{}: the name is not UTF-8", file.display()))?.join("/");
    check(&name).map(|()| name)
}

/// The absolute path without `.` and `..`, by its text alone: the targets of links do not matter.
fn plain(path: &Path) -> Result<PathBuf, String> {
    let absolute = std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut plain = PathBuf::new();
    for component in absolute.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::{below, check};
    use std::path::Path;

    #[test]
    fn plain_names_pass() {
        for name in ["a", "a/b.c", "proofs/copy.cert", "..a", "a..", "ä"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn others_do_not() {
        let long = "x".repeat(101);
        for name in ["", "/a", "..", "a/../b", "./a", "a//b", "a/", "a\\b", "c:a", "a\nb", long.as_str()] {
            assert!(check(name).is_err(), "{name}");
        }
    }

    #[test]
    fn names_are_relative_to_the_folder() {
        let name = |folder: &str, file: &str| below(Path::new(folder), Path::new(file));
        assert_eq!(name("/x/y", "/x/y/z/a.c"), Ok("z/a.c".into()));
        assert_eq!(name("/x/y/.", "/x/w/../y/a.c"), Ok("a.c".into()));
        assert_eq!(name(".", "a.c"), Ok("a.c".into()));
        assert!(name("/x/y", "/x/a.c").is_err());
        assert!(name("/x/y", "/x/y/../a.c").is_err());
        assert!(name("/x/y", "/x/yy/a.c").is_err());
        assert!(name("/x/y", "/x/y").is_err());
    }
}
