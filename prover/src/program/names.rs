//! Lists of names that are data of the specification (`spec/names`; spec/language.md, "Names").

/// The names in a file, sorted. Each line is a name, except comments, which begin with `#` and a blank.
pub(crate) fn names(text: &'static str) -> Vec<&'static str> {
    let mut names: Vec<&str> = text.split('\n').filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
    names.sort_unstable();
    names
}

/// The names in the file at a path that is relative to the folder of the calling file.
macro_rules! list {
    ($path:literal) => {{
        static NAMES: std::sync::LazyLock<Vec<&'static str>> =
            std::sync::LazyLock::new(|| $crate::program::names::names(include_str!($path)));
        NAMES.as_slice()
    }};
}
pub(crate) use list;

/// Whether the list contains the name.
pub(crate) fn contains(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

/// Whether the name begins with an element of the list.
pub(crate) fn begins(list: &[&str], name: &str) -> bool {
    name.char_indices().skip(1).map(|(end, _)| &name[..end]).chain([name]).any(|part| contains(list, part))
}

/// Whether no module may define this name with external linkage.
pub(crate) fn of_the_library(name: &str) -> bool {
    contains(list!("../../../spec/names/library-variables.txt"), name)
}

/// Whether no module may define this name.
pub(crate) fn reserved(name: &str) -> bool {
    contains(list!("../../../spec/names/reserved.txt"), name)
        || begins(list!("../../../spec/names/reserved-beginnings.txt"), name)
}

/// Whether a variable of this name is the C library's, and may not be written: the library follows what it points to.
pub(crate) fn followed_by_the_library(name: &str) -> bool {
    (of_the_library(name) || part_of_the_library(name) || reserved(name))
        && !contains(list!("../../../spec/names/library-numbers.txt"), name)
}

/// Whether the C library may call a function of this name: no module that uses the library may define it visibly.
pub(crate) fn part_of_the_library(name: &str) -> bool {
    begins(list!("../../../spec/names/library-parts.txt"), name)
}

/// Whether programs of SV-COMP and older collections use this name for an input, an assumption or an end of the
/// program.
pub(crate) fn of_sv_comp(name: &str) -> bool {
    contains(list!("../../../spec/names/sv-comp.txt"), name)
        || begins(list!("../../../spec/names/sv-comp-beginnings.txt"), name)
}
