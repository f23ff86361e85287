//! Finds the user's files for the names that debug information has for them.

use std::path::{Component, Path, PathBuf};

/// The files from which a program was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// The files, by the paths that the user gave.
    files: Vec<PathBuf>,
    /// The folders in which other files are looked for.
    folders: Vec<PathBuf>,
    /// The folders that the compiler was told to look for headers in, and those that names of headers may begin in.
    headers: Vec<PathBuf>,
    beginnings: Vec<PathBuf>,
}

/// The size in bytes of the largest file that is shown.
const MOST_TEXT: u64 = 8 << 20;

impl Sources {
    /// The sources of a program that was read from these files.
    pub(crate) fn new(files: Vec<PathBuf>) -> Sources {
        let folders = files.iter().filter_map(|file| Some(file.parent()?.to_path_buf())).collect();
        Sources { files, folders, ..Sources::default() }
    }

    /// These sources, of which headers may also lie in the folders that the compiler was told. `beginning`: the folder in
    /// which relative names among its flags begin.
    pub(crate) fn with_headers(
        mut self,
        folders: impl IntoIterator<Item = PathBuf>,
        beginning: Option<&Path>,
    ) -> Sources {
        self.headers.extend(folders.into_iter().filter_map(|folder| folder.canonicalize().ok()));
        self.beginnings.extend(beginning.map(Path::to_path_buf));
        self
    }

    /// The sources, if only their folders are known.
    pub(crate) fn below(folders: Vec<PathBuf>) -> Sources {
        Sources { folders, ..Sources::default() }
    }

    /// The text of the file with this name: one that the user gave, or one below a folder that the user gave, also to the
    /// compiler. Debug information may come from somebody else, so no name leads to any other file.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        Some(String::from_utf8_lossy(&self.bytes(name)?).into_owned())
    }

    /// The bytes of the file with this name, found in the same way.
    pub(crate) fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let named = self.files.iter().find(|file| is_called(file, name)).cloned();
        let mut found = self.folders.iter().filter_map(|folder| below(folder, name)).filter(|path| path.is_file());
        let path = named.or_else(|| found.next()).or_else(|| self.header(name))?;
        let short = std::fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= MOST_TEXT);
        std::fs::read(path).ok().filter(|_| short)
    }

    /// A header below a folder that the compiler was told.
    fn header(&self, name: &str) -> Option<PathBuf> {
        let beginnings = self.beginnings.iter().chain(&self.folders).map(|folder| folder.join(name));
        let mut paths = beginnings.filter_map(|path| path.canonicalize().ok());
        paths.find(|path| path.is_file() && self.headers.iter().any(|folder| path.starts_with(folder)))
    }

    /// The first file. A finding without a place is reported there.
    pub(crate) fn first(&self) -> Option<&Path> {
        self.files.first().map(PathBuf::as_path)
    }

    /// The path of the file with this name: one that the user gave, or one (such as a header) that is found from the
    /// user's folders; otherwise the name itself.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        if let Some(file) = self.files.iter().find(|file| is_called(file, name)) {
            return plain(file);
        }
        let found = self.folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        plain(&found.unwrap_or_else(|| PathBuf::from(name)))
    }
}

/// The file of this name below the folder, whether or not the name begins with the folder; `None` if it would be elsewhere.
fn below(folder: &Path, name: &str) -> Option<PathBuf> {
    let name = Path::new(name);
    let rest = name.strip_prefix(folder).unwrap_or(name);
    let inside = rest.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    inside.then(|| folder.join(rest))
}

/// Whether debug information uses this name for the file.
fn is_called(file: &Path, name: &str) -> bool {
    file.to_string_lossy() == name || file.file_name().is_some_and(|bare| bare.to_string_lossy() == name)
}

/// The path without `.` components.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_lie_in_folders_of_the_user() {
        let folder = tempfile::TempDir::new().expect("a folder");
        std::fs::write(folder.path().join("a.h"), "text").expect("written");
        for inside in ["src", "include"] {
            std::fs::create_dir(folder.path().join(inside)).expect("made");
        }
        for (file, text) in [("include/a.h", "text"), ("other.h", "other")] {
            std::fs::write(folder.path().join(file), text).expect("written");
        }
        let own = || Sources::new(vec![folder.path().join("src/a.c")]);
        let told = own().with_headers([folder.path().join("./include")], Some(folder.path()));
        let whole = folder.path().join("include/a.h").display().to_string();
        for name in ["include/a.h", "../include/a.h", "../src/../include/./a.h", &whole] {
            assert_eq!(own().text(name), None, "{name}");
            assert_eq!(told.text(name).as_deref(), Some("text"), "{name}");
        }
        for elsewhere in ["other.h", "../other.h", "include/../other.h", "/etc/hostname"] {
            assert_eq!(told.text(elsewhere), None, "{elsewhere}");
        }
    }

    #[test]
    fn only_files_below_a_folder_of_the_user_are_read() {
        let inside = |folder: &str, name: &str| below(Path::new(folder), name);
        assert_eq!(inside("src", "a.h"), Some("src/a.h".into()));
        assert_eq!(inside("src", "src/a.h"), Some("src/a.h".into()));
        assert_eq!(inside("/src", "/src/one/a.h"), Some("/src/one/a.h".into()));
        assert_eq!(inside("", "one/a.h"), Some("one/a.h".into()));
        for (folder, name) in
            [("src", "../a.h"), ("src", "src/../../a.h"), ("src", "/a.h"), ("", "/a.h"), ("/src", "/srcs/a.h")]
        {
            assert_eq!(inside(folder, name), None, "{folder} {name}");
        }
    }

    #[test]
    fn a_name_leads_to_the_file_that_the_user_named() {
        let sources = Sources::new(vec!["src/a.c".into(), "./lib/b.c".into(), "one/same.c".into()]);
        for (name, path) in
            [("a.c", "src/a.c"), ("b.c", "lib/b.c"), ("one/same.c", "one/same.c"), ("no/where.h", "no/where.h")]
        {
            assert_eq!(sources.path(name), Path::new(path), "{name}");
        }
    }
}
