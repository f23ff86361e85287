//! Calls of functions that are right, changed, and runs that begin with them, each with a claim of how it ends: an error
//! at some instruction, or a loop that never ends. None of them is a refutation.
//!
//! `CALL_MUTANTS=2000` tries all of them.

use certificates::{
    Call, CallObject, Certificate, Choice, Claim, Content, Ending, Int, Properties, Refutation, Run, encode_refutation,
};
use checker::{Expectation, Verdict, check_refutation};
use std::collections::BTreeMap;
use tests::cases::{all, root};
use tests::interpreter::Inputs;
use tests::programs::certificate;
use tests::{effort, parallel};

/// Functions with contracts that are proved: strings, ranges, cells, blocks that may be freed, globals, quotients.
const RIGHT: [&str; 20] = [
    "library/memcmp.c",
    "library/insertion_sort.c",
    "library/slist_find.c",
    "library/slist_insert.c",
    "library/list_reverse.c",
    "library/list_free.c",
    "library/binary_search.c",
    "library/days_of_month.c",
    "library/calls_strdup.c",
    "library/calls_memchr.c",
    "library/kernel_list_count.c",
    "library/strlen.c",
    "library/strncpy.c",
    "library/pool_take.c",
    "library/sum_bounded.c",
    "contract/freeable_push.c",
    "contract/global_count.c",
    "contract/distance_cursor.c",
    "contract/interval_behind_offset.c",
    "contract/null_or_valid.c",
];

/// Instructions after which a run that has not ended is left alone.
const LONGEST: u64 = 100_000;

#[test]
fn changed_calls_of_right_functions_refute_nothing() {
    let cases = all(&root()).expect("cases");
    let proved = parallel::map(&RIGHT, |name| {
        let case = cases.iter().find(|case| case.file == root().join(name));
        case.and_then(certificate).unwrap_or_else(|| panic!("{name} is not proved"))
    });
    for (right, name) in proved.iter().zip(RIGHT) {
        let Properties { memory_safety, no_overflow, termination } = right.claim.properties;
        assert!(memory_safety && no_overflow && termination && right.call.is_some(), "{name}");
    }
    let count = effort::number("CALL_MUTANTS", 400, 2000);
    let work: Vec<(u64, &Certificate)> = effort::seeds(count).zip(proved.iter().cycle()).collect();
    let fates = parallel::map(&work, |(seed, right)| fate(&mut Inputs::seeded(*seed), right));
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    for (fate, (seed, right)) in fates.iter().zip(&work) {
        let rule = fate.as_ref().unwrap_or_else(|run| panic!("seed {seed}: {} is refuted: {run:?}", right.claim.entry));
        *by.entry(rule).or_default() += 1;
    }
    println!("{by:?}");
    let run = |rule: &&str| rule.starts_with("Q-ERROR") || rule.starts_with("Q-LASSO") || rule.starts_with("Q-RUN");
    let executed: usize = by.iter().filter(|(rule, _)| run(rule)).map(|(_, count)| count).sum();
    // Enough of the calls satisfy their contracts, so that it is the run that contradicts.
    assert!(3 * executed as u64 > count, "{by:?}");
    assert!(by.keys().any(|rule| rule.starts_with("R-CALL")), "{by:?}");
}

/// Rule and premise that reject a mutant; the mutant if nothing does.
fn fate(random: &mut Inputs, right: &Certificate) -> Result<String, Box<Refutation>> {
    let mut call = right.call.clone().expect("the claim has a contract");
    for _ in 0..random.below(3) {
        change(&mut call, random);
    }
    let none = Properties { memory_safety: false, no_overflow: false, termination: false };
    let (endless, overflow) = (random.below(2) == 0, random.below(3) == 0);
    let properties = match (endless, overflow) {
        (true, _) => Properties { termination: true, ..none },
        (false, true) => Properties { no_overflow: true, ..none },
        (false, false) => Properties { memory_safety: true, ..none },
    };
    let mut mutant = Refutation {
        claim: Claim { properties, ..right.claim.clone() },
        module: right.module.clone(),
        call: Some(call),
        choices: Vec::new(),
        ending: if endless {
            Ending::Lasso { first: LONGEST - 1, second: LONGEST }
        } else {
            Ending::Error { steps: LONGEST }
        },
    };
    let said = answered(&mut mutant, random)?;
    let Some(steps) = said.strip_prefix("Q-RUN end ").and_then(|steps| steps.parse::<u64>().ok()) else {
        return Ok(said);
    };
    mutant.ending = match random.below(8) {
        0 => Ending::Error { steps },
        1..=3 => Ending::Error { steps: random.below(steps + 1) },
        _ => {
            let first = random.below(steps + 1);
            Ending::Lasso { first, second: first + 1 + random.below(steps + 1 - first) }
        }
    };
    let lasso = matches!(mutant.ending, Ending::Lasso { .. });
    mutant.claim.properties = if lasso { Properties { termination: true, ..none } } else { properties };
    if !lasso && endless {
        mutant.claim.properties = Properties { memory_safety: true, ..none };
    }
    if random.below(4) == 0 {
        let at = random.below(mutant.choices.len() as u64 + 1) as usize;
        mutant.choices.truncate(at);
    }
    answered(&mut mutant, random)
}

