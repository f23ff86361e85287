//! Random structural changes of all certificates of the suite. What the checker still accepts has an argument that is
//! checked here (`tests/src/survivors`), or is a hole in the checker.
//!
//! `MUTATIONS=20 cargo test -p tests --test survivors -- --nocapture` makes 20 times as many and prints the tables of
//! `spec/mutants.md`. `SURVIVORS=strlen` takes only certificates with this in their names.

use certificates as c;
use certificates::Certificate;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tests::interpreter::Inputs;
use tests::mutation::change::{Sources, changed};
use tests::mutation::places::{Donors, Field, places};
use tests::mutation::schema::{self, CERTIFICATE, Type};
use tests::mutation::{costs, structures, trees};
use tests::survivors::{Argument, Original, explain, rejection};
use tests::{effort, parallel, suite};

/// Changes of values and of structure for each certificate, usually.
const VALUES: u64 = 3;
const STRUCTURES: u64 = 2;
/// Each kind of place is changed in so many certificates at least, where it occurs in as many.
const EACH: usize = 2;
/// So often another change is tried where one gives nothing or no certificate.
const TRIES: u64 = 20;

/// Of so many mutants one that is rejected is asked for arguments as if it had been accepted.
const DOUBTED: usize = 6;

struct Subject {
    original: Original,
    json: Value,
    places: Vec<Field>,
}

/// What became of a mutant.
enum Fate {
    /// By this rule; for some of them, whether there would be arguments if it had been accepted.
    Rejected(String, Option<Result<BTreeSet<Argument>, String>>),
    Valid(BTreeSet<Argument>),
    Unexplained(String),
}

#[test]
fn survivors_have_an_argument() {
    let subjects = subjects();
    let mut donors = Donors::default();
    for subject in &subjects {
        donors.add(&subject.json, &subject.places);
    }
    let assignments = assignments(&subjects);
    let work: Vec<(usize, &Subject)> = subjects.iter().enumerate().collect();
    let fates: Vec<(String, Fate)> =
        parallel::map(&work, |(number, subject)| mutants(subject, &assignments[*number], &donors))
            .into_iter()
            .flatten()
            .collect();
    report(&fates);
    let followed = subjects.iter().filter(|subject| !subject.original.trace().visits.is_empty()).count();
    println!("\n{} certificates; runs of {followed} are followed", subjects.len());
    let unexplained: Vec<String> = fates
        .iter()
        .filter_map(|(what, fate)| match fate {
            Fate::Unexplained(why) => Some(format!("{what}: {why}")),
            _ => None,
        })
        .collect();
    assert!(unexplained.is_empty(), "{} without an argument:\n{}", unexplained.len(), unexplained.join("\n"));
    // The arguments are no formality: they do not fit what is rejected for what it says.
    let (asked, without) = doubted(&fates);
    println!("\n{asked} rejected mutants were asked for arguments as if they had been accepted; {without} have none");
    assert!(without * 10 > asked * 4, "arguments for what is rejected: {} of {asked}", asked - without);
    // Every place of the format that occurs has been changed.
    let made: BTreeSet<&str> = fates.iter().map(|(what, _)| what.as_str()).collect();
    let all: BTreeSet<&str> = subjects.iter().flat_map(|s| &s.places).map(|place| place.key.as_str()).collect();
    let untouched: Vec<&&str> = all.difference(&made).collect();
    assert!(untouched.is_empty(), "never changed: {untouched:?}");
}

fn subjects() -> Vec<Subject> {
    let only = std::env::var("SURVIVORS").unwrap_or_default();
    // Of the many certificates about lists and trees one in so many.
    let one_in = if effort::long() { 4 } else { 24 };
    let about_structures =
        |(name, _): &(String, certificates::Certificate)| name.starts_with("list/") || name.starts_with("tree/");
    let (structures, mut all): (Vec<_>, Vec<_>) = suite::certificates(&only).into_iter().partition(about_structures);
    all.extend(structures.into_iter().step_by(one_in));
    parallel::map(&all, |(name, certificate)| {
        let original = Original::new(name.clone(), certificate.clone()).unwrap_or_else(|| panic!("control: {name}"));
        let json = serde_json::to_value(&original.certificate).expect("plain data");
        let mut places = places(&json, &CERTIFICATE).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Not the certificate as a whole.
        places.retain(|place| !place.pointer.is_empty());
        Subject { original, json, places }
    })
}

/// For each certificate the kinds of places that are changed in it in any case.
fn assignments(subjects: &[Subject]) -> Vec<Vec<String>> {
    let mut assignments = vec![Vec::new(); subjects.len()];
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, subject) in subjects.iter().enumerate() {
        let keys: BTreeSet<&str> = subject.places.iter().map(|place| place.key.as_str()).collect();
        for key in keys {
            let done = count.entry(key).or_default();
            if *done < EACH {
                *done += 1;
                assignments[number].push(key.to_owned());
            }
        }
    }
    assignments
}

