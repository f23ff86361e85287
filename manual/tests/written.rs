//! What `haltcert-manual` writes: a page for each command that names each of its options, and completions that the
//! shells can read.

use clap::Command as Program;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

fn written() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let status = Command::new(env!("CARGO_BIN_EXE_haltcert-manual")).arg(folder.path()).status();
    assert!(status.expect("haltcert-manual runs").success());
    folder
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The page of a command and those of the commands in it have their options and the commands.
fn has_all(pages: &Path, name: &str, command: &Program) {
    // In a page a hyphen is written `\-`.
    let page = text(&pages.join(format!("{name}.1"))).replace("\\-", "-");
    let head = format!(".TH {name} 1 \"version {}\" Haltcert \"Haltcert manual\"\n", env!("CARGO_PKG_VERSION"));
    assert!(page.contains(&head), "{page}");
    assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}: {page}");
    let options: Vec<&str> =
        command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(|arg| arg.get_long()).collect();
    for option in options {
        assert!(page.contains(&format!("--{option}")), "{name}: --{option}");
    }
    for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        let inside = format!("{name}-{}", command.get_name());
        assert!(page.contains(&inside), "{name}: {inside}");
        has_all(pages, &inside, command);
    }
}

#[test]
fn pages_have_all_commands_and_options() {
    let folder = written();
    for command in [prover::cli::command(), checker::answer::cli::command(), archive::cli::command()] {
        assert!(command.get_subcommands().count() > 2, "{}", command.get_name());
        has_all(&folder.path().join("man/man1"), command.get_name(), &command);
    }
}

/// bash completes the options of a command from its completion file.
#[test]
fn bash_completes() {
    let folder = written();
    for (program, words, wanted) in [
        ("haltcert", "haltcert prove --emit-", "--emit-module --emit-test"),
        ("haltcheck", "haltcheck --emb", "--embedded"),
        ("haltarchive", "haltarchive check-project --up", "--update-baseline"),
    ] {
        let script = folder.path().join("bash-completion/completions").join(program);
        let count = words.split(' ').count() - 1;
        let command = format!(
            "source {} && COMP_WORDS=({words}) && COMP_CWORD={count} && _{program} {program} \"${{COMP_WORDS[{count}]}}\" \
             \"${{COMP_WORDS[{}]}}\" && echo \"${{COMPREPLY[@]}}\"",
            script.display(),
            count - 1
        );
        let output = Command::new("bash").args(["-c", &command]).output().expect("bash runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(said.trim(), wanted, "{}", String::from_utf8_lossy(&output.stderr));
    }
    for file in ["zsh/site-functions/_haltcert", "zsh/site-functions/_haltcheck", "zsh/site-functions/_haltarchive"] {
        let text = text(&folder.path().join(file));
        assert!(text.starts_with("#compdef "), "{file}");
    }
    for file in ["haltcert", "haltcheck", "haltarchive"] {
        let path = folder.path().join(format!("fish/vendor_completions.d/{file}.fish"));
        assert!(text(&path).contains(&format!("complete -c {file} ")), "{}", path.display());
    }
}
