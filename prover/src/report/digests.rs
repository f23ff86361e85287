//! Compares source files with the digests that debug information has of the files from which modules were made.

use super::outcome::Outcome;
use super::sources::Sources;
use crate::program::debug::files;
use md5::{Digest as _, Md5};
use std::collections::{BTreeMap, BTreeSet};

/// The files that have changed, each with the functions whose modules were made from another version.
pub(crate) type Changed = BTreeMap<String, BTreeSet<String>>;

/// The files at hand whose bytes differ from what the modules' debug information says.
pub(crate) fn changed(outcomes: &[Outcome], sources: &Sources) -> Changed {
    let mut changed = Changed::new();
    let mut digests: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for outcome in outcomes {
        for (file, stated) in outcome.module.iter().flat_map(|module| stated(module)) {
            let found = digests.entry(file).or_insert_with(|| sources.bytes(file).map(|bytes| hex(&bytes)));
            if found.as_deref().is_some_and(|found| found != stated) {
                changed.entry(file.to_owned()).or_default().insert(outcome.function.clone());
            }
        }
    }
    changed
}

/// MD5 in lower-case hexadecimal, which is what debug information contains. It distinguishes versions of a file; it is
/// not meant to resist somebody who wants two files to look alike.
fn hex(bytes: &[u8]) -> String {
    Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The warning about a file that has changed.
pub(crate) fn warning(functions: &BTreeSet<String>) -> String {
    let functions: Vec<&str> = functions.iter().map(String::as_str).collect();
    format!("this is not the file that the module of {} was made from: it has changed since", functions.join(", "))
}

/// The files in a module's debug information, with their MD5. A name with characters that LLVM escapes does not match
/// any file.
fn stated(module: &str) -> impl Iterator<Item = (&str, &str)> {
    let hashed = files(module).filter(|file| file.field("checksumkind") == Some("CSK_MD5"));
    hashed.filter_map(|file| Some((file.text("filename")?, file.text("checksum")?)))
}

#[cfg(test)]
mod tests {
    use super::stated;

    #[test]
    fn debug_information_states_digests() {
        let module = "!1 = !DIFile(filename: \"a.c\", directory: \".\", checksumkind: CSK_MD5, checksum: \"00ff\")\n\
            !2 = !DIFile(filename: \"b.c\", directory: \".\")\n";
        assert_eq!(stated(module).collect::<Vec<_>>(), [("a.c", "00ff")]);
    }
}
