//! From the names that debug information has for files to the files that the user knows.

use std::path::{Component, Path, PathBuf};

/// The files that a program was read from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// As the user names them.
    files: Vec<PathBuf>,
    /// Where others are looked for.
    folders: Vec<PathBuf>,
}

/// Of longer files nothing is shown.
const MOST_TEXT: u64 = 8 << 20;

impl Sources {
    pub(crate) fn new(files: Vec<PathBuf>) -> Sources {
        let folders = files.iter().filter_map(|file| Some(file.parent()?.to_path_buf())).collect();
        Sources { files, folders }
    }

    /// Sources of which only the folders are known.
    pub(crate) fn below(folders: Vec<PathBuf>) -> Sources {
        Sources { files: Vec::new(), folders }
    }

    /// The text of the file of this name: one that the user named, or one below a folder that the user named. Debug
    /// information may come from somebody else, so it leads nowhere else.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        Some(String::from_utf8_lossy(&self.bytes(name)?).into_owned())
    }

    /// Its bytes.
    pub(crate) fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let named = self.files.iter().find(|file| is_called(file, name)).cloned();
        let below = Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let mut found = self.folders.iter().map(|folder| folder.join(name)).filter(|path| below && path.is_file());
        let path = named.or_else(|| found.next())?;
        let short = std::fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= MOST_TEXT);
        std::fs::read(path).ok().filter(|_| short)
    }

    /// The first file: what is at no place is at least about it.
    pub(crate) fn first(&self) -> Option<&Path> {
        self.files.first().map(PathBuf::as_path)
    }

    /// Where the file of this name lies: one of those that the user named, or one (a header) that is found from their
    /// folders; otherwise as it is called.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        if let Some(file) = self.files.iter().find(|file| is_called(file, name)) {
            return plain(file);
        }
        let found = self.folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        plain(&found.unwrap_or_else(|| PathBuf::from(name)))
    }
}

/// Whether debug information calls the file so.
fn is_called(file: &Path, name: &str) -> bool {
    file.to_string_lossy() == name || file.file_name().is_some_and(|bare| bare.to_string_lossy() == name)
}

/// Without `.` in it.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
