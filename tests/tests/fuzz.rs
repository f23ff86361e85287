//! A bounded run of the fuzz targets (`fuzz/`): seeds are the test vectors of `spec/vectors` and certificates of cases,
//! mutated at random, always in the same way.

use certificates::encoding::unseal;
use certificates::{Certificate, decode, encode, to_json};
use checker::decide::entail::Solvers;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tests::cases::{read, root};
use tests::effort;
use tests::fuzz::{contract, decoding, judge, merging, module, mutate, replay};
use tests::interpreter::Inputs;
use tests::programs::certificate;

/// Runs of one target.
fn most() -> u64 {
    effort::number("FUZZ", 6000, 200_000)
}

/// Its time, in which a slow machine makes fewer.
fn time() -> Duration {
    Duration::from_secs(if effort::long() { 120 } else { 5 })
}

/// Applies a target to all seeds, then to changed ones.
fn run(name: &str, seeds: &[Vec<u8>], target: impl Fn(&[u8])) {
    let start = Instant::now();
    let mut random = effort::random(seeds.len() as u64);
    let (most, time) = (most(), time());
    seeds.iter().for_each(|seed| target(seed));
    let mut runs = 0;
    while runs < most && start.elapsed() < time {
        let pick = |random: &mut Inputs| &seeds[random.below(seeds.len() as u64) as usize];
        let (seed, other) = (pick(&mut random), pick(&mut random));
        target(&mutate(seed, other, &mut random));
        runs += 1;
    }
    println!("{name}: {} seeds, {runs} changed inputs, {:.1} s", seeds.len(), start.elapsed().as_secs_f64());
    assert!(runs > 50, "{name}: only {runs} runs");
}

/// Published vectors, and proofs of whole programs.
fn certificates() -> Vec<Certificate> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors/rules");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the vectors")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "cert"))
        .collect();
    files.sort();
    let vector = |file: &PathBuf| decode(&fs::read(file).expect("read")).expect("a certificate");
    let mut all: Vec<Certificate> = files.iter().map(vector).collect();
    for name in ["papers/strlen.c", "heap/two_blocks.c", "call/loop_in_callee.c", "loops/nested.c"] {
        let case = read(&root().join(name)).expect("a case").remove(0);
        all.push(certificate(&case).unwrap_or_else(|| panic!("{name} is not proved")));
    }
    all
}

/// Bytes of a certificate, and what is packed in them.
fn files(certificate: &Certificate) -> [Vec<u8>; 2] {
    let file = encode(certificate);
    let payload = unseal(&file).expect("its own file");
    [file, payload]
}

#[test]
fn bytes_and_json() {
    let all = certificates();
    let mut seeds: Vec<Vec<u8>> = all.iter().flat_map(files).collect();
    seeds.extend(all.iter().step_by(10).map(|c| to_json(c).into_bytes()));
    run("decoding", &seeds, decoding);
}

#[test]
fn modules_do_not_panic() {
    let seeds: Vec<Vec<u8>> = certificates().into_iter().map(|c| c.module.into_bytes()).collect();
    run("module", &seeds, module);
}

/// Bytes changed, and fields changed.
#[test]
fn proofs_do_not_panic() {
    let all = certificates();
    let seeds: Vec<Vec<u8>> = all.iter().flat_map(files).collect();
    run("replay", &seeds, replay);
    let start = Instant::now();
    let mut random = effort::random(3);
    let (most, time) = (most(), time());
    let mut runs = 0;
    while runs < most && start.elapsed() < time {
        let original = &all[random.below(all.len() as u64) as usize];
        if let Some((changed, _)) = tests::mutation::change::certificate(original, &mut random) {
            let _ = judge(changed, Solvers::One);
            runs += 1;
        }
    }
    println!("replay: {runs} changed fields");
}

#[test]
fn contracts() {
    let seeds = [
        "(int *p, int *q, int n, long m) requires n > 0",
        "(int *p, int *q, int n, long m) requires \\valid(p + (0 .. n - 1)) && \\valid_read(q) && \\separated(p + (0 .. n - 1), q)",
        "(char *p, char *q, int n, long m) requires valid_read_string(p) && \\valid(q + (0 .. m)) && m >= 0 && n == 3",
        "(int *p, int *q, int n, long m) requires \\valid(p + (0 .. 7)) && \\separated(p + (0 .. 7), &table[0 .. 7]);",
        "(unsigned char *p, short *q, unsigned n, long m) requires 1 <= n <= 10 && m*m <= 100 && m != -0x10 && (n == 1 && m == 'a')",
    ];
    let mut seeds: Vec<Vec<u8>> = seeds.iter().map(|s| s.as_bytes().to_vec()).collect();
    seeds.extend(certificates().into_iter().filter_map(|c| Some(c.claim.precondition?.into_bytes())));
    run("contract", &seeds, contract);
}

#[test]
fn states() {
    let mut random = Inputs::seeded(5);
    let seed = |random: &mut Inputs| (0..200).map(|_| random.below(256) as u8).collect();
    let seeds: Vec<Vec<u8>> = (0..20).map(|_| seed(&mut random)).collect();
    run("merging", &seeds, merging);
}
