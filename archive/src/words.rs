//! Claims in the words of the command line, as statements and projects use them.

use certificates::{Claim, DataModel, Overflow, Properties};

/// A file's name in a form that another program's command line cannot read as an option or a response file.
pub fn operand(file: &str) -> String {
    if file.starts_with(['-', '@']) { format!("./{file}") } else { file.to_owned() }
}

/// The properties of a claim, in the words of `haltcheck --property`.
pub fn properties(properties: Properties) -> Vec<String> {
    let all = [
        (properties.memory_safety, "memory-safety"),
        (properties.no_overflow, "no-overflow"),
        (properties.termination, "termination"),
    ];
    all.into_iter().filter(|(claimed, _)| *claimed).map(|(_, word)| word.to_owned()).collect()
}

/// The properties with these names, each once and in this order; `None` if a word is unknown.
pub fn read_properties(words: &[String]) -> Option<Properties> {
    let has = |word: &str| words.iter().any(|other| other == word);
    let read = Properties {
        memory_safety: has("memory-safety"),
        no_overflow: has("no-overflow"),
        termination: has("termination"),
    };
    (properties(read) == words).then_some(read)
}

pub fn data_model(model: DataModel) -> &'static str {
    match model {
        DataModel::Lp64 => "lp64",
        DataModel::Ilp32 => "ilp32",
    }
}

pub fn read_data_model(word: &str) -> Option<DataModel> {
    [DataModel::Lp64, DataModel::Ilp32].into_iter().find(|model| data_model(*model) == word)
}

pub fn overflow(overflow: Overflow) -> &'static str {
    match overflow {
        Overflow::Error => "error",
        Overflow::Wrap => "wrap",
        Overflow::Ideal => "ideal",
    }
}

pub fn read_overflow(word: &str) -> Option<Overflow> {
    [Overflow::Error, Overflow::Wrap, Overflow::Ideal].into_iter().find(|mode| overflow(*mode) == word)
}

/// One line for people: what is proved about which calls.
pub fn line(claim: &Claim) -> String {
    let mut line = format!("{}: {}", claim.entry, checker::answer::report::properties(claim).join(", "));
    let modes = [
        (claim.overflow != Overflow::Error).then(|| format!("signed overflow: {}", overflow(claim.overflow))),
        (claim.data_model != DataModel::Lp64).then(|| data_model(claim.data_model).to_owned()),
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
    use super::{overflow, properties, read_data_model, read_overflow, read_properties};

    #[test]
    fn words_are_read_as_they_are_written() {
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for words in [&["memory-safety"][..], &["memory-safety", "no-overflow", "termination"], &[]] {
            assert_eq!(read_properties(&list(words)).map(properties), Some(list(words)));
        }
        for words in [&["termination", "memory-safety"][..], &["safety"], &["termination", "termination"]] {
            assert_eq!(read_properties(&list(words)), None);
        }
        assert_eq!(read_overflow("wrap").map(overflow), Some("wrap"));
        assert_eq!(read_overflow("Wrap"), None);
        assert_eq!(read_data_model("lp65"), None);
    }
}