/// Mutants of one certificate, what was changed, and what became of them.
fn mutants(subject: &Subject, assignments: &[String], donors: &Donors) -> Vec<(String, Fate)> {
    let seed =
        subject.original.name.bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let random = &mut effort::random(seed);
    let mut by_key: BTreeMap<&str, Vec<&Field>> = BTreeMap::new();
    for place in &subject.places {
        by_key.entry(&place.key).or_default().push(place);
    }
    let keys: Vec<&str> = by_key.keys().copied().collect();
    let mut fates = Vec::new();
    let judge = |what: String, mutant: Certificate, fates: &mut Vec<(String, Fate)>| {
        let fate = match rejection(&mutant) {
            Some(rule) => {
                // Of another call the checker's evaluation is the argument.
                let call = mutant.call != subject.original.certificate.call;
                let asked = !call && fates.len().is_multiple_of(DOUBTED);
                Fate::Rejected(rule, asked.then(|| explain(&subject.original, &mutant)))
            }
            None => match explain(&subject.original, &mutant) {
                Ok(arguments) => Fate::Valid(arguments),
                Err(why) => Fate::Unexplained(format!("{}: {why}", subject.original.name)),
            },
        };
        fates.push((what, fate));
    };
    let times = times();
    let wanted = assignments.iter().map(String::as_str).map(Some);
    for key in wanted.chain((0..VALUES * times).map(|_| None)) {
        for _ in 0..TRIES {
            let key = key.unwrap_or_else(|| keys[random.below(keys.len() as u64) as usize]);
            let all = &by_key[key];
            let place = all[random.below(all.len() as u64) as usize];
            if let Some(mutant) = change(subject, place, donors, random) {
                judge(place.key.clone(), mutant, &mut fates);
                break;
            }
        }
    }
    for _ in 0..STRUCTURES * times {
        for _ in 0..TRIES {
            let number = random.below(trees::CHANGES.len() as u64) as usize;
            if let Some(mutant) = trees::changed(&subject.original.certificate, number, random) {
                judge(trees::CHANGES[number].0.to_owned(), mutant, &mut fates);
                break;
            }
        }
    }
    fates
}

/// The certificate with another value at the place.
fn change(subject: &Subject, place: &Field, donors: &Donors, random: &mut Inputs) -> Option<Certificate> {
    let mut from = Sources { random, donors, root: &subject.json, places: &subject.places };
    let value = changed(place, &mut from)?;
    let mut json = subject.json.clone();
    *json.pointer_mut(&place.pointer)? = value;
    let mutant: Certificate = serde_json::from_value(json).ok()?;
    (mutant != subject.original.certificate).then_some(mutant)
}

/// So many times as many mutants.
fn times() -> u64 {
    effort::number("MUTATIONS", 1, 12)
}

/// Tables: what was changed and what became of it; survivors by argument.
fn report(fates: &[(String, Fate)]) {
    let mut rows: BTreeMap<&str, (u64, u64, u64, BTreeSet<Argument>)> = BTreeMap::new();
    let mut reasons: BTreeMap<Argument, u64> = BTreeMap::new();
    for (what, fate) in fates {
        let (made, rejected, undecided, by) = rows.entry(what).or_default();
        *made += 1;
        match fate {
            Fate::Rejected(rule, _) if rule.starts_with("undecided") => *undecided += 1,
            Fate::Rejected(..) => *rejected += 1,
            Fate::Unexplained(_) => {}
            Fate::Valid(arguments) => {
                by.extend(arguments);
                arguments.iter().for_each(|argument| *reasons.entry(*argument).or_default() += 1);
            }
        }
    }
    println!("| changed | made | rejected | undecided | still valid | by |\n|---|---|---|---|---|---|");
    let mut total = (0, 0, 0);
    for (what, (made, rejected, undecided, by)) in &rows {
        let by: Vec<String> = by.iter().map(|argument| format!("{argument:?}")).collect();
        let left = made - rejected - undecided;
        println!("| {what} | {made} | {rejected} | {undecided} | {left} | {} |", by.join(", "));
        total = (total.0 + made, total.1 + rejected, total.2 + undecided);
    }
    println!("| all | {} | {} | {} | {} | |", total.0, total.1, total.2, total.0 - total.1 - total.2);
    println!("\n| argument | survivors |\n|---|---|");
    for (argument, count) in reasons {
        println!("| {argument:?}: {} | {count} |", argument.describe());
    }
}

/// How many rejected mutants were asked for arguments, and how many have none. What the others have, by rule.
fn doubted(fates: &[(String, Fate)]) -> (usize, usize) {
    let asked = fates.iter().filter_map(|(what, fate)| match fate {
        Fate::Rejected(rule, Some(answer)) => Some((what, rule, answer)),
        _ => None,
    });
    let (mut count, mut without) = (0, 0);
    let mut others: BTreeMap<(&str, &BTreeSet<Argument>), Vec<&str>> = BTreeMap::new();
    for (what, rule, answer) in asked {
        count += 1;
        match answer {
            Err(_) => without += 1,
            Ok(arguments) => others.entry((rule, arguments)).or_default().push(what),
        }
    }
    println!("\n| rejected by | with arguments | mutants |\n|---|---|---|");
    for ((rule, arguments), what) in others {
        println!("| {rule} | {arguments:?} | {}, such as {} |", what.len(), what[0]);
    }
    (count, without)
}

