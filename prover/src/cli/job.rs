//! What is to be proved: a function with its contract, from the files or the command line, and the module that a proof is
//! about.

use super::Prove;
use super::input::Input;
use crate::contract::{self, At, Contract, ContractError, Raw};
use crate::frontend::{self, FrontendError};
use crate::pipeline::Precondition;
use crate::program::{Location, Program};
use crate::report::{Kind, Refusal};
use crate::start::{self, kept};
use std::path::PathBuf;
use std::sync::Arc;

/// What messages give as the place of a contract from the command line.
const COMMAND_LINE: &str = "--precondition";

/// What is to be proved.
pub(super) struct Job {
    /// The function that is to be proved.
    pub entry: String,
    /// Its contract; without one, its parameters are arbitrary.
    pub precondition: Option<Precondition>,
    /// The place of the contract, for messages.
    pub origin: String,
    /// The place of the contract, if it is in a file.
    pub place: Option<Location>,
    /// The contract before it was rewritten, where the place of what a message names is looked up.
    pub raw: Option<Raw>,
    /// The number of the file with the contract; 0 if it is in no file.
    pub unit: usize,
    /// The clauses of the contract that are not proved.
    pub ignored: Vec<String>,
    /// The C expressions for values in memory, if the contract was rewritten.
    pub names: Option<Vec<(String, String)>>,
    /// The C expressions for ranges that it names, likewise.
    pub pointers: Vec<(String, String)>,
    /// A pointer in the contract to objects that are aligned to more than the claim says.
    pub over_aligned: Option<String>,
    /// The contract as the file has it; `None` if it is written as the claim has it.
    pub written: Option<String>,
    /// Static variables of the file that the contract's ranges lie in none of, though it does not say so.
    pub apart: Vec<String>,
    /// The predicates that the contract uses, and the condition that stands for each.
    pub predicates: Vec<(String, String)>,
    /// The path for the certificate.
    pub output: Option<PathBuf>,
    /// The path for the certificate's module.
    pub module: Option<PathBuf>,
    /// The path for a test with the inputs of a violation.
    pub test: Option<PathBuf>,
    /// The path for a witness.
    pub witness: Option<PathBuf>,
}

impl Job {
    /// A message about the contract, with the place of what it names first.
    pub(super) fn refusal(&self, message: &str) -> Refusal {
        let named = self.raw.as_ref().and_then(|raw| contract::place(raw, message));
        match self.place.clone().zip(named) {
            Some((first, At { line, column })) => {
                let place = Location { line, column, ..first };
                Refusal::contract(format!("{place}: contract of '{}': {message}", self.entry), Some(place))
            }
            None => Refusal::contract(format!("{}: {message}", self.origin), self.place.clone()),
        }
    }
}

/// A contract in one of the files, with the other places where its text stands.
#[derive(Clone)]
pub(super) struct FoundIn {
    /// The number of the file.
    pub unit: usize,
    pub found: contract::Found,
    /// Other places with the same text, in a header or a copy: names in it may mean something else there.
    pub elsewhere: Vec<(usize, contract::Found)>,
    /// The contracts of all files that stand above no definition: maybe of functions elsewhere.
    pub prototypes: Arc<Vec<FoundIn>>,
}

/// The contracts of all files. Two that differ for one function are an error.
pub(super) fn contracts(input: &Input) -> Result<Vec<FoundIn>, Refusal> {
    let mut all: Vec<FoundIn> = Vec::new();
    for (number, found) in written(input)? {
        let unit = &input.units[number];
        // A static function is not another file's function of the same name.
        if found.local && input.source.file_of(&found.function) != number {
            continue;
        }
        match all.iter_mut().find(|other| other.found.function == found.function) {
            Some(FoundIn { unit: other, found: earlier, .. }) if earlier.text != found.text => {
                let what = format!(
                    "{} and {} have different contracts for '{}'",
                    input.units[*other].path.display(),
                    unit.path.display(),
                    found.function
                );
                return Err(Refusal::contract(what, None));
            }
            Some(earlier) => earlier.elsewhere.push((number, found)),
            None => all.push(FoundIn { unit: number, found, elsewhere: Vec::new(), prototypes: Arc::default() }),
        }
    }
    let prototypes = all.iter().filter(|one| !one.found.defined && !one.found.local);
    let prototypes: Arc<Vec<FoundIn>> = Arc::new(prototypes.cloned().collect());
    all.iter_mut().for_each(|one| one.prototypes = prototypes.clone());
    Ok(all)
}

