//! Options that a command has no use for: `contract`, `module` and `functions` read files as `prove` does, and look for
//! no proof. Such an option is an error, so that nobody waits for what it says.

use crate::report::Format;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, Error, ValueEnum};

/// What decides how a program is read, and how the answer is written.
const READING: [&str; 8] =
    ["files", "flags", "compile_commands", "no_project", "data_model", "compiler", "format", "json"];

/// The formats in which these commands answer; the others are about proofs.
const FORMATS: [&str; 2] = ["text", "json"];

/// The commands that only read, with what else each has a use for.
const COMMANDS: [(&str, &[&str]); 3] = [
    ("contract", &["entry", "precondition", "example", "signed_overflow", "malloc_may_fail", "sv_comp"]),
    ("module", &["entry", "precondition", "emit_module", "signed_overflow", "malloc_may_fail", "sv_comp"]),
    ("functions", &[]),
];

fn is_used(own: &[&str], id: &str) -> bool {
    READING.contains(&id) || own.contains(&id) || id == "help"
}

/// The command line with the help of each command about its own options alone.
pub(super) fn hidden(command: Command) -> Command {
    COMMANDS.iter().fold(command, |command, (name, own)| {
        command.mut_subcommand(name, |inner| {
            inner.mut_args(|arg| match arg.get_id().as_str() {
                "format" => {
                    arg.value_parser(PossibleValuesParser::new(FORMATS).try_map(|word| Format::from_str(&word, false)))
                }
                id if is_used(own, id) => arg,
                _ => arg.hide(true),
            })
        })
    })
}

/// An error, if the command line has an option without use for its command.
pub(super) fn check(command: &mut Command, found: &ArgMatches) -> Result<(), Error> {
    let Some((name, given)) = found.subcommand() else { return Ok(()) };
    let Some((_, own)) = COMMANDS.iter().find(|(known, _)| *known == name) else { return Ok(()) };
    let args = command.find_subcommand(name).into_iter().flat_map(Command::get_arguments);
    let unused = args.filter(|arg| !is_used(own, arg.get_id().as_str())).find(|arg| {
        let id = arg.get_id().as_str();
        given.ids().any(|known| known.as_str() == id) && given.value_source(id) == Some(ValueSource::CommandLine)
    });
    let Some(option) = unused.map(|arg| arg.get_long().unwrap_or(arg.get_id().as_str()).to_owned()) else {
        return Ok(());
    };
    let message = format!("'--{option}' is an option of 'prove', and '{name}' has no use for it");
    Err(command.error(ErrorKind::UnknownArgument, message))
}
