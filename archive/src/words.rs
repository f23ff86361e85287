//! Claims in the words of the command line, as statements and projects use them.

use certificates::{Claim, DataModel, Overflow, Properties, Property};

/// A file's name in a form that another program's command line cannot read as an option or a response file.
pub fn operand(file: &str) -> String {
    if file.starts_with(['-', '@']) { format!("./{file}") } else { file.to_owned() }
}

/// The properties of a claim, in the words of `haltcheck --property`.
pub fn properties(properties: Properties) -> Vec<String> {
    properties.claimed().map(|property| property.to_string()).collect()
}

/// The properties with these names, each once and in this order; `None` if a word is unknown.
pub fn read_properties(words: &[String]) -> Option<Properties> {
    let read: Result<Properties, _> = words.iter().map(|word| word.parse::<Property>()).collect();
    read.ok().filter(|read| properties(*read) == words)
}

/// One line for people: what is proved about which calls.
pub fn line(claim: &Claim) -> String {
    let mut line = format!("{}: {}", claim.entry, checker::answer::report::properties(claim).join(", "));
    let modes = [
        (claim.overflow != Overflow::Error).then(|| format!("signed overflow: {}", claim.overflow)),
        (claim.data_model != DataModel::Lp64).then(|| claim.data_model.to_string()),
        claim.malloc_may_fail.then(|| "malloc may fail".to_owned()),
        claim.no_builtin.then(|| "-fno-builtin".to_owned()),
    ];
    let modes: Vec<String> = modes.into_iter().flatten().collect();
    if !modes.is_empty() {
        line += &format!(" ({})", modes.join(", "));
    }
    if let Some(contract) = &claim.precondition {
        line += &format!(", for calls with {}", checker::contract::printable(contract));
    }
    checker::answer::report::escape(&line)
}

#[cfg(test)]
mod tests {
    use super::{properties, read_properties};

    #[test]
    fn words_are_read_as_they_are_written() {
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for words in [&["memory-safety"][..], &["memory-safety", "no-overflow", "termination"], &[]] {
            assert_eq!(read_properties(&list(words)).map(properties), Some(list(words)));
        }
        for words in [&["termination", "memory-safety"][..], &["safety"], &["termination", "termination"]] {
            assert_eq!(read_properties(&list(words)), None);
        }
    }
}