/// The contracts of all files as they are written, each with the number of its file.
fn written(input: &Input) -> Result<Vec<(usize, contract::Found)>, Refusal> {
    let mut all = Vec::new();
    for (number, unit) in input.units.iter().enumerate() {
        let read = frontend::contracts(unit, input.reading);
        let read = read.map_err(|error| Refusal { kind: Kind::BadInput, ..Refusal::from(&error) })?;
        all.extend(read.into_iter().map(|found| (number, found)));
    }
    Ok(all)
}

/// Refusals of contracts of local functions whose names belong to a function of another file.
pub(super) fn shadowed(input: &Input) -> Result<Vec<(String, Refusal)>, Refusal> {
    if input.units.len() < 2 {
        return Ok(Vec::new());
    }
    let known = input.source.functions().map_err(|error| Refusal::from(&error))?;
    let all = written(input)?;
    let own = |(number, found): &(usize, contract::Found)| {
        let name = &found.function;
        !found.local || known.contains(name) && input.source.file_of(name) == *number
    };
    // A function of a header is one function for its reader.
    let shared = |one: &contract::Found| {
        all.iter().filter(|other| own(other)).any(|(_, other)| {
            (&other.function, &other.file, other.line) == (&one.function, &one.file, one.line) && one.file.is_some()
        })
    };
    let shadowed = all.iter().filter(|one| one.1.defined && !own(one) && !shared(&one.1));
    let refused = shadowed.map(|(number, found)| {
        let file = found.file.clone().unwrap_or_else(|| input.units[*number].path.display().to_string());
        let place = Location { file, line: found.line, column: 0 };
        let name = &found.function;
        let what =
            format!("{place}: contract of '{name}': another file has a function of this name; prove this file alone");
        (name.clone(), Refusal::contract(what, Some(place)))
    });
    Ok(refused.collect())
}

/// The job for an entry function: its contract is the one given on the command line, or else the one
/// in the C file. The error is what the user reads.
pub(super) fn of(options: &Prove, input: &Input, entry: &str) -> Result<Job, Refusal> {
    if let Some(given) = &options.precondition {
        let text = match given.strip_prefix('@') {
            Some(file) => std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?,
            None => given.clone(),
        };
        let unit = input.source.file_of(entry);
        let origin = Origin { function: entry, place: None };
        let mut job = made(input, Ok(text), None, &origin, unit, Vec::new())?;
        // A text that is a claim's stays as it is.
        if job.names.is_some() {
            outside_own_statics(input, &mut job);
        }
        return Ok(job);
    }
    let all = contracts(input)?;
    if !all.iter().any(|one| one.found.function == entry)
        && let Some((_, refusal)) = shadowed(input)?.into_iter().find(|(name, _)| name == entry)
    {
        return Err(refusal);
    }
    let prototypes = all.first().map(|one| one.prototypes.clone()).unwrap_or_default();
    match all.into_iter().find(|one| one.found.function == entry) {
        Some(found) => from_file(input, found),
        None if let Some(job) = with_no_condition(options, input, entry, prototypes) => Ok(job),
        None => Ok(Job {
            entry: entry.to_owned(),
            precondition: None,
            origin: String::new(),
            place: None,
            raw: None,
            unit: 0,
            ignored: Vec::new(),
            names: None,
            pointers: Vec::new(),
            over_aligned: None,
            written: None,
            apart: Vec::new(),
            predicates: Vec::new(),
            output: None,
            module: None,
            test: None,
            witness: None,
        }),
    }
}

