//! Functions of the C library and of the system that read and write objects of their headers' types: the table of
//! X-OBJECT in `spec/rules/library.md`.

/// What happens to one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is a string.
    Text,
    /// It is a format of `strftime`.
    Format,
    /// It leads to an object that is read.
    In(Object),
    /// It leads to an object that is written.
    Out(Object),
    /// It leads to an object that is read and then written.
    InOut(Object),
    /// It is null, or leads to an object that is written, which may be one that is read.
    OutOrNull(Object),
    /// It leads to memory that is written, as many bytes as the argument at this place says.
    Room(usize),
    /// It is null.
    Null,
    /// It is `SIG_DFL` or `SIG_IGN`.
    NoHandler,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    /// Bytes.
    pub size: u32,
    /// A power of two.
    pub align: u64,
}

/// The result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Any value of its type.
    Any,
    /// A number that is not negative.
    NotNegative,
    /// -1, or at most what the argument at this place says.
    UpTo(usize),
    /// Null, or the argument at this place.
    NullOr(usize),
    /// Null, or an object of the library's, which the next call of these functions may overwrite.
    Shared(Object),
    /// How many characters of a string were written; 0 if there is none.
    Written,
}

/// What a function does, on a machine with pointers of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Contract {
    /// Types, in the letters of [`super::library::Contract::types`].
    pub types: &'static str,
    /// Places of arguments, and what happens to them, in this order.
    pub parts: &'static [(usize, Part)],
    /// The result.
    pub outcome: Outcome,
    /// Variables of the library that it may change.
    pub changes: &'static [&'static str],
}

/// The name of the block in which all functions leave a broken-down time.
pub const BROKEN_DOWN: &str = "localtime";

/// The contract of the function of this name.
pub fn contract(name: &str) -> Option<Contract> {
    use Part::{Format, In, InOut, NoHandler, Null, Out, OutOrNull, Room, Text};
    const NUMBER: Object = Object { size: 8, align: 8 };
    const SEED: Object = Object { size: 4, align: 4 };
    const DESCRIPTORS: Object = Object { size: 8, align: 4 };
    const MOMENT: Object = Object { size: 16, align: 8 };
    const CLOCKS: Object = Object { size: 32, align: 8 };
    const TM: Object = Object { size: 56, align: 8 };
    const STATUS: Object = Object { size: 144, align: 8 };
    const NAMES: Object = Object { size: 390, align: 1 };
    const ENVIRONMENT: &[&str] = &["__environ", "_environ", "environ"];
    const ZONE: &[&str] = &["__daylight", "__timezone", "__tzname", "daylight", "timezone", "tzname"];
    let any = Outcome::Any;
    let none: &'static [&'static str] = &[];
    let (types, parts, outcome, changes): (_, &'static [(usize, Part)], _, _) = match name {
        "setenv" => ("ippi", &[(0, Text), (1, Text)], any, ENVIRONMENT),
        "unsetenv" => ("ip", &[(0, Text)], any, ENVIRONMENT),
        "signal" => ("pip", &[(1, NoHandler)], any, none),
        "tzset" => ("v", &[], any, ZONE),
        "time" => ("lp", &[(0, OutOrNull(NUMBER))], any, none),
        "clock_gettime" => ("iip", &[(1, Out(MOMENT))], any, none),
        "clock_getres" => ("iip", &[(1, OutOrNull(MOMENT))], any, none),
        "gettimeofday" => ("ipp", &[(0, Out(MOMENT)), (1, Null)], any, none),
        "nanosleep" => ("ipp", &[(0, In(MOMENT)), (1, OutOrNull(MOMENT))], any, none),
        "localtime_r" | "gmtime_r" => ("ppp", &[(0, In(NUMBER)), (1, Out(TM))], Outcome::NullOr(1), ZONE),
        "localtime" | "gmtime" => ("pp", &[(0, In(NUMBER))], Outcome::Shared(TM), ZONE),
        "mktime" | "timegm" => ("lp", &[(0, InOut(TM))], any, ZONE),
        "strftime" => ("lplpp", &[(2, Format), (3, In(TM)), (0, Room(1))], Outcome::Written, ZONE),
        "stat" | "stat64" | "lstat" | "lstat64" => ("ipp", &[(0, Text), (1, Out(STATUS))], any, none),
        "fstat" | "fstat64" => ("iip", &[(1, Out(STATUS))], any, none),
        "pipe" => ("ip", &[(0, Out(DESCRIPTORS))], any, none),
        "uname" => ("ip", &[(0, Out(NAMES))], any, none),
        "times" => ("lp", &[(0, Out(CLOCKS))], any, none),
        "gethostname" => ("ipl", &[(0, Room(1))], any, none),
        "readlink" => ("lppl", &[(0, Text), (1, Room(2))], Outcome::UpTo(2), none),
        "rand_r" => ("ip", &[(0, InOut(SEED))], Outcome::NotNegative, none),
        _ => return None,
    };
    Some(Contract { types, parts, outcome, changes })
}

impl Part {
    /// Whether memory is read where the argument points to.
    pub fn reads(self) -> bool {
        matches!(self, Part::Text | Part::Format | Part::In(_) | Part::InOut(_))
    }

    /// Whether memory is written there.
    pub fn writes(self) -> bool {
        matches!(self, Part::Out(_) | Part::InOut(_) | Part::OutOrNull(_) | Part::Room(_))
    }
}

/// Whether `strftime` makes every conversion of this format, in every library, of the numbers of a broken-down time alone,
/// in the locale "C". The text ends at its first 0.
pub fn is_plain_format(text: &[u8]) -> bool {
    const LETTERS: &[u8] = b"ABCDFGHIMRSTUVWXYabcdeghjmnprtuwxyz%";
    let text: Vec<u8> = text.iter().copied().take_while(|byte| *byte != 0).collect();
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        if *byte == b'%' {
            if !text.get(at + 1).is_some_and(|letter| LETTERS.contains(letter)) {
                return false;
            }
            at += 1;
        }
        at += 1;
    }
    true
}
