//! Lists of names that are data of the specification (`spec/names`; spec/language.md, "Names").

/// The names of a file, sorted: its lines but for the comments, which begin with `#` and a blank.
pub(crate) fn names(text: &'static str) -> Vec<&'static str> {
    let mut names: Vec<&str> = text.split('\n').filter(|line| !line.is_empty() && !line.starts_with("# ")).collect();
    names.sort_unstable();
    names
}

/// The names of the file at a path, which begins in the folder of the code that says it.
macro_rules! list {
    ($path:literal) => {{
        static NAMES: std::sync::LazyLock<Vec<&'static str>> =
            std::sync::LazyLock::new(|| $crate::program::names::names(include_str!($path)));
        NAMES.as_slice()
    }};
}
pub(crate) use list;

/// Whether the list has the name.
pub(crate) fn contains(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

/// Whether the name begins as one of the list says.
pub(crate) fn begins(list: &[&str], name: &str) -> bool {
    name.char_indices().skip(1).map(|(end, _)| &name[..end]).chain([name]).any(|part| contains(list, part))
}

/// Programs of SV-COMP and older collections mean an input, an assumption or an end of the program by it.
pub(crate) fn of_sv_comp(name: &str) -> bool {
    contains(list!("../../../spec/names/sv-comp.txt"), name)
        || begins(list!("../../../spec/names/sv-comp-beginnings.txt"), name)
}
