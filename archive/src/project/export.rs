//! `--output`: certificates and modules under readable names.
//!
//! The files of an earlier run are removed before anything is proved. So a run that proves less, fails or is killed
//! leaves no VALID certificate about an earlier source.

use super::file::Project;
use super::patterns;
use super::row::Row;
use crate::failure::{Failure, Kind, Outcome};
use crate::files;
use certificates::hash::sha256_hex;
use std::path::{Path, PathBuf};

/// The folder of the export.
#[derive(Debug)]
pub struct Export(PathBuf);

impl Export {
    /// Opens the folder, and removes what an earlier run wrote for these proofs.
    ///
    /// # Errors
    /// The folder is the archive, cannot be made, or contains something else under a name that is needed.
    pub fn open(project: &Project, folder: &Path, names: &[&str]) -> Outcome<Export> {
        files::folder(folder)?;
        if files::is_same(folder, &project.archive) {
            let message = format!("{}: the archive is no folder for --output", folder.display());
            return Err(Failure::usage(message));
        }
        let export = Export(folder.to_owned());
        for name in names {
            export.clear(project, name)?;
        }
        Ok(export)
    }

    /// Removes what an earlier run wrote for proofs that the project may name, before it is known which functions its
    /// patterns stand for.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn forget(project: &Project, folder: &Path, only: &[String]) -> Outcome {
        if files::is_same(folder, &project.archive) {
            return Ok(());
        }
        let export = Export(folder.to_owned());
        let all = export.others(&[]);
        let names = all.iter().filter_map(|file| file.strip_suffix(".cert"));
        for name in names.filter(|name| only.is_empty() || only.iter().any(|wanted| wanted == name)) {
            if project.proofs.iter().any(|request| request.is_pattern() && patterns::may_be(request, name)) {
                export.clear(project, name)?;
            }
        }
        Ok(())
    }

    fn certificate(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.cert"))
    }

    fn module(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.ll"))
    }

    /// Removes a certificate and its module. The module goes first: with its certificate it is known to be ours.
    fn clear(&self, project: &Project, name: &str) -> Outcome {
        let (certificate, module) = (self.certificate(name), self.module(name));
        let inputs = project.inputs();
        if let Some(input) =
            inputs.iter().find(|input| files::is_same(input, &certificate) || files::is_same(input, &module))
        {
            return Err(Failure::usage(format!("{}: an input of the project and a file of --output", input.display())));
        }
        if !certificate.exists() {
            return Ok(());
        }
        let refused = |why: &str| Err(Failure::usage(format!("{}: {why}", certificate.display())));
        let bytes = files::read(&certificate)?;
        let hash = match certificates::decode(&bytes) {
            Ok(old) => old.claim.module_hash,
            Err(error) if error != certificates::DecodeError::NotACertificate => String::new(),
            Err(_) => return refused("there is a file of this name that is no certificate (choose another --output)"),
        };
        if files::read(&module).is_ok_and(|text| sha256_hex(&text) == hash) {
            remove(&module)?;
        }
        remove(&certificate)
    }

    /// Writes what is proved. Each certificate is written after its module, so that no certificate is there without
    /// one.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn write(&self, project: &Project, rows: &[Row]) -> Outcome {
        for row in rows {
            let Some(certificate) = &row.certificate else { continue };
            let bytes = files::read(&project.archive.join(certificate))?;
            let decoded = crate::checked::decode(&row.name, &bytes)?;
            if row.module.as_ref() != Some(&decoded.claim.module_hash) {
                let message = format!("{}: the certificate in the archive has changed", row.name);
                return Err(Failure::new(Kind::OtherModule, message));
            }
            files::write(&self.module(&row.name), decoded.module.as_bytes())?;
            files::write(&self.certificate(&row.name), &bytes)?;
        }
        Ok(())
    }

    /// Names of certificates in the folder that this run has not written: of proofs that the project no longer names,
    /// or of another project.
    pub fn others(&self, rows: &[Row]) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        let ours = |name: &String| rows.iter().any(|row| *name == format!("{}.cert", row.name));
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut others: Vec<String> = names.filter(|name| name.ends_with(".cert") && !ours(name)).collect();
        others.sort();
        others
    }
}

fn remove(path: &Path) -> Outcome {
    std::fs::remove_file(path)
        .map_err(|error| Failure::usage(format!("{}: the file of an earlier run: {error}", path.display())))
}
