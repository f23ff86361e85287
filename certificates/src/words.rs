//! The words by which options, statements, projects and answers name what a claim says. All programs read and write these.

use crate::claim::{DataModel, Overflow, Properties};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// One of a claim's [`Properties`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No error of memory, nor any other undefined behaviour of `spec/claim.md`.
    MemorySafety,
    /// No signed operation overflows.
    NoOverflow,
    /// Every run ends.
    Termination,
}

/// A word that names none of what it could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// The words that have a meaning.
    pub known: Vec<&'static str>,
}

impl Display for UnknownWord {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is none of {}", self.word, self.known.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

/// Gives each value of an enumeration its word.
macro_rules! words {
    ($type:ident, $count:literal, { $($value:ident: $word:literal),+ }) => {
        impl $type {
            /// All values, in order.
            pub const ALL: [$type; $count] = [$($type::$value),+];

            /// The word that options and statements have for it.
            pub const fn word(self) -> &'static str {
                match self {
                    $($type::$value => $word),+
                }
            }
        }

        impl Display for $type {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl FromStr for $type {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<$type, UnknownWord> {
                let found = $type::ALL.into_iter().find(|value| value.word() == word);
                found.ok_or_else(|| UnknownWord { word: word.to_owned(), known: $type::ALL.map($type::word).to_vec() })
            }
        }
    };
}

words!(DataModel, 2, { Lp64: "lp64", Ilp32: "ilp32" });
words!(Overflow, 3, { Error: "error", Wrap: "wrap", Ideal: "ideal" });
words!(Property, 3, { MemorySafety: "memory-safety", NoOverflow: "no-overflow", Termination: "termination" });

impl Property {
    /// For people.
    pub const fn words(self) -> &'static str {
        match self {
            Property::MemorySafety => "memory safety",
            Property::NoOverflow => "no overflow",
            Property::Termination => "termination",
        }
    }

    /// The field of [`Properties`] and of JSON objects.
    pub const fn key(self) -> &'static str {
        match self {
            Property::MemorySafety => "memory_safety",
            Property::NoOverflow => "no_overflow",
            Property::Termination => "termination",
        }
    }
}

impl Properties {
    /// Whether this one is among them.
    pub const fn has(self, property: Property) -> bool {
        match property {
            Property::MemorySafety => self.memory_safety,
            Property::NoOverflow => self.no_overflow,
            Property::Termination => self.termination,
        }
    }

    /// Those that are claimed, in the order of [`Property::ALL`].
    pub fn claimed(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |property| self.has(*property))
    }
}

impl FromIterator<Property> for Properties {
    fn from_iter<I: IntoIterator<Item = Property>>(claimed: I) -> Properties {
        let mut properties = Properties { memory_safety: false, no_overflow: false, termination: false };
        for property in claimed {
            match property {
                Property::MemorySafety => properties.memory_safety = true,
                Property::NoOverflow => properties.no_overflow = true,
                Property::Termination => properties.termination = true,
            }
        }
        properties
    }
}

/// What a contract with these clauses promises of the calls that satisfy it.
pub fn promised(assigns: bool, ensures: bool) -> Vec<&'static str> {
    let mut words = Vec::new();
    if assigns {
        words.push("nothing of the caller's memory is changed or freed but what it assigns or hands over to the function (the library may change errno)");
    }
    if ensures {
        words.push("at every return what it ensures holds (nothing is said of calls that do not return)");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{DataModel, Overflow, Properties, Property};
    use std::fmt::{Debug, Display};
    use std::str::FromStr;

    fn read_as_written<T: Copy + Debug + PartialEq + Display + FromStr<Err: Debug>>(all: &[T]) {
        for value in all {
            assert_eq!(value.to_string().parse::<T>().expect("its own word"), *value);
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        read_as_written(&DataModel::ALL);
        read_as_written(&Overflow::ALL);
        read_as_written(&Property::ALL);
    }

    #[test]
    fn no_other_word_is_read() {
        for word in ["", "Wrap", "wrap ", "lp64"] {
            assert!(word.parse::<Overflow>().is_err(), "{word}");
        }
        let error = "lp65".parse::<DataModel>().expect_err("no data model");
        assert_eq!(error.to_string(), "'lp65' is none of lp64, ilp32");
        assert!("memory_safety".parse::<Property>().is_err());
    }

    #[test]
    fn properties_are_those_that_they_are_made_of() {
        for mask in 0..8 {
            let chosen = || Property::ALL.into_iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
            let properties: Properties = chosen().map(|(_, property)| property).collect();
            assert!(properties.claimed().eq(chosen().map(|(_, property)| property)), "{properties:?}");
        }
    }

    #[test]
    fn keys_are_the_fields() {
        for property in Property::ALL {
            let json = serde_json::to_value(Properties::from_iter([property])).expect("JSON");
            let fields = json.as_object().expect("an object");
            let set: Vec<&String> = fields.iter().filter(|(_, value)| **value == true).map(|(name, _)| name).collect();
            assert_eq!(set, [property.key()]);
        }
    }
}
