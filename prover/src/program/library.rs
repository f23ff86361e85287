//! Functions of the C library that read and write strings and ranges of bytes: the table of `spec/rules/library.md`.

use super::{Global, GlobalCell, Operand, Program, Type};
use Gives::{
    Any, Behind, Case, Class, Compared, Duplicate, Float, Found, Inside, Length, Lengths, NoResult, Same, Within,
    Written,
};
use Last::{Byte, Character as Char, Sequence};
use Reads::{Bytes, Character, Prefix, Text};
use Writes::{Copied, Cut, End, Filled, Nothing};

/// Memory that is read, or an argument whose value matters. Numbers are places of arguments.
#[derive(Clone, Copy, Debug)]
pub enum Reads {
    /// A string.
    Text(usize),
    /// As many bytes as another argument says.
    Bytes(usize, usize),
    /// A string, or as many bytes as another argument says.
    Prefix(usize, usize),
    /// A character as `unsigned char`, or -1.
    Character(usize),
}

/// Memory that is written. `text` and `behind` are places in what is read.
#[derive(Clone, Copy, Debug)]
pub enum Writes {
    /// None.
    Nothing,
    /// A string with its 0, after a string that is there already.
    Copied {
        /// Argument.
        to: usize,
        /// The string that is there.
        behind: Option<usize>,
        /// The string that is copied.
        text: usize,
    },
    /// A string with its 0, after a string that is there already, cut off so that both have at most as many bytes as an
    /// argument says.
    Cut {
        /// Argument.
        to: usize,
        /// The string that is there.
        behind: Option<usize>,
        /// The string that is copied.
        text: usize,
        /// Argument.
        count: usize,
    },
    /// As many bytes as an argument says.
    Filled {
        /// Argument.
        to: usize,
        /// Argument.
        count: usize,
    },
    /// An address inside the first range that was read, unless the argument is null.
    End {
        /// Argument.
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
    /// Nothing.
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
    /// Null, or an address in the first range that was read.
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

/// What a function does.
#[derive(Clone, Copy, Debug)]
pub struct Contract {
    /// Types of the result and the arguments: `p` pointer, `i` int, `l` long and size_t, `L` long long, `d`
    /// double, `f` float, `v` none; a point at the end: further arguments of any types.
    pub types: &'static str,
    /// What is read, in order.
    pub reads: &'static [Reads],
    /// What is written, after everything was read.
    pub writes: Writes,
    /// The result.
    pub gives: Gives,
}

/// Functions that end the program, with the types of their arguments for library functions (X-EXIT).
pub const EXITS: [(&str, Option<&[Type]>); 10] = [
    ("exit", Some(&[Type::Int(32)])),
    ("_Exit", Some(&[Type::Int(32)])),
    ("_exit", Some(&[Type::Int(32)])),
    ("abort", Some(&[])),
    ("__assert_fail", Some(&[Type::Pointer, Type::Pointer, Type::Int(32), Type::Pointer])),
    ("__assert", Some(&[Type::Pointer, Type::Pointer, Type::Int(32)])),
    ("__VERIFIER_error", None),
    ("reach_error", None),
    ("__assert_rtn", None),
    ("assert_fail", None),
];

/// Functions of the library's that no compiler knows, and jumps: a program's declaration as `noreturn` ends no run there.
#[rustfmt::skip]
const GOES_ON: [&str; 25] = [
    "longjmp", "siglongjmp", "setcontext", "swapcontext", "pthread_exit", "thrd_exit", "err", "errx", "verr", "verrx",
    "error", "error_at_line", "rand", "random", "srand", "clock", "time", "getchar", "explicit_bzero", "memset_explicit",
    "srandom", "difftime", "reallocarray", "getchar_unlocked", "asprintf",
];

/// Whether a function of this name, declared as `noreturn`, ends the program, provided that no compiler knows the name.
pub fn may_end(name: &str) -> bool {
    let contract = contract(name).is_some()
        || is_of_streams(name)
        || result_types(name).is_some()
        || super::objects::contract(name).is_some()
        || tokens(name).is_some()
        || GOES_ON.contains(&name)
        || super::names::of_sv_comp(name);
    !contract && !name.starts_with('_') && !name.starts_with("llvm.")
}

/// Whether a function of this name gives the program what may differ from run to run: input, the time, an arbitrary value.
pub fn asks(name: &str) -> bool {
    #[rustfmt::skip]
    const INPUT: [&str; 12] = [
        "fgetc", "getc", "getchar", "fgets", "read", "fread", "getline", "getdelim", "getenv", "gethostname", "readlink",
        "getcwd",
    ];
    #[rustfmt::skip]
    const OTHERS: [&str; 13] = [
        "rand", "random", "rand_r", "clock", "time", "times", "clock_gettime", "gettimeofday", "stat", "lstat", "fstat",
        "uname", "getpid",
    ];
    let name = name.trim_end_matches("_unlocked");
    let scans = scan_format(name).is_some() && !name.ends_with("sscanf");
    is_nondet(name) || INPUT.contains(&name) || OTHERS.contains(&name) || scans
}

/// Whether verification benchmarks use this name to ask for an arbitrary value.
pub fn is_nondet(name: &str) -> bool {
    matches!(name, "nondet" | "__VERIFIER_nondet" | "unknown_int" | "unknown_uint")
        || name.starts_with("nondet_")
        || name.starts_with("__VERIFIER_nondet_")
}

/// Whether the name has a contract only with the option `--sv-comp`, which is not given.
pub fn is_unknown_without_option(program: &Program, name: &str) -> bool {
    !program.sv_comp && super::names::of_sv_comp(name)
}

/// The library's `int errno`: its block has no entries.
pub const ERRNO: &str = "@errno";

/// The table of `<ctype.h>` with the classes of characters, and where in it the null character's element lies.
pub const CLASSES: &str = "@ctype_b_table";
/// In bytes.
pub const NULL_CHARACTER: u64 = 256;

/// The variable of the library whose address the function returns (X-LOCATION).
pub fn location(function: &str) -> Option<&'static str> {
    Some(match function {
        "__errno_location" => ERRNO,
        "__ctype_b_loc" => "@ctype_b",
        "__ctype_tolower_loc" => "@ctype_tolower",
        "__ctype_toupper_loc" => "@ctype_toupper",
        _ => return None,
    })
}

/// The variables of the library that a program which declares these functions can reach, in the order of their names.
pub fn variables<'n>(declared: impl Iterator<Item = &'n str>, pointer_bits: u32) -> Vec<Global> {
    let pointer = pointer_bits / 8;
    let variable = |name: &str, size: u64, align: u64, constant: bool, cells: Option<Vec<GlobalCell>>| Global {
        name: name.to_owned(),
        local: false,
        size,
        open: false,
        align,
        constant,
        unnamed_addr: false,
        cells,
        elements: Vec::new(),
    };
    let mut found = Vec::new();
    for name in declared.filter_map(location) {
        if name == ERRNO {
            found.push(variable(name, 4, 4, false, None));
            continue;
        }
        let element: u32 = if name == "@ctype_b" { 2 } else { 4 };
        let table = format!("{name}_table");
        // A null character is a control character and of no other class.
        let null = GlobalCell { offset: NULL_CHARACTER, width: 2, value: Operand::Int { width: 16, bits: 2 } };
        let cells = (element == 2).then(|| vec![null]);
        found.push(variable(&table, 384 * u64::from(element), element.into(), true, cells));
        let value = Operand::Global { name: table, offset: 128 * i64::from(element) };
        let cell = GlobalCell { offset: 0, width: pointer, value };
        found.push(variable(name, pointer.into(), pointer.into(), true, Some(vec![cell])));
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// The contract of the function of this name.
pub fn contract(name: &str) -> Option<Contract> {
    const DIGITS: Writes = End { to: 1 };
    let (types, reads, writes, gives): (_, &'static [Reads], _, _) = match name {
        "iscntrl" => ("ii", &[Character(0)], Nothing, Any),
        "isalnum" | "isalpha" | "isblank" | "isgraph" | "islower" | "isprint" | "ispunct" | "isspace" | "isupper" => {
            ("ii", &[Character(0)], Nothing, Class(1, 255))
        }
        "isdigit" => ("ii", &[Character(0)], Nothing, Class(48, 57)),
        "isxdigit" => ("ii", &[Character(0)], Nothing, Class(48, 102)),
        "tolower" | "toupper" => ("ii", &[Character(0)], Nothing, Case),
        "strlen" => ("lp", &[Text(0)], Nothing, Length(0)),
        "strnlen" => ("lpl", &[Prefix(0, 1)], Nothing, Length(0)),
        "memchr" | "memrchr" => ("ppil", &[Bytes(0, 2)], Nothing, Found(Byte)),
        "memmem" => ("pplpl", &[Bytes(0, 1), Bytes(2, 3)], Nothing, Found(Sequence)),
        "memcmp" | "bcmp" => ("ippl", &[Bytes(0, 2), Bytes(1, 2)], Nothing, Any),
        "strchr" | "strrchr" | "index" | "rindex" => ("ppi", &[Text(0)], Nothing, Found(Char(1))),
        "strchrnul" => ("ppi", &[Text(0)], Nothing, Inside),
        "strpbrk" => ("ppp", &[Text(0), Text(1)], Nothing, Found(Byte)),
        "strstr" | "strcasestr" => ("ppp", &[Text(0), Text(1)], Nothing, Found(Sequence)),
        "strspn" | "strcspn" => ("lpp", &[Text(0), Text(1)], Nothing, Within(0)),
        "strcmp" | "strcasecmp" => ("ipp", &[Text(0), Text(1)], Nothing, Compared),
        "strcoll" => ("ipp", &[Text(0), Text(1)], Nothing, Any),
        "strncmp" | "strncasecmp" => ("ippl", &[Prefix(0, 2), Prefix(1, 2)], Nothing, Compared),
        "strcpy" => ("ppp", &[Text(1)], Copied { to: 0, behind: None, text: 0 }, Same(0)),
        "stpcpy" => ("ppp", &[Text(1)], Copied { to: 0, behind: None, text: 0 }, Behind(0, 0)),
        "strncpy" => ("pppl", &[Prefix(1, 2)], Filled { to: 0, count: 2 }, Same(0)),
        "stpncpy" => ("pppl", &[Prefix(1, 2)], Filled { to: 0, count: 2 }, Behind(0, 0)),
        "strcat" => ("ppp", &[Text(0), Text(1)], Copied { to: 0, behind: Some(0), text: 1 }, Same(0)),
        "strncat" => ("pppl", &[Text(0), Prefix(1, 2)], Copied { to: 0, behind: Some(0), text: 1 }, Same(0)),
        "strlcpy" => ("lppl", &[Text(1)], Cut { to: 0, behind: None, text: 0, count: 2 }, Length(0)),
        "strlcat" => ("lppl", &[Prefix(0, 2), Text(1)], Cut { to: 0, behind: Some(0), text: 1, count: 2 }, Lengths),
        "strdup" => ("pp", &[Text(0)], Nothing, Duplicate(0)),
        "strndup" => ("ppl", &[Prefix(0, 1)], Nothing, Duplicate(0)),
        "atoi" => ("ip", &[Text(0)], Nothing, Any),
        "atol" => ("lp", &[Text(0)], Nothing, Any),
        "atoll" => ("Lp", &[Text(0)], Nothing, Any),
        "strtol" | "strtoul" => ("lppi", &[Text(0)], DIGITS, Any),
        "strtoll" | "strtoull" | "strtoimax" | "strtoumax" | "strtoq" | "strtouq" => ("Lppi", &[Text(0)], DIGITS, Any),
        "atof" => ("dp", &[Text(0)], Nothing, Float),
        "strtof" => ("fpp", &[Text(0)], DIGITS, Float),
        "strtod" => ("dpp", &[Text(0)], DIGITS, Float),
        "remove" | "unlink" | "rmdir" | "system" | "chdir" => ("ip", &[Text(0)], Nothing, Any),
        "access" | "mkdir" | "chmod" | "creat" => ("ipi", &[Text(0)], Nothing, Any),
        "open" => ("ipi.", &[Text(0)], Nothing, Any),
        "truncate" => ("ipl", &[Text(0)], Nothing, Any),
        "rename" | "link" | "symlink" => ("ipp", &[Text(0), Text(1)], Nothing, Any),
        "write" => ("lipl", &[Bytes(1, 2)], Nothing, Written),
        "perror" => ("vp", &[Text(0)], Nothing, NoResult),
        _ => return None,
    };
    Some(Contract { types, reads, writes, gives })
}

/// Functions of streams, with their types (in the letters of [`Contract`]).
#[rustfmt::skip]
const STREAMS: [(&str, &str); 41] = [
    ("fgetc", "ip"), ("getc", "ip"), ("fputc", "iip"), ("putc", "iip"), ("ungetc", "iip"), ("fputs", "ipp"),
    ("fgets", "ppip"), ("read", "lipl"), ("fread", "lpllp"), ("fwrite", "lpllp"), ("fflush", "ip"), ("feof", "ip"),
    ("ferror", "ip"), ("fileno", "ip"), ("clearerr", "vp"), ("rewind", "vp"), ("setvbuf", "ippil"), ("setbuf", "vpp"),
    ("fopen", "ppp"), ("fopen64", "ppp"), ("fdopen", "pip"), ("tmpfile", "p"), ("fclose", "ip"), ("fseek", "ipli"),
    ("ftell", "lp"), ("getline", "lppp"), ("getdelim", "lppip"), ("getcwd", "ppl"),
    ("getc_unlocked", "ip"), ("fgetc_unlocked", "ip"), ("putc_unlocked", "iip"), ("fputc_unlocked", "iip"),
    ("fgets_unlocked", "ppip"), ("fputs_unlocked", "ipp"), ("fread_unlocked", "lpllp"), ("fwrite_unlocked", "lpllp"),
    ("feof_unlocked", "ip"), ("ferror_unlocked", "ip"), ("fileno_unlocked", "ip"), ("fflush_unlocked", "ip"),
    ("clearerr_unlocked", "vp"),
];

/// Functions whose result their next call may overwrite, with their types, and whether the result may be null
/// (X-RESULT).
const RESULTS: [(&str, &str, bool); 3] = [("getenv", "pp", true), ("strerror", "pi", false), ("strsignal", "pi", true)];

/// A function that splits a string into tokens (X-TOKEN).
#[derive(Clone, Copy)]
pub struct Tokens {
    /// The types, in the letters of [`Contract::types`].
    pub types: &'static str,
    /// The name of the block of the library's: that of `strtok` holds the saved pointer, that of `strtok_r` whether a
    /// saved pointer may be null.
    pub block: Option<&'static str>,
}

/// What is known of a function that splits a string into tokens.
pub fn tokens(name: &str) -> Option<Tokens> {
    let (types, block) = match name {
        "strtok" => ("ppp", Some("strtok")),
        "strtok_r" | "__strtok_r" => ("pppp", Some("strtok_r")),
        "strsep" => ("ppp", None),
        _ => return None,
    };
    Some(Tokens { types, block })
}

/// Whether memory of the library's with this name tells where a search for tokens goes on, and not what a function
/// returned.
pub fn is_of_tokens(block: &str) -> bool {
    tokens(block).is_some_and(|known| known.block == Some(block))
}

/// The types of functions that have a rule of their own: the result, and the parameters. The letters are those of
/// [`Contract::types`], and `v` for none.
#[rustfmt::skip]
const OWN: [(&str, &str); 25] = [
    ("malloc", "pl"), ("calloc", "pll"), ("realloc", "ppl"), ("reallocarray", "ppll"), ("free", "vp"),
    ("memcpy", "pppl"), ("memmove", "pppl"), ("memset", "ppil"), ("memset_explicit", "ppil"),
    ("bzero", "vpl"), ("explicit_bzero", "vpl"),
    ("abs", "ii"), ("labs", "ll"), ("llabs", "LL"),
    ("rand", "i"), ("random", "l"), ("srand", "vi"), ("getchar", "i"), ("putchar", "ii"), ("clock", "l"), ("time", "lp"),
    ("srandom", "vi"), ("getchar_unlocked", "i"), ("putchar_unlocked", "ii"), ("difftime", "dll"),
];

/// Functions of the system that change no memory, with their types. A program may have its own of these names, and a
/// contract says then what they do.
#[rustfmt::skip]
const DESCRIPTORS: [(&str, &str); 18] = [
    ("close", "ii"), ("dup", "ii"), ("dup2", "iii"), ("fsync", "ii"), ("getpid", "i"), ("isatty", "ii"), ("lseek", "lili"),
    ("sleep", "ii"), ("usleep", "ii"), ("fdatasync", "ii"), ("ftruncate", "iil"), ("getegid", "i"), ("geteuid", "i"),
    ("getgid", "i"), ("getppid", "i"), ("getuid", "i"), ("sched_yield", "i"), ("umask", "ii"),
];

/// The types of a function of the system that changes no memory, provided that it is not the program's own.
pub fn descriptor_types(name: &str) -> Option<&'static str> {
    DESCRIPTORS.iter().find(|(known, _)| *known == name).map(|(_, types)| *types)
}

/// The types of a function that has a rule of its own, but prints nothing.
pub fn own_types(name: &str) -> Option<&'static str> {
    OWN.iter().find(|(known, _)| *known == name).map(|(_, types)| *types)
}