/// A type's name, its parts in the schema, and what the type itself says where another part is given.
type Asked = (&'static str, Vec<String>, String);

fn asked<T: serde::de::DeserializeOwned>(ty: &Type) -> Asked {
    fn said<T: serde::de::DeserializeOwned>(json: &str) -> String {
        serde_json::from_str::<T>(json).err().expect("it is not accepted").to_string()
    }
    match ty {
        Type::Enum(name, variants) => {
            (name, variants.iter().map(|(name, _)| (*name).to_owned()).collect(), said::<T>("\"?\""))
        }
        Type::Record(name, fields) => {
            (name, fields.iter().map(|(name, _)| (*name).to_owned()).collect(), said::<T>("{\"?\": 0}"))
        }
        _ => panic!("{ty:?} has no parts"),
    }
}

fn parts_of_states() -> Vec<Asked> {
    vec![
        asked::<c::Certificate>(&schema::CERTIFICATE),
        asked::<c::Call>(&schema::CALL),
        asked::<c::CallObject>(&schema::CALL_OBJECT),
        asked::<c::Content>(&schema::CONTENT),
        asked::<c::Run>(&schema::RUN),
        asked::<c::Claim>(&schema::CLAIM),
        asked::<c::Properties>(&schema::PROPERTIES),
        asked::<c::Node>(&schema::NODE),
        asked::<c::Position>(&schema::POSITION),
        asked::<c::State>(&schema::STATE),
        asked::<c::Binding>(&schema::BINDING),
        asked::<c::Sign>(&schema::SIGN),
        asked::<c::Atom>(&schema::ATOM),
        asked::<c::Rel>(&schema::REL),
        asked::<c::Block>(&schema::BLOCK),
        asked::<c::Kind>(&schema::KIND),
        asked::<c::CallerId>(&schema::CALLER_ID),
        asked::<c::Area>(&schema::AREA),
        asked::<c::Entry>(&schema::ENTRY),
        asked::<c::Uniform>(&structures::UNIFORM),
        asked::<c::Shape>(&structures::SHAPE),
        asked::<c::Place>(&structures::PLACE),
        asked::<c::Owned>(&structures::OWNED),
        asked::<c::OwnedPart>(&structures::OWNED_PART),
        asked::<c::OwnedSize>(&structures::OWNED_SIZE),
        asked::<c::CellFact>(&structures::CELL_FACT),
        asked::<c::Marks>(&structures::MARKS),
        asked::<c::Segment>(&structures::SEGMENT),
        asked::<c::Tree>(&structures::TREE),
        asked::<c::FoldedCell>(&structures::FOLDED),
        asked::<c::FoldedOwned>(&structures::FOLDED_OWNED),
        asked::<c::FoldedPart>(&structures::FOLDED_PART),
        asked::<c::OwnedCase>(&structures::OWNED_CASE),
        asked::<c::Source>(&structures::SOURCE),
    ]
}

fn parts_of_steps() -> Vec<Asked> {
    vec![
        asked::<c::Step>(&schema::STEP),
        asked::<c::Witness>(&schema::WITNESS),
        asked::<c::Farkas>(&schema::FARKAS),
        asked::<c::Ghost>(&schema::GHOST),
        asked::<c::Wrap>(&schema::WRAP),
        asked::<c::Hint>(&schema::HINT),
        asked::<c::Detail>(&schema::DETAIL),
        asked::<c::Bits>(&schema::BITS),
        asked::<c::Access>(&schema::ACCESS),
        asked::<c::Side>(&schema::SIDE),
        asked::<c::Cell>(&schema::CELL),
        asked::<c::Allocation>(&schema::ALLOCATION),
        asked::<c::Root>(&schema::ROOT),
        asked::<c::Instance>(&schema::INSTANCE),
        asked::<c::Round>(&schema::ROUND),
        asked::<c::Measure>(&schema::MEASURE),
        asked::<c::Bound>(&costs::BOUND),
        asked::<c::Resource>(&costs::RESOURCE),
        asked::<c::Product>(&costs::PRODUCT),
        asked::<c::Case>(&costs::CASE),
        asked::<c::Maximum>(&costs::MAXIMUM),
        asked::<c::Combination>(&costs::COMBINATION),
        asked::<c::Combined>(&costs::COMBINED),
    ]
}

/// The schema of the mutations is the format: the types themselves are asked for their fields and variants.
#[test]
fn the_schema_is_complete() {
    for (name, parts, said) in parts_of_states().into_iter().chain(parts_of_steps()) {
        // "unknown variant `?`, expected `A` or `B`" or "... one of `A`, `B`, ..."
        let named: Vec<&str> = said.split('`').skip(1).step_by(2).skip(1).collect();
        assert_eq!(named, parts, "{name}: {said}");
    }
}
