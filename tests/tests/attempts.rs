//! The attempts of `haltcert prove`: their names, one of them alone, and what they took.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tests::command::{Answer, Folder, haltcert, haltcheck};

/// A list that is made and freed: it takes folded cells.
const LIST: &str = r"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void)
{
    struct node *list = 0;
    int count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        struct node *cell = malloc(sizeof *cell);
        cell->next = list;
        cell->value = i;
        list = cell;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
";

/// A loop that every attempt proves.
const SIMPLE: &str = "int main(void)\n{\n    int i = 0;\n    while (i < 3)\n        i++;\n    return i;\n}\n";

/// The names that the option's own message lists.
fn names() -> Vec<String> {
    let answer = haltcert(&["prove", "p.c", "--attempt", "no-such-attempt"]);
    assert_eq!(answer.code, 3, "{}", answer.said());
    let (_, listed) = answer.err.split_once("[possible values: ").expect("a list");
    let (listed, _) = listed.split_once(']').expect("its end");
    listed.split(", ").map(str::to_owned).collect()
}

fn prove(file: &str, options: &[&str]) -> (Answer, Value) {
    let answer = haltcert(&[&["prove", file, "--json"], options].concat());
    let json = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {}", answer.said()));
    (answer, json)
}

/// The names of the attempts that were made.
fn made(answer: &Value) -> Vec<&str> {
    let attempts = answer["attempts"].as_array().expect("attempts");
    attempts.iter().map(|attempt| attempt["name"].as_str().expect("a name")).collect()
}

#[test]
fn an_unknown_name_is_bad_usage_and_lists_the_names() {
    let names = names();
    let unique: BTreeSet<&String> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
    assert!(names.len() >= 15, "{names:?}");
    let help = haltcert(&["prove", "--help"]).out;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/attempts.md");
    let page = fs::read_to_string(page).expect("the page");
    for name in &names {
        assert!(help.contains(name.as_str()), "{name} is not in the help");
        assert!(page.contains(&format!("| `{name}` |")), "{name} is not on the page");
    }
    haltcert(&["prove", "p.c", "--attempt", "Precise"]).is_bad(&["possible values"]);
}

#[test]
fn each_attempt_is_made_alone() {
    let folder = Folder::new();
    let file = folder.write("p.c", SIMPLE);
    let (certificate, trace) = (folder.file("p.cert"), folder.file("trace"));
    for name in names() {
        let options = ["--attempt", &name, "-o", &certificate, "--trace", &trace];
        let (answer, json) = prove(&file, &options);
        assert_eq!(answer.code, 0, "{name}: {}", answer.said());
        assert_eq!(made(&json), [name.as_str()]);
        assert_eq!(json["attempt"], name.as_str());
        let trace = fs::read_to_string(&trace).expect("a trace");
        let begun: Vec<&str> = trace.lines().filter(|line| line.contains("attempt name=")).collect();
        assert!(!begun.is_empty() && begun.iter().all(|line| line.contains(&format!("\"{name}\""))), "{begun:?}");
        let checked = haltcheck(&[&certificate, "--embedded"]);
        assert_eq!(checked.code, 0, "{name}: {}", checked.said());
    }
}

#[test]
fn the_answer_names_the_attempt_that_it_comes_from() {
    let folder = Folder::new();
    let file = folder.write("p.c", LIST);
    let (answer, json) = prove(&file, &["--no-refute"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let made = made(&json);
    assert_eq!(made[0], "precise");
    assert!(made.len() > 1, "{made:?}");
    assert_eq!(json["attempt"], *made.last().expect("one"));
    let ends: Vec<&Value> = json["attempts"].as_array().expect("attempts").iter().map(|a| &a["end"]).collect();
    assert!(ends.iter().rev().skip(1).all(|end| **end != "proved"), "{ends:?}");
    assert_eq!(**ends.last().expect("one"), "proved");
    // What proves it does so alone, and what does not, does not.
    let alone = |name: &str| prove(&file, &["--no-refute", "--attempt", name]).0.code;
    assert_eq!(alone(made.last().expect("one")), 0);
    assert_eq!(alone("precise"), 2);
}

#[test]
fn stats_count_what_the_attempts_took() {
    let folder = Folder::new();
    let file = folder.write("p.c", LIST);
    let (plain, with) = (folder.file("plain.cert"), folder.file("with.cert"));
    let (answer, json) = prove(&file, &["-o", &plain]);
    assert_eq!((answer.code, &json["stats"]), (0, &Value::Null));
    assert!(answer.err.is_empty(), "{}", answer.err);
    let (answer, json) = prove(&file, &["-o", &with, "--stats"]);
    assert_eq!(answer.code, 0);
    assert_eq!(fs::read(&plain).expect("read"), fs::read(&with).expect("read"), "stats leave no mark on a proof");
    let stats = &json["stats"];
    let attempts = stats["attempts"].as_array().expect("attempts");
    let brief = json["attempts"].as_array().expect("attempts");
    assert_eq!(attempts.len(), brief.len());
    for count in ["rounds", "steps", "states", "merges", "widenings", "restarts"] {
        let sum: u64 = attempts.iter().map(|attempt| attempt[count].as_u64().expect("a number")).sum();
        assert_eq!(stats[count], sum, "{count}");
    }
    for key in ["steps", "widenings", "restarts", "states"] {
        assert!(stats[key].as_u64() > Some(0), "{key}: {stats}");
    }
    let queries = |kind: &str| stats["queries"][kind].as_u64().expect("a number");
    assert!(queries("all") > 0 && queries("exact") > 0 && queries("all") >= queries("cached"), "{stats}");
    for (attempt, brief) in attempts.iter().zip(brief) {
        for key in ["name", "end", "steps"] {
            assert_eq!(attempt[key], brief[key]);
        }
        let seconds = |phase: &str| attempt["seconds"][phase].as_f64().expect("a number");
        let phases = ["explore", "rank", "refute", "write"].map(seconds);
        assert!(phases.iter().sum::<f64>() <= seconds("all") + 1e-4, "{attempt}");
    }
    // The table has a line for each attempt, and marks the one that the answer comes from.
    let text = answer.err;
    let winner = format!("{}*", json["attempt"].as_str().expect("a name"));
    assert!(text.lines().any(|line| line.starts_with(&winner)), "{text}");
    assert_eq!(text.lines().count(), attempts.len() + 3, "{text}");
}
