//! Files that nobody meant well, large ones: haltcheck refuses them in a second or two and 300 MB.

use certificates::encode;
use certificates::encoding::{FORMAT_VERSION, MAGIC, MAX_PAYLOAD, seal, unseal};
use std::fs;
use std::process::Command;
use std::time::Duration;
use tempfile::tempdir;
use tests::interpreter::Inputs;
use tests::process::{ProcessLimits, run};
use tests::programs::programs;
use tests::sample::about;

const MIB: usize = 1 << 20;
/// More than a certificate may have (`certificates::encoding::MAX_BYTES`).
const LARGE: usize = 100 * MIB;
/// Less than that.
const ALLOWED: usize = 60 * MIB;
/// What refusing may take, in seconds of the processor and MiB: a machine on which it takes half a second must not be
/// told from one that is three times as slow, but what grows faster than the file must.
const SECONDS: f64 = 2.5;
const MEMORY: f64 = 300.0;
/// The same for a file whose parts are like those of a proof of this size.
const DENSE: (f64, f64) = (10.0, 1000.0);

/// Runs haltcheck with `FILE` replaced by a file of these bytes; it must refuse them as bad input.
/// They are freed before: the memory of a process counts from its fork.
fn refused(name: &str, bytes: Vec<u8>, arguments: &[&str]) {
    refused_within((SECONDS, MEMORY), name, bytes, arguments);
}

fn refused_within(most: (f64, f64), name: &str, bytes: Vec<u8>, arguments: &[&str]) {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("input");
    fs::write(&file, bytes).expect("written");
    let file = file.display().to_string();
    let arguments: Vec<&str> = arguments.iter().map(|a| if *a == "FILE" { file.as_str() } else { *a }).collect();
    let (code, said) = measured(most, name, &arguments);
    assert_eq!(code, Some(3), "{name}: {said}");
}

/// Runs haltcheck, which takes at most so many seconds and MiB: its exit code and messages.
fn measured((seconds, memory): (f64, f64), name: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let folder = tempdir().expect("a folder");
    let mut command = Command::new(&programs().haltcheck);
    command.args(arguments);
    let limits = ProcessLimits { time: Duration::from_secs(60), memory: 4096 };
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let outcome = run(&mut command, limits, &out, &err).expect("haltcheck runs");
    let said = fs::read_to_string(&err).unwrap_or_default();
    let said: String = said.chars().take(300).collect();
    println!("{name}: {:.2} s, {:.0} MB: {}", outcome.processor, outcome.memory, said.trim());
    assert!(outcome.processor < seconds, "{name}: {} s", outcome.processor);
    assert!(outcome.memory < memory, "{name}: {} MB", outcome.memory);
    (outcome.status.code(), said)
}

/// Runs that ask the library for far more bytes than there are.
#[test]
fn a_run_that_asks_for_many_bytes_is_checked_quickly() {
    let calls = [
        "strncpy(name, \"a\", 2000000000ul)",
        "memset(name, 0, 2000000000ul)",
        "memcpy(name, text, 2000000000ul)",
        "memmove(name, text, 2000000000ul)",
        "strncat(name, text, 2000000000ul)",
    ];
    for call in calls {
        let folder = tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name).display().to_string();
        let (source, refutation) = (at("run.c"), at("run.cert"));
        let text = "char text[100] = \"abcdef\";";
        let program =
            format!("#include <string.h>\n{text}\nint main(void) {{ char name[4] = \"\"; {call}; return 0; }}\n");
        fs::write(&source, program).expect("written");
        let status = Command::new(&programs().haltcert).args(["prove", &source, "-o", &refutation]).output();
        assert_eq!(status.expect("haltcert runs").status.code(), Some(1), "{call}: a violation");
        let (code, said) = measured((SECONDS, MEMORY), call, &[&refutation, "--embedded", "--refutation"]);
        assert_eq!(code, Some(0), "{call}: {said}");
    }
}

const CHECK: [&str; 2] = ["FILE", "--embedded"];
const SHOW: [&str; 2] = ["show", "FILE"];
const PACK: [&str; 4] = ["pack", "FILE", "-o", "/dev/null"];