/// A contract that says nothing, for what needs one: bounds, which are stated over the call's parameters, and contracts of
/// functions elsewhere.
fn with_no_condition(options: &Prove, input: &Input, entry: &str, prototypes: Arc<Vec<FoundIn>>) -> Option<Job> {
    if entry == "main" || options.bound.is_empty() && prototypes.is_empty() {
        return None;
    }
    let (_, found) = without_conditions(input, entry).ok()?;
    let named = found.found.raw.as_ref().is_some_and(|raw| !raw.names.is_empty());
    let job = from_file(input, FoundIn { prototypes, ..found }).ok()?;
    let calls_others = job.precondition.as_ref().is_some_and(|own| !own.meaning.elsewhere.is_empty());
    require_parameters(input, &job).ok()?;
    // Whoever wrote a contract that cannot be used is told.
    let told = !job.ignored.is_empty();
    (calls_others || told || named && !options.bound.is_empty()).then_some(job)
}

/// A function of a C file as if `requires \true` stood above its definition, and the file's text with comments. The error
/// says why that cannot be.
pub(super) fn without_conditions(input: &Input, entry: &str) -> Result<(String, FoundIn), String> {
    let unit = input.source.file_of(entry);
    let file = input.units.get(unit).filter(|unit| frontend::is_c(&unit.path));
    let file = file.ok_or("contracts are suggested for functions of C files only")?;
    let text = frontend::commented(file, input.reading).map_err(|error| error.to_string())?;
    let found = contract::with_clauses(&text, entry, &["\\true".to_owned()]);
    let found = found.ok_or_else(|| format!("the definition of '{entry}' is not found in the text of the file"))?;
    Ok((text, FoundIn { unit, found, elsewhere: Vec::new(), prototypes: Arc::default() }))
}

/// The job for a function with a contract in the C file.
pub(super) fn from_file(input: &Input, found: FoundIn) -> Result<Job, Refusal> {
    let FoundIn { unit, found, elsewhere, prototypes } = found;
    let line = found.raw.as_ref().and_then(|raw| raw.places.first()).map_or(found.line, |at| at.line);
    let place = Location { file: found.file.unwrap_or_default(), line, column: 0 };
    let origin = Origin { function: &found.function, place: Some(place) };
    let mut job = made(input, found.text, found.raw, &origin, unit, found.ignored)?;
    for (other, found) in elsewhere {
        require_one_meaning(input, &job, other, &found).map_err(|what| Refusal::contract(what, origin.place(None)))?;
    }
    outside_own_statics(input, &mut job);
    functions_elsewhere(input, &mut job, &prototypes);
    Ok(job)
}

/// Adds the contracts of the functions that the entry function calls, also through others, and that no file defines. One
/// that cannot be used is named as not looked at.
fn functions_elsewhere(input: &Input, job: &mut Job, prototypes: &[FoundIn]) {
    if prototypes.is_empty() || job.precondition.is_none() {
        return;
    }
    let Ok((program, _)) = program(input, job) else { return };
    let called = program.called_elsewhere();
    for one in prototypes.iter().filter(|one| called.contains(&*one.found.function)) {
        let Some(own) = &job.precondition else { return };
        match with_one_elsewhere(input, &program, own, one) {
            Ok(both) => job.precondition = Some(both),
            Err(why) => job.ignored.push(why),
        }
    }
}

/// A contract with that of a function elsewhere behind it; the error says why that cannot be used.
fn with_one_elsewhere(
    input: &Input,
    program: &Program,
    own: &Precondition,
    FoundIn { unit, found, elsewhere, .. }: &FoundIn,
) -> Result<Precondition, String> {
    let name = &found.function;
    let place = Location { file: found.file.clone().unwrap_or_default(), line: found.line, column: 0 };
    let origin = Origin { function: name, place: Some(place) };
    let other = made(input, found.text.clone(), found.raw.clone(), &origin, *unit, found.ignored.clone());
    let other = other.map_err(|refusal| refusal.reason)?;
    elsewhere.iter().try_for_each(|(unit, found)| require_one_meaning(input, &other, *unit, found))?;
    if let Some(pointer) = &other.over_aligned {
        return Err(format!("contract of '{name}': what '{pointer}' points to is aligned to more than its size"));
    }
    let Some(Precondition { text, meaning }) = other.precondition.filter(|_| other.ignored.is_empty()) else {
        return Err(format!("contract of '{name}': {}", found.ignored.join(", ")));
    };
    // What is only in part a value of its type is an interval of other values than those that C compares.
    let (text, meaning) = match contract::never(&meaning, program.pointer_bits, &[]).is_empty() {
        true => with_intervals(text, meaning),
        false => (text, meaning),
    };
    let mut both = own.clone();
    both.text = format!("{} \\elsewhere {name} {text}", both.text);
    contract::require_length(&both.text).map_err(|error| format!("contract of '{name}': {}", error.message))?;
    both.meaning.elsewhere.push((name.clone(), meaning));
    start::elsewhere(program, &both.meaning).map_err(|error| error.message)?;
    Ok(both)
}

