//! Contracts of library functions that read and write strings and ranges of bytes (`spec/rules/library.md`): the table.
//! What its columns mean is in `columns`.

use Gives::{
    Any, Behind, Case, Class, Compared, Duplicate, Float, Found, Inside, Length, Lengths, NoResult, Same, Within,
    Written,
};
use Reads::{Bytes, Character, Prefix, Text};
use Writes::*;

/// Memory that is read, or an argument whose value matters. Numbers are places of arguments.
#[derive(Clone, Copy, Debug)]
pub enum Reads {
    /// A string.
    Text(usize),
    /// As many bytes as another argument says.
    Bytes(usize, usize),
    /// A string, or as many bytes as another argument says if no 0 is among them.
    Prefix(usize, usize),
    /// A character as `unsigned char`, or -1.
    Character(usize),
}

/// Memory that is written. `text` and `behind` are places in the list of what is read.
#[derive(Clone, Copy, Debug)]
pub enum Writes {
    /// No memory is written.
    Nothing,
    /// A string with its 0, behind a string that is there already.
    Copied {
        /// The argument that is written to.
        to: usize,
        /// The string that stands there already, if there is one.
        behind: Option<usize>,
        /// The string that is copied.
        text: usize,
    },
    /// A string with its 0, after a string that is there already, cut off so that both have at most as many bytes as an
    /// argument says.
    Cut {
        /// The argument that is written to.
        to: usize,
        /// The string that stands there already, if there is one.
        behind: Option<usize>,
        /// The string that is copied.
        text: usize,
        /// The argument with the greatest number of bytes.
        count: usize,
    },
    /// As many bytes as an argument says.
    Filled {
        /// The argument that is written to.
        to: usize,
        /// The argument with the number of bytes.
        count: usize,
    },
    /// An address inside the first range that was read, unless the argument is null; argument 2, if there is one, is the
    /// base of the digits.
    End {
        /// The argument that is written to.
        to: usize,
    },
}

/// The result. Numbers are places in the list of what is read, or places of arguments.
#[derive(Clone, Copy, Debug)]
pub enum Gives {
    /// Any value of the type.
    Any,
    /// A number of floating point.
    Float,
    /// No result.
    NoResult,
    /// At most the length that was read, or -1.
    Written,
    /// Another character: 0 only for 0, and -1 only for -1.
    Case,
    /// A value that can be other than 0 only if the character is between these.
    Class(i32, i32),
    /// A value that can be 0 only if both lengths that were read are the same.
    Compared,
    /// The length that was read.
    Length(usize),
    /// Both lengths that were read.
    Lengths,
    /// At most the length that was read.
    Within(usize),
    /// The argument.
    Same(usize),
    /// The argument plus the length of what was read.
    Behind(usize, usize),
    /// An address in the first range that was read, its end included.
    Inside,
    /// Null, or an address in the first range that was read: see [`Last`].
    Found(Last),
    /// A new block with the string that was read.
    Duplicate(usize),
}

/// The last place at which something is found.
#[derive(Clone, Copy, Debug)]
pub enum Last {
    /// Before the end.
    Byte,
    /// The end is included only if the argument may be 0 as a character.
    Character(usize),
    /// The second range that was read lies before the end.
    Sequence,
}

