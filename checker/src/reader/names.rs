//! Names with a meaning outside the module (`spec/language.md`, "Names"): what compilers, code generators, linkers and
//! start code assume about them. The lists are the files of `spec/names`; tests compare them with what the installed
//! compilers and the C library say.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A list of the specification: names, or how names begin.
struct List {
    lines: HashSet<&'static str>,
    /// Bytes of the longest line.
    longest: usize,
}

impl List {
    /// Reads a list. A line of the text that begins with `#` and a blank is a comment; each other line is a name.
    fn of(text: &'static str) -> List {
        let lines: HashSet<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
        List { longest: lines.iter().map(|line| line.len()).max().unwrap_or(0), lines }
    }

    fn has(&self, name: &str) -> bool {
        self.lines.contains(name)
    }

    fn has_beginning_of(&self, name: &str) -> bool {
        (1..=self.longest.min(name.len())).filter_map(|end| name.get(..end)).any(|begins| self.has(begins))
    }

    /// Whether the name is a line of the list, followed by one of the suffixes.
    fn has_stem_of(&self, name: &str, suffixes: &[&str]) -> bool {
        let mut stems = suffixes.iter().filter_map(|suffix| name.strip_suffix(suffix));
        stems.any(|stem| self.has(stem))
    }
}

macro_rules! lists {
    ($($name:ident = $file:literal;)*) => {
        $(static $name: LazyLock<List> = LazyLock::new(|| List::of(include_str!(concat!("../../../spec/names/", $file))));)*
    };
}

lists! {
    RESERVED = "reserved.txt";
    RESERVED_BEGINNINGS = "reserved-beginnings.txt";
    LIBRARY_PARTS = "library-parts.txt";
    LIBRARY_LEAVES = "library-leaves.txt";
    LIBRARY_VARIABLES = "library-variables.txt";
    LIBRARY_NUMBERS = "library-numbers.txt";
    RECOGNISED = "recognised.txt";
    MATHEMATICS = "recognised-mathematics.txt";
    FRONT_ENDS = "recognised-by-front-ends.txt";
    FRONT_ENDS_MATHEMATICS = "recognised-mathematics-by-front-ends.txt";
    LABELS = "labels.txt";
    SV_COMP = "sv-comp.txt";
    SV_COMP_BEGINNINGS = "sv-comp-beginnings.txt";
}

/// Suffixes of names for `float`, `long double` and `_Float128` that LLVM knows.
const FLOATS: [&str; 3] = ["f", "l", "f128"];

/// Suffixes of names for all floating-point types that front ends know.
const ALL_FLOATS: [&str; 13] =
    ["f", "l", "f16", "f32", "f64", "f128", "f32x", "f64x", "f128x", "d32", "d64", "d128", "d64x"];

/// Whether no module may define this name.
pub fn reserved(name: &str) -> bool {
    RESERVED.has(name) || RESERVED_BEGINNINGS.has_beginning_of(name)
}

/// Whether the C library may call a function of this name: no module that uses the library may define it visibly.
pub fn part_of_the_library(name: &str) -> bool {
    LIBRARY_PARTS.has_beginning_of(name)
}

/// Where the module declares or defines a function of this name, the library may call functions of its own: start code
/// does for `main`.
pub fn leads_into_the_library(name: &str, defined: bool) -> bool {
    if defined { name == "main" } else { !name.starts_with("llvm.") && !LIBRARY_LEAVES.has(name) }
}

/// Whether LLVM takes a function of this name for the library's.
pub fn recognised(name: &str) -> bool {
    RECOGNISED.has(name) || MATHEMATICS.has(name) || MATHEMATICS.has_stem_of(name, &FLOATS)
}

/// Whether a compiler's front end takes a function of this name for the library's, unless the function is `static`.
pub fn recognised_by_front_ends(name: &str) -> bool {
    FRONT_ENDS.has(name)
        || FRONT_ENDS_MATHEMATICS.has(name)
        || [&MATHEMATICS, &FRONT_ENDS_MATHEMATICS].iter().any(|list| list.has_stem_of(name, &ALL_FLOATS))
}

/// Whether a private variable of this name could collide with a label of the code generator.
pub fn label(name: &str) -> bool {
    LABELS.has_beginning_of(name)
}

/// Whether no module may define this name with external linkage.
pub fn of_the_library(name: &str) -> bool {
    LIBRARY_VARIABLES.has(name)
}

/// Whether a variable of this name is the C library's, and may not be written: the library follows what it points to.
pub fn followed_by_the_library(name: &str) -> bool {
    (of_the_library(name) || part_of_the_library(name) || reserved(name)) && !LIBRARY_NUMBERS.has(name)
}

/// Whether this name has a contract only if the user says that the program is from SV-COMP.
pub fn of_sv_comp(name: &str) -> bool {
    SV_COMP.has(name) || SV_COMP_BEGINNINGS.has_beginning_of(name)
}