/// The contract, with intervals in what it ensures, where its text can say the same.
fn with_intervals(text: String, meaning: Contract) -> (String, Contract) {
    let promises = meaning.promises.clone().with_intervals();
    let with = Contract { promises, ..meaning.clone() };
    let said = text.strip_suffix(&meaning.promises.to_string()).map(|before| format!("{before}{}", with.promises));
    match said.filter(|said| contract::parse(said).as_ref() == Ok(&with)) {
        Some(said) => (said, with),
        None => (text, meaning),
    }
}

/// A contract that stands in several files must have the same meaning everywhere: macros, enumerators and members may
/// differ from file to file.
fn require_one_meaning(input: &Input, job: &Job, unit: usize, found: &contract::Found) -> Result<(), String> {
    let (Some(raw), Some(own), true) = (&found.raw, &job.precondition, job.names.is_some()) else { return Ok(()) };
    let other = frontend::normalized(&input.units[unit], input.reading, &job.entry, raw);
    let place = |unit: usize| input.units[unit].path.display();
    match other {
        Ok(other) if other.text == own.text => Ok(()),
        Ok(other) => Err(format!(
            "{} and {} have one contract for '{}' that means two things: {}; and {}",
            place(job.unit),
            place(unit),
            job.entry,
            own.text,
            other.text
        )),
        Err(error) => Err(format!("{}: contract of '{}': {}", place(unit), job.entry, error.message)),
    }
}

/// Where a contract stands.
struct Origin<'a> {
    /// The function that the contract is about.
    function: &'a str,
    /// Its first line; `None` for a contract from the command line.
    place: Option<Location>,
}

impl Origin<'_> {
    /// This place in the contract's file, without one the contract's line; `None` if it stands in no file.
    fn place(&self, at: Option<At>) -> Option<Location> {
        let first = self.place.clone()?;
        Some(match at {
            Some(At { line, column }) => Location { line, column, ..first },
            None => first,
        })
    }

    fn words(&self, at: Option<At>) -> String {
        match self.place(at) {
            Some(at) => format!("{at}: contract of '{}'", self.function),
            None => COMMAND_LINE.to_owned(),
        }
    }

    fn refusal(&self, error: &ContractError) -> Refusal {
        Refusal::contract(format!("{}: {}", self.words(error.at), error.message), self.place(error.at))
    }
}

