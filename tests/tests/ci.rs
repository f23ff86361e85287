//! The files for CI run as they are written, on a copy of the example: the commands of each job, in order, by a shell.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::command::Folder;
use tests::programs::programs;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A copy of the example, as a runner checks it out.
fn checkout() -> (Folder, PathBuf) {
    let folder = Folder::new();
    let listed = Command::new("cp").arg("-r").arg(root().join("examples/project")).arg(folder.0.path()).status();
    assert!(listed.expect("runs").success());
    let there = folder.0.path().join("project");
    for built in ["haltcert-archive", "haltcert-results", "proofs"] {
        let _ = fs::remove_dir_all(there.join(built));
    }
    (folder, there)
}

/// The items below each `script:` of the file for GitLab. A line that is indented further goes on.
fn scripts(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("    ") {
            _ if line.trim_end() == "  script:" => inside = true,
            Some(item) if inside && item.starts_with("- ") => items.push(item[2..].into()),
            Some(more) if inside && more.starts_with("  ") => {
                *items.last_mut().expect("an item") += &format!(" {}", more.trim());
            }
            _ => inside = false,
        }
    }
    items
}

/// The last block of commands of the action.
fn last_run(text: &str) -> String {
    let (_, block) = text.rsplit_once("      run: |\n").expect("a block");
    block.lines().map(|line| line.trim_start().to_owned() + "\n").collect()
}

fn shell(folder: &Path, script: &str, variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let programs = programs().haltcert.parent().expect("a folder").display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").expect("a path"));
    let mut command = Command::new("sh");
    command.args(["-e", "-c", script]).current_dir(folder).env("PATH", path).envs(variables.iter().copied());
    let output = command.output().expect("runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn the_jobs_for_gitlab_run() {
    let text = fs::read_to_string(root().join("examples/project/.gitlab-ci.yml")).expect("the file");
    let scripts = scripts(&text);
    assert_eq!(scripts.len(), 6, "{scripts:?}");
    let (_folder, there) = checkout();
    let (code, said) = shell(&there, &scripts.join("\n"), &[]);
    assert!(code == Some(0) && said.contains("3 of 3 proved") && said.contains("VERIFIED"), "{said}");
}

#[test]
fn the_action_fails_when_a_proof_is_lost() {
    let text = fs::read_to_string(root().join("action.yml")).expect("the file");
    let (folder, there) = checkout();
    let built = folder.0.path().join("action/target");
    fs::create_dir_all(&built).expect("made");
    symlink(programs().haltcert.parent().expect("a folder"), built.join("release")).expect("linked");
    let action = folder.file("action");
    let variables = [
        ("GITHUB_ACTION_PATH", action.as_str()),
        ("HALTCERT_PROJECT", "haltcert.toml"),
        ("HALTCERT_JOBS", "2"),
        ("HALTCERT_OUTPUT", "proofs"),
    ];
    let (code, said) = shell(&there, &last_run(&text), &variables);
    assert!(code == Some(0) && said.contains("3 of 3 proved"), "{said}");
    assert!(there.join("proofs/text_copy.cert").exists());
    let source = fs::read_to_string(there.join("src/text.c")).expect("read");
    fs::write(there.join("src/text.c"), source.replace("i + 1 < room", "i < room")).expect("written");
    let (code, said) = shell(&there, &last_run(&text), &variables);
    assert!(code == Some(1) && said.contains("LOST text_copy"), "{said}");
}

/// The commands of the last section of docs/author.md, as they stand there.
fn release_commands() -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/author.md")).expect("the page");
    let (_, section) = text.split_once("## 5. Give the proof away").expect("the section");
    let block = section.split("```").nth(1).expect("a block").replace("\\\n", " ");
    block.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect()
}

