//! The files that the user names, with their flags, and the choices that flags may make.

use super::Prove;
use crate::contract::{self, At};
use crate::frontend::{self, Database, Flags, FrontendError, Options, Source, Unit};
use crate::program::Location;
use crate::report::{self, Sources};
use certificates::{DataModel, Overflow};
use std::path::{Path, PathBuf};

/// The input after reading.
pub(super) struct Input {
    /// The C files with their flags, or one LLVM module.
    pub units: Vec<Unit>,
    pub reading: Options,
    pub overflow: Overflow,
    /// The program as it was read.
    pub source: Source,
    /// `--sv-comp`
    pub sv_comp: bool,
}

impl Input {
    /// Compiles the C files.
    pub(super) fn read(options: &Prove) -> Result<Input, FrontendError> {
        let mut units = units(options)?;
        let reading = Options { data_model: data_model(options, &units)?, no_builtin: options.compiler.is_some() };
        let overflow = overflow(options, &units)?;
        let mut source = frontend::read(&units, reading)?;
        if lacks(options, &units, reading, &source)? {
            units.iter_mut().for_each(Unit::with_all_functions);
            source = frontend::read(&units, reading)?;
        }
        Ok(Input { units, reading, overflow, source, sv_comp: options.sv_comp })
    }

    /// Warns of comments in the C files that look like contracts and are none.
    pub(super) fn warn(&self) {
        let sources = self.sources();
        for unit in self.units.iter().filter(|unit| frontend::is_c(&unit.path)) {
            let file = unit.path.display().to_string();
            for At { line, column } in sources.text(&file).map(|text| contract::mistaken(&text)).unwrap_or_default() {
                let at = Location { file: file.clone(), line, column };
                let excerpt = report::excerpt(&at, &sources).map(|line| format!("\n{line}")).unwrap_or_default();
                eprintln!("{at}: warning: this comment is no contract: one begins with /*@ or //@{excerpt}");
            }
        }
    }

    /// What the user's words lead to.
    pub(super) fn sources(&self) -> Sources {
        sources(&self.units)
    }

    /// The paths of the files.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.units.iter().map(|unit| unit.path.clone()).collect()
    }
}

fn sources(units: &[Unit]) -> Sources {
    let files = units.iter().map(|unit| unit.path.clone()).collect();
    let told = |sources: Sources, unit: &Unit| sources.with_headers(unit.flags.include_folders(), unit.flags.folder());
    units.iter().fold(Sources::new(files), told)
}

/// What the user's words lead to, although the input could not be read.
pub(super) fn sources_of_refused(options: &Prove) -> Sources {
    units(options).map_or_else(|_| Sources::new(options.files.clone()), |units| sources(&units))
}

/// Whether a function that is to be proved is not in the module, perhaps because nothing calls it: compilers leave out
/// such functions if they are static, or inline in a header.
fn lacks(options: &Prove, units: &[Unit], reading: Options, source: &Source) -> Result<bool, FrontendError> {
    if !units.iter().all(|unit| frontend::is_c(&unit.path)) {
        return Ok(false);
    }
    let known = source.functions()?;
    if !options.all_functions {
        return Ok(options.entry != "main" && !known.contains(&options.entry));
    }
    for unit in units {
        if frontend::contracts(unit, reading)?.iter().any(|found| !known.contains(&found.function)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn units(options: &Prove) -> Result<Vec<Unit>, FrontendError> {
    if let Some(path) = &options.compile_commands {
        return Database::read(path)?.units(&options.files, &options.flags);
    }
    // As in a build, relative paths among the flags begin in the project's folder.
    let folder = options.project.as_ref().map_or(Path::new("."), |taken| taken.folder.as_path());
    let flags = Flags::read(&options.flags, folder)?;
    Ok(options.files.iter().map(|file| Unit::new(file, flags.clone())).collect())
}

/// The answer that all files with an answer agree on.
fn agreed<T: PartialEq>(answers: impl Iterator<Item = T>, about: &str) -> Result<Option<T>, FrontendError> {
    let mut agreed = None;
    for answer in answers {
        if agreed.as_ref().is_some_and(|other| *other != answer) {
            let message = format!("the compiler's flags of the files differ, or differ from the options: {about}");
            return Err(FrontendError::BadInput { message });
        }
        agreed = Some(answer);
    }
    Ok(agreed)
}

fn data_model(options: &Prove, units: &[Unit]) -> Result<DataModel, FrontendError> {
    let option = options.data_model;
    // The option is meant for all files; without it, a file without a flag follows the compiler's default.
    let flags = units.iter().filter_map(|unit| unit.flags.data_model.or(option.is_none().then_some(DataModel::Lp64)));
    Ok(agreed(option.into_iter().chain(flags), "-m32, -m64, --data-model")?.unwrap_or(DataModel::Lp64))
}

fn overflow(options: &Prove, units: &[Unit]) -> Result<Overflow, FrontendError> {
    let about = "-fwrapv, --signed-overflow";
    let wraps = agreed(units.iter().map(|unit| unit.flags.wrap), about)?.unwrap_or(false);
    let flags = wraps.then_some(Overflow::Wrap);
    let all = options.signed_overflow.into_iter().chain(flags);
    Ok(agreed(all, about)?.unwrap_or(Overflow::Error))
}