/// Name, types (in the letters of `arguments::typed`), and what is read, written and returned.
pub type Contract = (&'static str, &'static str, &'static [Reads], Writes, Gives);

/// The table of `spec/rules/library.md`.
pub const CONTRACTS: &[Contract] = &[
    ("isalnum", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("isalpha", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("isblank", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("iscntrl", "ii", &[Character(0)], Nothing, Any),
    ("isdigit", "ii", &[Character(0)], Nothing, Class(48, 57)),
    ("isgraph", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("islower", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("isprint", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("ispunct", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("isspace", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("isupper", "ii", &[Character(0)], Nothing, Class(1, 255)),
    ("isxdigit", "ii", &[Character(0)], Nothing, Class(48, 102)),
    ("tolower", "ii", &[Character(0)], Nothing, Case),
    ("toupper", "ii", &[Character(0)], Nothing, Case),
    ("strlen", "lp", &[Text(0)], Nothing, Length(0)),
    ("strnlen", "lpl", &[Prefix(0, 1)], Nothing, Length(0)),
    ("memchr", "ppil", &[Bytes(0, 2)], Nothing, Found(Last::Byte)),
    ("memrchr", "ppil", &[Bytes(0, 2)], Nothing, Found(Last::Byte)),
    ("memmem", "pplpl", &[Bytes(0, 1), Bytes(2, 3)], Nothing, Found(Last::Sequence)),
    ("memcmp", "ippl", &[Bytes(0, 2), Bytes(1, 2)], Nothing, Any),
    ("bcmp", "ippl", &[Bytes(0, 2), Bytes(1, 2)], Nothing, Any),
    ("strchr", "ppi", &[Text(0)], Nothing, Found(Last::Character(1))),
    ("strrchr", "ppi", &[Text(0)], Nothing, Found(Last::Character(1))),
    ("index", "ppi", &[Text(0)], Nothing, Found(Last::Character(1))),
    ("rindex", "ppi", &[Text(0)], Nothing, Found(Last::Character(1))),
    ("strchrnul", "ppi", &[Text(0)], Nothing, Inside),
    ("strpbrk", "ppp", &[Text(0), Text(1)], Nothing, Found(Last::Byte)),
    ("strstr", "ppp", &[Text(0), Text(1)], Nothing, Found(Last::Sequence)),
    ("strcasestr", "ppp", &[Text(0), Text(1)], Nothing, Found(Last::Sequence)),
    ("strspn", "lpp", &[Text(0), Text(1)], Nothing, Within(0)),
    ("strcspn", "lpp", &[Text(0), Text(1)], Nothing, Within(0)),
    ("strcmp", "ipp", &[Text(0), Text(1)], Nothing, Compared),
    ("strncmp", "ippl", &[Prefix(0, 2), Prefix(1, 2)], Nothing, Compared),
    ("strcasecmp", "ipp", &[Text(0), Text(1)], Nothing, Compared),
    ("strcoll", "ipp", &[Text(0), Text(1)], Nothing, Any),
    ("strncasecmp", "ippl", &[Prefix(0, 2), Prefix(1, 2)], Nothing, Compared),
    ("strcpy", "ppp", &[Text(1)], Copied { to: 0, behind: None, text: 0 }, Same(0)),
    ("stpcpy", "ppp", &[Text(1)], Copied { to: 0, behind: None, text: 0 }, Behind(0, 0)),
    ("strncpy", "pppl", &[Prefix(1, 2)], Filled { to: 0, count: 2 }, Same(0)),
    ("stpncpy", "pppl", &[Prefix(1, 2)], Filled { to: 0, count: 2 }, Behind(0, 0)),
    ("strcat", "ppp", &[Text(0), Text(1)], Copied { to: 0, behind: Some(0), text: 1 }, Same(0)),
    ("strncat", "pppl", &[Text(0), Prefix(1, 2)], Copied { to: 0, behind: Some(0), text: 1 }, Same(0)),
    ("strlcpy", "lppl", &[Text(1)], Cut { to: 0, behind: None, text: 0, count: 2 }, Length(0)),
    ("strlcat", "lppl", &[Prefix(0, 2), Text(1)], Cut { to: 0, behind: Some(0), text: 1, count: 2 }, Lengths),
    ("strdup", "pp", &[Text(0)], Nothing, Duplicate(0)),
    ("strndup", "ppl", &[Prefix(0, 1)], Nothing, Duplicate(0)),
    ("atoi", "ip", &[Text(0)], Nothing, Any),
    ("atol", "lp", &[Text(0)], Nothing, Any),
    ("atoll", "Lp", &[Text(0)], Nothing, Any),
    ("strtol", "lppi", &[Text(0)], End { to: 1 }, Any),
    ("strtoul", "lppi", &[Text(0)], End { to: 1 }, Any),
    ("strtoll", "Lppi", &[Text(0)], End { to: 1 }, Any),
    ("strtoull", "Lppi", &[Text(0)], End { to: 1 }, Any),
    ("strtoimax", "Lppi", &[Text(0)], End { to: 1 }, Any),
    ("strtoumax", "Lppi", &[Text(0)], End { to: 1 }, Any),
    ("strtoq", "Lppi", &[Text(0)], End { to: 1 }, Any),
    ("strtouq", "Lppi", &[Text(0)], End { to: 1 }, Any),
    ("atof", "dp", &[Text(0)], Nothing, Float),
    ("strtod", "dpp", &[Text(0)], End { to: 1 }, Float),
    ("strtof", "fpp", &[Text(0)], End { to: 1 }, Float),
    ("remove", "ip", &[Text(0)], Nothing, Any),
    ("unlink", "ip", &[Text(0)], Nothing, Any),
    ("rmdir", "ip", &[Text(0)], Nothing, Any),
    ("access", "ipi", &[Text(0)], Nothing, Any),
    ("mkdir", "ipi", &[Text(0)], Nothing, Any),
    ("chmod", "ipi", &[Text(0)], Nothing, Any),
    ("open", "ipi.", &[Text(0)], Nothing, Any),
    ("system", "ip", &[Text(0)], Nothing, Any),
    ("chdir", "ip", &[Text(0)], Nothing, Any),
    ("creat", "ipi", &[Text(0)], Nothing, Any),
    ("truncate", "ipl", &[Text(0)], Nothing, Any),
    ("link", "ipp", &[Text(0), Text(1)], Nothing, Any),
    ("symlink", "ipp", &[Text(0), Text(1)], Nothing, Any),
    ("rename", "ipp", &[Text(0), Text(1)], Nothing, Any),
    ("write", "lipl", &[Bytes(1, 2)], Nothing, Written),
    ("perror", "vp", &[Text(0)], Nothing, NoResult),
];

/// The contract of this name.
pub fn contract(name: &str) -> Option<&'static Contract> {
    CONTRACTS.iter().find(|contract| contract.0 == name)
}