/// Whoever follows docs/author.md after a change that loses a proof ends with an error, at whatever line he goes on.
#[test]
fn the_release_of_a_source_that_is_not_proved_fails_at_every_line() {
    let commands = release_commands();
    assert_eq!(commands.len(), 4, "{commands:?}");
    let [check, build, attest, bundle] = [0, 1, 2, 3].map(|number| commands[number].as_str());
    let (_folder, there) = checkout();
    let prove = "haltarchive check-project --quiet --update-baseline";
    let (code, said) = shell(&there, &format!("{prove}\n{}\n", commands.join("\n")), &[]);
    assert!(code == Some(0) && said.contains("3 proofs, all VALID\n"), "{said}");
    let proofs = there.join("proofs");
    let kept = there.join("kept");
    let copied = |from: &Path, to: &Path| {
        assert!(Command::new("cp").arg("-rT").arg(from).arg(to).status().expect("runs").success());
    };
    copied(&proofs, &kept);

    let source = fs::read_to_string(there.join("src/text.c")).expect("read");
    fs::write(there.join("src/text.c"), source.replace("i + 1 < room", "i < room")).expect("written");
    // The certificates of before, wherever they come from, are not those of this source; nothing of before is left.
    let (code, said) = shell(&there, &format!("{build}\n{attest}"), &[]);
    assert!(code == Some(14) && said.contains("text_"), "{said}");
    let (code, said) = shell(&there, bundle, &[]);
    assert!(code == Some(7) && !there.join("text.statement.json").exists(), "{said}");
    let (code, said) = shell(&there, check, &[]);
    assert!(code == Some(1) && said.contains("LOST text_copy"), "{said}");
    assert!(!proofs.join("text_copy.cert").exists() && !proofs.join("text_copy.ll").exists());
    // With what is still proved, a statement says what it is about.
    let (code, said) = shell(&there, &format!("{attest}\n{bundle}"), &[]);
    assert!(code == Some(0) && said.contains("2 proofs, all VALID"), "{said}");
    let (code, said) =
        shell(&there, "tar -xf text.haltcert.tar && haltarchive verify haltcert-bundle/statement.json", &[]);
    let proved = said.split("without a proof").next().unwrap_or_default();
    assert!(code == Some(0) && !proved.contains("text_copy") && said.contains("src/text.c: text_copy"), "{said}");
    // Certificates from a cache or another branch.
    fs::remove_dir_all(&proofs).expect("removed");
    copied(&kept, &proofs);
    let (code, said) = shell(&there, attest, &[]);
    assert!(code == Some(14) && said.contains("not what the sources give now"), "{said}");
    // A statement of before, with the source of now.
    fs::write(there.join("src/text.c"), &source).expect("written");
    let (code, said) = shell(&there, attest, &[]);
    assert_eq!(code, Some(0), "{said}");
    fs::write(there.join("src/text.c"), source + "\n").expect("written");
    let (code, said) = shell(&there, "haltarchive verify text.statement.json", &[]);
    assert!(code == Some(8) && said.contains("src/text.c"), "{said}");
    assert_eq!(shell(&there, bundle, &[]).0, Some(8));
    // Another flag, another header, a certificate that is gone.
    let (code, said) = shell(&there, &attest.replace("-std=c11", "-std=c17"), &[]);
    assert!(code == Some(14), "{said}");
}

#[test]
fn the_jobs_for_gitlab_fail_when_a_proof_is_lost() {
    let text = fs::read_to_string(root().join("examples/project/.gitlab-ci.yml")).expect("the file");
    let scripts = scripts(&text);
    let (_folder, there) = checkout();
    assert_eq!(shell(&there, "haltarchive check-project --quiet --update-baseline --output proofs", &[]).0, Some(0));
    let source = fs::read_to_string(there.join("src/text.c")).expect("read");
    fs::write(there.join("src/text.c"), source.replace("i + 1 < room", "i < room")).expect("written");
    // The second job alone, with the files of a run of before, and the first one.
    let (code, said) = shell(&there, &scripts[1..].join("\n"), &[]);
    assert_eq!(code, Some(14), "{said}");
    let (code, said) = shell(&there, &scripts.join("\n"), &[]);
    assert!(code == Some(1) && said.contains("LOST text_copy"), "{said}");
}