/// Answers what the run asks for. Returns rule and premise that reject it, and how many instructions it has if it ends;
/// the mutant if nothing rejects it.
fn answered(mutant: &mut Refutation, random: &mut Inputs) -> Result<String, Box<Refutation>> {
    let expected = Expectation::of(&mutant.claim);
    for _ in 0..200 {
        let why = match check_refutation(&mutant.module, &encode_refutation(mutant), &expected) {
            Verdict::Valid(_) => return Err(Box::new(mutant.clone())),
            Verdict::Invalid(why) => why,
            Verdict::Undecided(why) => return Ok(format!("undecided {} {}", why.rule, why.premise)),
            Verdict::BadInput(message) => panic!("{message}"),
        };
        let Some((_, question)) = why.message.split_once("a choice is missing: ") else {
            // The names of what the run calls are not the point.
            if let Some((_, called)) = why.message.split_once("the run calls ")
                && why.rule == "CLAIM"
            {
                let names = called.split('"').skip(1).step_by(2);
                mutant.claim.contracts = names.map(str::to_owned).collect();
                continue;
            }
            let ended = why.message.split_once("the run ends after ").and_then(|(_, rest)| rest.split_once(" steps"));
            return Ok(match ended {
                Some((steps, _)) => format!("{} {} {steps}", why.rule, why.premise),
                None => format!("{} {}", why.rule, why.premise),
            });
        };
        let address = Choice::Address((1 << 30) + ((mutant.choices.len() as u64) << 17));
        let next = match question {
            _ if question.contains("uninitialised") => Choice::Byte(random.byte()),
            _ if question.contains("address") || question.contains("allocation") => address,
            _ => Choice::Value(Int(random.below(3).into())),
        };
        mutant.choices.push(next);
    }
    Ok("too many questions".to_owned())
}

/// Changes one thing of a call.
fn change(call: &mut Call, random: &mut Inputs) {
    let near = |value: u64, random: &mut Inputs| match random.below(6) {
        0 => 0,
        1 => value.wrapping_add(1),
        2 => value.wrapping_sub(1),
        3 => value.wrapping_mul(2),
        4 => u64::MAX >> (8 * random.below(8)),
        _ => random.below(16),
    };
    let contents = call.objects.len() + call.contents.len();
    match random.below(8) {
        0 | 1 if !call.parameters.is_empty() => {
            let at = random.below(call.parameters.len() as u64) as usize;
            call.parameters[at] = near(call.parameters[at], random);
        }
        2..=4 if contents > 0 => {
            let at = random.below(contents as u64) as usize;
            let objects = call.objects.len();
            let (content, size) = match call.objects.get_mut(at) {
                Some(CallObject { content, size, .. }) => (content, *size),
                None => (&mut call.contents[at - objects].1, 4),
            };
            bytes(content, size, random);
        }
        5 if !call.objects.is_empty() => {
            let at = random.below(call.objects.len() as u64) as usize;
            let object = &mut call.objects[at];
            object.size = near(object.size, random).clamp(1, 1 << 16);
        }
        6 if !call.objects.is_empty() => {
            let at = random.below(call.objects.len() as u64) as usize;
            let object = &mut call.objects[at];
            match random.below(3) {
                0 => object.writable = !object.writable,
                1 => object.heap = !object.heap,
                _ => object.address = near(object.address, random),
            }
        }
        _ if !call.globals.is_empty() => {
            let at = random.below(call.globals.len() as u64) as usize;
            call.globals[at] = call.globals[at].wrapping_add(16 * random.below(9));
        }
        _ => {}
    }
}

/// Changes a byte, or all that stand in no run.
fn bytes(content: &mut Content, size: u64, random: &mut Inputs) {
    let byte = [0, 1, 0x7f, 0x80, 0xff, random.byte()][random.below(6) as usize];
    match content.runs.last_mut() {
        Some(Run { bytes, .. }) if random.below(2) == 0 && !bytes.is_empty() => {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = byte;
        }
        None if random.below(2) == 0 => {
            content.runs.push(Run { offset: random.below(size), bytes: vec![byte] });
        }
        _ => content.fill = byte,
    }
}
