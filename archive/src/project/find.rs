//! Where a project's file is: in the current folder, or in one above it.

use crate::failure::{Failure, Outcome};
use std::path::{Path, PathBuf};

/// The name of the file.
pub const NAME: &str = "haltcert.toml";

/// A project's file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path by which it is opened.
    pub path: PathBuf,
    /// The path as it is written from the current folder.
    pub shown: PathBuf,
}

impl Place {
    /// A file of the project's folder, as it is written from the current folder.
    pub fn from_here(&self, file: &Path) -> PathBuf {
        self.shown.parent().unwrap_or(Path::new("")).join(file)
    }
}

/// The file that is named, otherwise `haltcert.toml` in the current folder or the nearest one above it.
///
/// # Errors
/// None is named, and none is there.
pub fn place(named: Option<&Path>) -> Outcome<Place> {
    if let Some(path) = named {
        return Ok(Place { path: path.to_owned(), shown: path.to_owned() });
    }
    let here = std::env::current_dir().map_err(|error| Failure::usage(format!("the current folder: {error}")))?;
    above(&here).ok_or_else(|| {
        Failure::usage(format!(
            "no {NAME} here or in a folder above; `haltarchive init FILE.c...` writes one (docs/projects.md)"
        ))
    })
}

/// The file in this folder or the nearest one above it.
fn above(here: &Path) -> Option<Place> {
    here.ancestors().enumerate().find_map(|(steps, folder)| {
        let path = folder.join(NAME);
        let mut shown: PathBuf = std::iter::repeat_n("..", steps).collect();
        shown.push(NAME);
        path.is_file().then(|| Place { path: if steps == 0 { NAME.into() } else { path }, shown })
    })
}

#[cfg(test)]
mod tests {
    use super::above;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_nearest_one_counts() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let inner = folder.path().join("src/lib");
        fs::create_dir_all(&inner).expect("made");
        fs::write(folder.path().join("haltcert.toml"), "").expect("written");
        let place = above(&inner).expect("found");
        assert_eq!(place.shown, Path::new("../../haltcert.toml"));
        assert_eq!(place.from_here(Path::new("src/a.c")), Path::new("../../src/a.c"));
        fs::write(folder.path().join("src/haltcert.toml"), "").expect("written");
        assert_eq!(above(&inner).expect("found").path, folder.path().join("src/haltcert.toml"));
    }
}
