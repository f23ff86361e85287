//! What haltcheck does with untrusted input, and the prover with states, as functions of bytes: they do not panic, they
//! terminate, and they assert what can be asserted. The fuzz targets in `fuzz/` and a bounded run
//! (`tests/tests/fuzz.rs`) call them.

use crate::interpreter::Inputs;
use certificates::encoding::seal;
use certificates::{Certificate, decode, encode, from_json, hash, to_json};
use checker::decide::entail::Solvers;
use checker::{Expectation, Verdict, check};
use prover::laws::Laws;

/// A file, and the one with this payload.
fn files(bytes: &[u8]) -> [Vec<u8>; 2] {
    [bytes.to_vec(), seal(bytes)]
}

/// Bytes of a certificate, or its payload: what is read has exactly these bytes, and its JSON is read back.
///
/// # Panics
/// When one of this does not hold.
pub fn decoding(bytes: &[u8]) {
    for file in files(bytes) {
        let Ok(certificate) = decode(&file) else { continue };
        assert_eq!(encode(&certificate), file, "two encodings of one certificate");
        let json = to_json(&certificate);
        assert_eq!(from_json(&json).as_ref(), Ok(&certificate), "JSON loses something");
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(certificate) = from_json(text)
    {
        assert_eq!(decode(&encode(&certificate)), Ok(certificate), "bytes lose something");
    }
}

/// Text of a module.
pub fn module(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = checker::reader::read(text);
    }
}

/// A certificate or its payload, whose hash is put right so that its module is read and its trees are replayed. No solver is asked: it
/// would take most of the time.
pub fn replay(bytes: &[u8]) {
    for certificate in files(bytes).iter().filter_map(|file| decode(file).ok()) {
        let _ = judge(certificate, Solvers::Nobody);
    }
}

/// A certificate with one field changed at random, as bytes; `None` if the bytes are no certificate. Bytes that are
/// changed blindly seldom decode, so the fuzz target `replay` mutates like this.
pub fn mutate_fields(bytes: &[u8], seed: u32) -> Option<Vec<u8>> {
    let certificate = decode(bytes).ok()?;
    let mut random = Inputs::seeded(u64::from(seed));
    let changes = (0..8).find_map(|_| crate::mutation::change::certificate(&certificate, &mut random));
    changes.map(|(changed, _)| encode(&changed))
}

/// The verdict on a certificate for who expects what it claims, of calls or none, its hash put right.
pub fn judge(mut certificate: Certificate, solvers: Solvers) -> Verdict {
    certificate.claim.module_hash = hash::sha256_hex(certificate.module.as_bytes());
    let expected = Expectation { solvers, allow_vacuous: true, ..Expectation::of(&certificate.claim) };
    check(&certificate.module, &encode(&certificate), &expected)
}

/// A module with a function that contracts can say much about.
pub const CONTRACT_MODULE: &str = "\
target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
@table = global [8 x i32] zeroinitializer
define i32 @f(ptr %p, ptr %q, i32 %n, i64 %m) {
  ret i32 0
}
";

/// Text of a contract: for a claim about `f(p, q, n, m)`.
pub fn contract(bytes: &[u8]) {
    use certificates::Root;
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let same = checker::contract::same(text, text);
    assert_eq!(same, checker::contract::tokens::tokens(text).is_ok(), "a contract is itself");
    let _ = checker::contract::printable(text);
    let mut certificate = crate::sample::about(CONTRACT_MODULE);
    certificate.claim.entry = "f".to_owned();
    certificate.claim.precondition = Some(text.to_owned());
    certificate.globals = vec!["table".to_owned()];
    certificate.roots = vec![Root::Infeasible { witnesses: vec![] }];
    certificate.claim.module_hash = hash::sha256_hex(certificate.module.as_bytes());
    let expected = Expectation { solvers: Solvers::Nobody, ..Expectation::of(&certificate.claim) };
    let verdict = check(&certificate.module, &encode(&certificate), &expected);
    // Nothing is proved here; a contract that no call satisfies is refused.
    assert!(!matches!(verdict, Verdict::Valid(_)), "VALID without a proof: {text}");
}

/// Bytes that choose states: what the prover takes for true of these the checker does not refute.
///
/// # Panics
/// When it does.
pub fn merging(bytes: &[u8]) {
    thread_local! {
        static LAWS: Laws = Laws::new();
    }
    for claim in LAWS.with(|laws| laws.tried(bytes)).claims {
        let verdict = judge(claim.certificate, Solvers::Nobody);
        assert!(matches!(verdict, Verdict::Valid(_) | Verdict::Undecided(_)), "{verdict:?}\n{}", claim.about);
    }
}

/// Changes bytes at random: single ones, numbers at the limits, pieces removed, doubled, or taken from another input.
pub fn mutate(bytes: &[u8], other: &[u8], random: &mut Inputs) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(out.len() as u64 + 1) as usize;
        let end = (at + 1 + random.below(24) as usize).min(out.len());
        match random.below(7) {
            0 | 1 if at < out.len() => out[at] = random.below(256) as u8,
            2 if at < out.len() => {
                const LIMITS: [u8; 9] = [0, 1, 127, 128, 250, 251, 252, 253, 255];
                out[at] = LIMITS[random.below(LIMITS.len() as u64) as usize];
            }
            3 if at < end => drop(out.drain(at..end)),
            4 if at < end => {
                let piece = out[at..end].to_vec();
                out.splice(at..at, piece);
            }
            5 if !other.is_empty() => {
                let from = random.below(other.len() as u64) as usize;
                let to = (from + 1 + random.below(40) as usize).min(other.len());
                out.splice(at..end.max(at), other[from..to].iter().copied());
            }
            6 if random.below(8) == 0 => out.truncate(at),
            _ => {}
        }
    }
    out
}