fn made(
    input: &Input,
    text: Result<String, ContractError>,
    raw: Option<Raw>,
    origin: &Origin<'_>,
    unit: usize,
    ignored: Vec<String>,
) -> Result<Job, Refusal> {
    let entry = origin.function;
    let clause = raw.clone();
    let message = |error: ContractError| {
        let named = clause.as_ref().and_then(|raw| contract::place(raw, &error.message));
        origin.refusal(&error.or_at(named))
    };
    let mut job = Job {
        entry: entry.to_owned(),
        precondition: None,
        origin: origin.words(None),
        place: origin.place(None),
        raw: raw.clone(),
        unit,
        ignored,
        names: None,
        pointers: Vec::new(),
        over_aligned: None,
        written: None,
        apart: Vec::new(),
        predicates: raw.as_ref().map_or_else(Vec::new, used),
        output: None,
        module: None,
        test: None,
        witness: None,
    };
    let read = text.clone().and_then(|text| contract::parse(&text));
    // In C `assigns` names places, in a claim ranges.
    let in_c = raw.as_ref().is_some_and(|raw| !raw.promises.0.is_empty());
    let normal =
        !in_c && read.as_ref().is_ok_and(|read| contract::is_normal(read, &|name| input.source.describes(name, entry)));
    let raw = raw.or_else(|| text.as_ref().ok().and_then(|text| contract::raw(text)));
    job.written = raw.as_ref().and_then(contract::written);
    let (text, meaning) = match (raw, &input.units[unit]) {
        (Some(raw), unit) if !normal && frontend::is_c(&unit.path) => {
            let normalized = frontend::normalized(unit, input.reading, entry, &raw).map_err(message)?;
            let meaning = contract::parse(&normalized.text).map_err(message)?;
            job.names = Some(normalized.names);
            job.pointers = normalized.pointers;
            job.over_aligned = normalized.over_aligned;
            (normalized.text, meaning)
        }
        _ => {
            let meaning = read.map_err(message)?;
            (contract::normalize(&text.map_err(message)?), meaning)
        }
    };
    contract::require_length(&text).map_err(message)?;
    for global in contract::globals(&text) {
        let one = input.source.require_one_named(&global);
        one.map_err(|error| job.refusal(&error.to_string()))?;
    }
    job.written = job.written.filter(|written| *written != text);
    job.precondition = Some(Precondition { text, meaning });
    Ok(job)
}

/// Adds to a contract that is written in C that its ranges lie in no static variable which only the program can reach.
/// Whatever is wrong with the program is said where it is used.
fn outside_own_statics(input: &Input, job: &mut Job) {
    let mut own = input.source.own_statics(&job.entry);
    own.retain(|name| input.source.require_one_named(name).is_ok());
    let Some(Precondition { text, meaning }) = job.precondition.clone().filter(|_| !own.is_empty()) else { return };
    let Ok((program, _)) = program(input, job) else { return };
    let kept = kept(&program, &job.entry, &meaning);
    let reached: Vec<String> = own.into_iter().filter(|name| kept.contains(name)).collect();
    // A longer claim would be in vain.
    let apart = contract::apart(&text, &meaning, &reached);
    if let Some((text, meaning)) = apart.filter(|(text, _)| contract::require_length(text).is_ok()) {
        job.precondition = Some(Precondition { text, meaning });
        job.apart = reached.iter().map(|name| name.replacen('.', "::", 1)).collect();
    }
}

/// Checks that a contract in the C file is about the function's own parameters; one from the command line is the user's
/// responsibility.
pub(super) fn require_parameters(input: &Input, job: &Job) -> Result<(), FrontendError> {
    match &job.precondition {
        // A rewritten contract has been compared already.
        Some(contract) if job.origin != COMMAND_LINE && job.names.is_none() => {
            let names: Vec<String> = contract.meaning.parameters.iter().map(|p| p.name.clone()).collect();
            frontend::require_parameters(&input.units[job.unit], input.reading, &job.entry, &contract.text, &names)
        }
        _ => Ok(()),
    }
}

/// Comparisons of the contract that no value satisfies.
pub(super) fn warnings(input: &Input, job: &Job) -> Vec<String> {
    let bits = if input.reading.data_model == certificates::DataModel::Lp64 { 64 } else { 32 };
    let names = job.names.as_deref().unwrap_or_default();
    job.precondition.as_ref().map(|contract| contract::never(&contract.meaning, bits, names)).unwrap_or_default()
}

/// The module that the job is about, and the number of functions left out of it.
pub(super) fn program(input: &Input, job: &Job) -> Result<(Program, usize), FrontendError> {
    input.source.require_one(&job.entry)?;
    let (program, left_out) = match &job.precondition {
        Some(_) => input.source.for_calls_of(&job.entry, input.reading)?,
        None => (input.source.program(input.reading)?, 0),
    };
    Ok((Program { sv_comp: input.sv_comp, ..program }, left_out))
}

/// The predicates that a contract uses, each once.
fn used(raw: &contract::Raw) -> Vec<(String, String)> {
    let mut used: Vec<(String, String)> = Vec::new();
    for one in &raw.predicates {
        if !used.contains(one) {
            used.push(one.clone());
        }
    }
    used
}
