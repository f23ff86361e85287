//! `bundle`: a statement and all files that it names in one tar file, with the command that checks them.

use crate::failure::{Failure, Kind, Outcome};
use crate::files;
use crate::statement::Statement;
use certificates::hash::sha256_hex;
use std::collections::BTreeMap;
use std::path::Path;
use tar::{Builder, EntryType, Header};

/// The folder that a bundle unpacks to.
pub const FOLDER: &str = "haltcert-bundle";
/// The statement's name in a bundle.
pub const STATEMENT: &str = "statement.json";
/// The script's name in a bundle.
pub const SCRIPT: &str = "verify.sh";

/// 1980-01-01, the time of every file. Some programs complain about earlier times.
const TIME: u64 = 315_532_800;

const VERIFY: &str = "#!/bin/sh
# Checks everything in this folder again, offline, with a haltarchive that you trust: the one in PATH, or HALTARCHIVE.
set -eu
cd \"$(dirname \"$0\")\"
exec \"${HALTARCHIVE:-haltarchive}\" verify statement.json \"$@\"
";

/// The bytes of the bundle; the same statement and files always give the same bytes. `text` is the statement as it was
/// read.
///
/// # Errors
/// A file differs from what the statement says, or has a name that the bundle itself needs.
pub fn bytes(statement: &Statement, text: &str, folder: &Path) -> Outcome<Vec<u8>> {
    let mut content: BTreeMap<&str, (Vec<u8>, u32)> = BTreeMap::new();
    for (name, digest) in statement.files() {
        let bytes = files::read(&files::place(folder, name)?)?;
        if sha256_hex(&bytes) != digest.sha256 {
            return Err(Failure::new(Kind::Digest, format!("{name}: the file has changed")));
        }
        content.insert(name, (bytes, 0o644));
    }
    for (name, bytes, mode) in [(STATEMENT, text, 0o644), (SCRIPT, VERIFY, 0o755)] {
        if content.insert(name, (bytes.into(), mode)).is_some() {
            let message = format!("{name}: the bundle has a file of its own of this name");
            return Err(Failure::new(Kind::Name, message));
        }
    }
    packed(&content).map_err(|error| Failure::usage(format!("the bundle: {error}")))
}

/// Whether a file begins like a bundle.
pub fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(format!("{FOLDER}/").as_bytes())
}

/// Packs files in the order of their names; owner, time and modes do not depend on the machine.
fn packed(content: &BTreeMap<&str, (Vec<u8>, u32)>) -> std::io::Result<Vec<u8>> {
    let mut tar = Builder::new(Vec::new());
    for (name, (bytes, mode)) in content {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_path(format!("{FOLDER}/{name}"))?;
        header.set_size(bytes.len() as u64);
        header.set_mode(*mode);
        header.set_mtime(TIME);
        header.set_uid(0);
        header.set_gid(0);
        header.set_username("root")?;
        header.set_groupname("root")?;
        header.set_cksum();
        tar.append(&header, bytes.as_slice())?;
    }
    tar.into_inner()
}