/// The types of a function of streams.
pub fn stream_types(name: &str) -> Option<&'static str> {
    STREAMS.iter().find(|(known, _)| *known == name).map(|(_, types)| *types)
}

/// For a function whose result its next call may overwrite: its types, and whether the result may be null.
pub fn result_types(name: &str) -> Option<(&'static str, bool)> {
    RESULTS.iter().find(|(known, ..)| *known == name).map(|(_, types, may_be_null)| (*types, *may_be_null))
}

/// For a function that sorts or searches an array: its types, and the places of the array, the number of its elements and
/// their size. The last argument is the function that compares.
pub fn sorted_types(name: &str) -> Option<(&'static str, [usize; 3])> {
    match name {
        "qsort" => Some(("vpllp", [0, 1, 2])),
        "bsearch" => Some(("pppllp", [1, 2, 3])),
        _ => None,
    }
}

/// For a function that reads what a format says: the place of the format among its arguments.
pub fn scan_format(name: &str) -> Option<usize> {
    match name.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_") {
        "scanf" => Some(0),
        "sscanf" | "fscanf" => Some(1),
        _ => None,
    }
}

/// For a function that prints what a format says: the place of the format among its arguments.
pub fn print_format(name: &str) -> Option<usize> {
    match name {
        "printf" => Some(0),
        "fprintf" | "sprintf" | "asprintf" => Some(1),
        "snprintf" => Some(2),
        _ => None,
    }
}

/// Where the format stands among the arguments of a function that prints what a list says: the list is the last one.
pub fn listed_format(name: &str) -> Option<usize> {
    print_format(name.strip_prefix('v').filter(|name| *name != "asprintf")?)
}

/// Whether the function reads input or writes output, and has a contract (X-STREAM, X-SCAN).
pub fn is_of_streams(name: &str) -> bool {
    stream_types(name).is_some() || scan_format(name).is_some()
}
