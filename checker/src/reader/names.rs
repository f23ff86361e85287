//! Names that mean something outside the module (`spec/language.md`, "Names"): what compilers, the code generator, the
//! linker and the start of a program know of them. The lists are the files of `spec/names`; tests compare them with
//! what the installed compilers and the C library say.

use std::collections::HashSet;
use std::sync::LazyLock;

/// A list of the specification: names, or how names begin.
struct List {
    lines: HashSet<&'static str>,
    /// Bytes of the longest line.
    longest: usize,
}

impl List {
    /// A line of the text that begins with `#` and a blank is a comment; each other line is a name.
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

    /// Whether the name is a line with one of the suffixes behind it.
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
    RECOGNISED = "recognised.txt";
    MATHEMATICS = "recognised-mathematics.txt";
    FRONT_ENDS = "recognised-by-front-ends.txt";
    FRONT_ENDS_MATHEMATICS = "recognised-mathematics-by-front-ends.txt";
    LABELS = "labels.txt";
    SV_COMP = "sv-comp.txt";
    SV_COMP_BEGINNINGS = "sv-comp-beginnings.txt";
}

/// What follows in the names for `float`, `long double`, `_Float128`, as LLVM knows them.
const FLOATS: [&str; 3] = ["f", "l", "f128"];

/// What follows in the names for all types of floating point, as front ends know them.
const ALL_FLOATS: [&str; 13] =
    ["f", "l", "f16", "f32", "f64", "f128", "f32x", "f64x", "f128x", "d32", "d64", "d128", "d64x"];

/// No module may define it.
pub fn reserved(name: &str) -> bool {
    RESERVED.has(name) || RESERVED_BEGINNINGS.has_beginning_of(name)
}

/// The C library may call it: no module may define it visibly beside anything that the library does.
pub fn part_of_the_library(name: &str) -> bool {
    LIBRARY_PARTS.has_beginning_of(name)
}

/// Where the module declares or defines a function of this name, the library may call functions of its own: start code
/// does for `main`.
pub fn leads_into_the_library(name: &str, defined: bool) -> bool {
    if defined { name == "main" } else { !name.starts_with("llvm.") && !LIBRARY_LEAVES.has(name) }
}

/// LLVM takes a function of this name for the library's.
pub fn recognised(name: &str) -> bool {
    RECOGNISED.has(name) || MATHEMATICS.has(name) || MATHEMATICS.has_stem_of(name, &FLOATS)
}

/// The front end of a compiler takes a function of this name for the library's, unless it is `static`.
pub fn recognised_by_front_ends(name: &str) -> bool {
    FRONT_ENDS.has(name)
        || FRONT_ENDS_MATHEMATICS.has(name)
        || [&MATHEMATICS, &FRONT_ENDS_MATHEMATICS].iter().any(|list| list.has_stem_of(name, &ALL_FLOATS))
}

/// A private variable of this name could be a label of the code generator's.
pub fn label(name: &str) -> bool {
    LABELS.has_beginning_of(name)
}

/// No module may define it with external linkage.
pub fn of_the_library(name: &str) -> bool {
    LIBRARY_VARIABLES.has(name)
}

/// It has a contract only where the user says that the program is one of SV-COMP's.
pub fn of_sv_comp(name: &str) -> bool {
    SV_COMP.has(name) || SV_COMP_BEGINNINGS.has_beginning_of(name)
}
