//! What is proved is never refuted: random runs of the valid test vectors have no error.

use std::fs;
use std::path::Path;

use certificates::{Certificate, Choice, Ending, Int, Properties, Refutation, encode_refutation};
use checker::{Expectation, Verdict, check_refutation};

use super::changes::Random;

/// The published certificates that are valid, about all calls.
fn proofs() -> Vec<(String, Certificate)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors/rules");
    let index = fs::read_to_string(folder.join("index.json")).expect("the index");
    let index: serde_json::Value = serde_json::from_str(&index).expect("JSON");
    let valid = index.as_array().expect("a list").iter().filter(|entry| entry["verdict"] == "VALID");
    let read = |name: &str| {
        let bytes = fs::read(folder.join(format!("{name}.cert"))).expect("a certificate");
        (name.to_owned(), certificates::decode(&bytes).expect("a certificate"))
    };
    let all = valid.map(|entry| read(entry["name"].as_str().expect("a name")));
    all.filter(|(_, certificate)| certificate.claim.precondition.is_none()).collect()
}

/// A choice that fits the question, which the message of an answer has.
fn choice(question: &str, number: usize, random: &mut Random) -> Choice {
    let values =
        [0, 1, 2, 3, 7, 8, 10, 100, 255, 256, 4096, 65535, 1 << 31, (1 << 31) - 1, (1 << 32) - 1, (1 << 32) - 2];
    match question {
        _ if question.contains("uninitialised") => Choice::Byte(random.below(256) as u8),
        _ if question.contains("the address of") => Choice::Address((1 << 20) + ((number as u64) << 17)),
        _ => Choice::Value(Int(values[random.below(values.len())])),
    }
}

/// Follows a run as far as its questions can be answered, and what is said at its end.
fn explore(refutation: &mut Refutation, expected: &Expectation, random: &mut Random) -> String {
    for round in 0..400 {
        let verdict = check_refutation(&refutation.module, &encode_refutation(refutation), expected);
        let why = match verdict {
            Verdict::Valid(shown) => return format!("VALID {}", shown.message),
            Verdict::Invalid(why) => why,
            Verdict::Undecided(why) => return format!("UNDECIDED {}", why.message),
            Verdict::BadInput(message) => return message,
        };
        match why.message.split_once("a choice is missing: ") {
            Some((_, question)) => {
                let next = choice(question, refutation.choices.len(), random);
                refutation.choices.push(next);
            }
            None if why.premise == "input" && round < 300 => {
                refutation.choices.pop();
                refutation.choices.push(Choice::Value(Int(random.below(2) as i128)));
            }
            None => return format!("{} {} {}", why.rule, why.premise, why.message),
        }
    }
    "too many questions".into()
}

#[test]
fn proved_programs_have_no_error() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let mut ends = std::collections::BTreeMap::new();
    let all = proofs();
    assert!(all.len() > 100, "{}", all.len());
    for (name, certificate) in all {
        for _ in 0..4 {
            let properties = Properties { memory_safety: true, no_overflow: false, termination: false };
            let claim = certificates::Claim { properties, ..certificate.claim.clone() };
            let expected = Expectation::of(&claim);
            let ending = Ending::Error { steps: 20_000 };
            let mut refutation =
                Refutation { claim, module: certificate.module.clone(), call: None, choices: vec![], ending };
            let said = explore(&mut refutation, &expected, &mut random);
            assert!(
                !said.starts_with("Q-ERROR first") && !said.starts_with("VALID"),
                "{name}: {said} {:?}",
                refutation.choices
            );
            let end = ["Q-RUN end", "Q-ERROR error", "UNDECIDED"].into_iter().find(|end| said.starts_with(end));
            *ends.entry(end.map_or(said.clone(), str::to_owned)).or_insert(0) += 1;
        }
    }
    println!("{ends:#?}");
    assert!(ends.get("Q-RUN end").is_some_and(|count| *count > 100), "{ends:#?}");
}
