//! `haltcheck explain`: what it says of all steps together is what the checker counts.

use regex::Regex;
use serde_json::Value;
use std::collections::BTreeMap;
use tests::cases::root;
use tests::command::{Folder, haltcert, haltcheck};

/// A certificate, and how many steps it has.
fn certificate(folder: &Folder, case: &str) -> (String, usize) {
    let (file, cert) = (root().join(case).display().to_string(), folder.file("cert"));
    let proved = haltcert(&["prove", &file, "-o", &cert, "--json"]);
    let report: Value = serde_json::from_str(&proved.out).expect("JSON");
    assert_eq!(report["memory_safety"], "proved", "{case}: {}", proved.said());
    (cert, report["steps"].as_u64().expect("a number") as usize)
}

#[test]
fn each_obligation_is_told_once() {
    let told = Regex::new(r"(?m)^  \d+\. ([A-Z]+-[A-Z]+)( [^:]*)?: (.*)\n(     where: .*\n)?     holds by: (.*)$")
        .expect("a pattern");
    let mut witnessed = 0;
    for case in ["papers/strlen.c", "memory/array_backwards.c", "arithmetic/division_guarded.c", "arithmetic/euclid.c"]
    {
        let folder = Folder::new();
        let (cert, steps) = certificate(&folder, case);
        let mut counted: BTreeMap<String, u64> = BTreeMap::new();
        for step in 0..steps {
            let answer = haltcheck(&["explain", &cert, &step.to_string()]);
            assert_eq!(answer.code, 0, "{case} {step}: {}", answer.said());
            for found in told.captures_iter(&answer.out) {
                *counted.entry(found[1].to_owned()).or_default() += 1;
                let trivial = &found[5] == "no variable is in it";
                assert_eq!(trivial, &found[3] == "a comparison of numbers", "{case} {step}: {}", answer.out);
                witnessed += u64::from(found[5].contains("multipliers"));
            }
        }
        let report: Value = serde_json::from_str(&haltcheck(&[&cert, "--embedded", "--json"]).out).expect("JSON");
        for (rule, total) in report["obligations"]["rules"].as_object().expect("rules") {
            let total = total.as_u64().expect("a number");
            let told = counted.get(rule).copied().unwrap_or(0);
            // Roots are no steps.
            if rule.starts_with("C-") {
                assert!(told <= total, "{case} {rule}: {told} of {total}");
            } else {
                assert_eq!(told, total, "{case} {rule}");
            }
        }
        assert!(!counted.is_empty(), "{case}");
    }
    assert!(witnessed > 0, "no proof here has a witness");
}

/// What a reader needs to follow a decision: the instruction, all facts that are known, and the rule's page.
#[test]
fn a_step_is_told_with_what_it_is_about() {
    let folder = Folder::new();
    let (cert, steps) = certificate(&folder, "papers/strlen.c");
    let pattern = |text: &str| Regex::new(text).expect("a pattern");
    let count = pattern(r"known before it: (\d+) facts\n");
    let (cited, named) = (pattern(r"times (fact \d+: .*)"), pattern(r"spec/[a-z/]+\.md"));
    let mut pages = 0;
    for step in 0..steps {
        let told = haltcheck(&["explain", &cert, &step.to_string()]).out;
        assert_eq!(told.matches("instruction there: ").count(), 1, "{told}");
        let known = count.captures(&told).expect("facts");
        assert_eq!(told.matches("\n  fact ").count().to_string(), known[1], "{told}");
        // A fact that a witness names is the one of that number above.
        for used in cited.captures_iter(&told) {
            assert!(told.contains(&format!("\n  {}\n", &used[1])), "{told}");
        }
        for page in named.find_iter(&told) {
            let page = root().join("../..").join(page.as_str());
            assert!(page.exists(), "{}", page.display());
            pages += 1;
        }
    }
    assert!(pages > 5);
}

#[test]
fn nodes_and_their_ways() {
    let folder = Folder::new();
    let (cert, steps) = certificate(&folder, "papers/strlen.c");
    let all: String = (0..20).map(|node| haltcheck(&["explain", &cert, &format!("node:{node}")]).out).collect();
    assert!(all.contains("decreases on the edges") && all.contains("a return: its callers go on from here"), "{all}");
    haltcheck(&["explain", &cert, &steps.to_string()]).is_bad(&["there is no step"]);
    haltcheck(&["explain", &cert, "node:4000000000"]).is_bad(&["there is no node"]);
    for no in ["x", "node:", "step:-1", "99999999999999", ""] {
        haltcheck(&["explain", &cert, no]).is_bad(&["invalid value", "is required"]);
    }
}

#[test]
fn what_is_not_valid_is_not_explained() {
    let folder = Folder::new();
    let (cert, _) = certificate(&folder, "papers/strlen.c");
    let json = haltcheck(&["show", &cert, "--json"]).out;
    let mut forged: Value = serde_json::from_str(&json).expect("JSON");
    forged["ranking"] = Value::Array(Vec::new());
    let (text, packed) = (folder.write("forged.json", forged.to_string()), folder.file("forged"));
    assert_eq!(haltcheck(&["pack", &text, "-o", &packed]).code, 0);
    let answer = haltcheck(&["explain", &packed, "0"]);
    assert_eq!(answer.code, 1, "{}", answer.said());
    assert!(answer.out.starts_with("INVALID") && !answer.out.contains("holds by"), "{}", answer.out);
    let other = folder.write("other.ll", "define i32 @main() {\n  ret i32 0\n}\n");
    haltcheck(&["explain", &cert, "0", "--module", &other]).is_bad(&["another module"]);
    haltcheck(&["explain", &folder.write("text", "no certificate"), "0"]).is_bad(&["not a haltcert certificate"]);
}