fn random(length: usize) -> Vec<u8> {
    let mut inputs = Inputs::seeded(7);
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        bytes.extend(inputs.below(u64::MAX).to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

fn headed(payload: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &FORMAT_VERSION.to_le_bytes(), payload].concat()
}

/// One after the other, so that no other test's memory is counted.
#[test]
fn nonsense_is_refused_quickly() {
    random_bytes();
    lengths();
    shells();
    modules();
    json();
}

fn random_bytes() {
    refused("random", random(LARGE), &CHECK);
    refused("random-shown", random(LARGE), &SHOW);
    refused("random-packed", random(LARGE), &PACK);
    refused("random-headed", headed(&random(LARGE)), &CHECK);
    refused("random-headed-allowed", headed(&random(ALLOWED)), &CHECK);
    refused("zeros", vec![0; LARGE], &CHECK);
    refused("zeros-headed", headed(&vec![0; ALLOWED]), &CHECK);
    refused("random-sealed", seal(&random(ALLOWED - MIB)), &CHECK);
    refused("zeros-sealed", seal(&vec![0; MAX_PAYLOAD]), &CHECK);
    // As many copies as fit, the shortest and the longest, each of the bytes before it.
    let copies = [0x80, 0x80, 0x80, 0x40, 1, 7].into_iter().chain([1, 0, 0].into_iter().cycle().take(ALLOWED));
    refused("copies", headed(&copies.collect::<Vec<u8>>()), &CHECK);
    let longest = [0x80, 0x80, 0x80, 0x40, 1, 7].into_iter().chain([1, 0xF8, 7, 0].into_iter().cycle().take(MIB));
    refused("long-copies", headed(&longest.collect::<Vec<u8>>()), &CHECK);
}

/// Lengths that promise what is not there: of the first string and of all lists.
fn lengths() {
    let mut payload = vec![0xfd];
    payload.extend((ALLOWED as u64 - 100).to_le_bytes());
    payload.resize(ALLOWED - 200, b'a');
    refused("string", seal(&payload), &CHECK);
    let none = seal(&[0xfd, 255, 255, 255, 255, 255, 255, 255, 127]);
    refused("string-of-nothing", none, &CHECK);
    let (whole, lists) = empty();
    for (list, place) in lists {
        let mut bytes = whole[..place].to_vec();
        bytes.extend([0xfc, 255, 255, 255, 255]);
        refused(&list, seal(&bytes), &CHECK);
        bytes.resize(ALLOWED, 255);
        refused(&format!("{list}-filled"), seal(&bytes), &CHECK);
    }
}

/// The payload of a certificate whose lists are empty, and the name and place of each: what follows the module's text
/// takes one byte each, for the length 0 or the option that is absent.
fn empty() -> (Vec<u8>, Vec<(String, usize)>) {
    let certificate = about("module");
    let whole = unseal(&encode(&certificate)).expect("its own file");
    let shown = serde_json::to_string(&certificate).expect("JSON");
    let (_, fields) = shown.split_once(r#""module":"module","#).expect("the fields behind the module's text");
    let fields: Vec<(&str, &str)> =
        fields.trim_end_matches('}').split(',').map(|field| field.split_once(':').expect("a field")).collect();
    let first = whole.len() - fields.len();
    assert!(whole[first..].iter().all(|byte| *byte == 0), "one byte each");
    let lists = fields.iter().enumerate().filter(|(_, (_, value))| *value == "[]");
    (whole, lists.map(|(index, (name, _))| (name.trim_matches('"').to_owned(), first + index)).collect())
}

/// Well-formed lists of parts that are as short as they can be, so that they take a hundred times as much in memory:
/// these are certificates, but no proof consists of such parts only.
fn shells() {
    let (whole, lists) = empty();
    let list = |name: &str, element: &[u8]| {
        let (_, place) = lists.iter().find(|(list, _)| list == name).expect("a list of the certificate");
        let count = ((ALLOWED - whole.len()) / element.len()) as u32;
        let (before, after) = whole.split_at(*place);
        let mut bytes = before.to_vec();
        bytes.push(0xfc);
        bytes.extend(count.to_le_bytes());
        bytes.extend(element.repeat(count as usize));
        bytes.extend(&after[1..]);
        seal(&bytes)
    };
    // `Infeasible` without witnesses; steps with witnesses `Solver` or wraps `Quotient`; of assertions; globals without a
    // name; roots and rounds without content.
    refused("steps", list("steps", &[6, 0]), &CHECK);
    let solver = [[6, 250].as_slice(), &[0; 250]].concat();
    refused("witnesses", list("steps", &solver), &CHECK);
    let wraps = [[0, 0, 250].as_slice(), &[1; 250], &[0, 0, 0, 0]].concat();
    refused("wraps", list("steps", &wraps), &CHECK);
    refused("ghosts", list("steps", &[2, 0, 2, 0, 0, 0]), &CHECK);
    refused("globals", list("globals", &[0]), &CHECK);
    refused("roots", list("roots", &[1, 0]), &CHECK);
    // What is as dense as a proof may take what a proof may take (`certificates::encoding::MAX_MEMORY`, and the file).
    let (seconds, memory) = DENSE;
    refused_within((seconds, memory), "rounds", list("ranking", &[0, 0, 0]), &CHECK);
    let sum: Vec<u8> = (0..250).flat_map(|variable| [1, variable, 2]).collect();
    let assertion = [[2, 0, 2, 250].as_slice(), &sum, &[0, 0]].concat();
    refused_within((seconds, memory), "sums", list("steps", &assertion), &CHECK);
}

/// Modules that are no modules.
fn modules() {
    for (name, unit) in [
        ("brackets", "("),
        ("braces", "{ "),
        ("quotes", "\""),
        ("lines", "x\n"),
        ("metadata", "!0 = !{}\n"),
        ("types", "%a = type { %a }\n"),
    ] {
        let module = unit.repeat(40 * MIB / unit.len());
        refused(name, encode(&about(&module)), &CHECK);
    }
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("a.cert");
    fs::write(&file, encode(&about("module"))).expect("written");
    let file = file.display().to_string();
    refused("separate-random", random(LARGE), &[&file, "--module", "FILE"]);
    refused("separate-brackets", vec![b'('; LARGE], &[&file, "--module", "FILE"]);
}

/// JSON that nests deeply, that is one long string, one long list.
fn json() {
    refused("nested", vec![b'['; LARGE], &PACK);
    refused("objects", b"{\"claim\":".repeat(LARGE / 9), &PACK);
    let string = [b"{\"module\": \"".as_slice(), &vec![b'a'; LARGE], b"\"}"].concat();
    refused("text", string, &PACK);
    let list = [b"{\"globals\": [".as_slice(), &b"1,".repeat(LARGE / 2)].concat();
    refused("list-of-numbers", list, &PACK);
}
