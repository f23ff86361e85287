//! Both encodings are lossless and strict, and no bytes make them panic.

mod elsewhere;
mod generate;
mod refutations;
mod states;

use certificates::encoding::{FORMAT_VERSION, MAGIC, MAX_BYTES, MAX_PAYLOAD, seal, unseal};
use certificates::*;
use generate::certificate;
use proptest::prelude::*;
use proptest::sample::Index;

/// A small certificate that means nothing.
fn small() -> Certificate {
    Certificate {
        claim: Claim {
            module_hash: hash::sha256_hex(b"module"),
            entry: "main".to_owned(),
            precondition: None,
            properties: Properties { memory_safety: true, no_overflow: true, termination: true },
            data_model: DataModel::Lp64,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            no_builtin: false,
            contracts: vec![],
        },
        module: "module".to_owned(),
        nodes: vec![],
        steps: vec![Step::Infeasible {
            witnesses: vec![Witness::Farkas(Farkas { scale: Int(1), facts: vec![(0, Int(-7))] })],
        }],
        shapes: vec![],
        globals: vec![],
        roots: vec![Root::Covered { node: 0, instance: Instance::default(), returns: vec![] }],
        ranking: vec![],
        call: None,
        bounds: vec![],
    }
}

proptest! {
    #[test]
    fn binary_round_trip(x in certificate()) {
        let bytes = encode(&x);
        prop_assert_eq!(&encode(&x), &bytes);
        prop_assert_eq!(decode(&bytes), Ok(x));
    }

    #[test]
    fn json_round_trip(x in certificate()) {
        let text = to_json(&x);
        prop_assert_eq!(from_json(&text), Ok(x));
    }

    #[test]
    fn every_proper_prefix_is_refused(x in certificate(), at in any::<Index>()) {
        let bytes = encode(&x);
        let cut = at.index(bytes.len());
        let expected = if cut == 0 { DecodeError::NotACertificate } else { DecodeError::Truncated };
        prop_assert_eq!(decode(&bytes[..cut]), Err(expected));
    }

    #[test]
    fn trailing_bytes_are_refused(x in certificate(), more in proptest::collection::vec(any::<u8>(), 1..5)) {
        let mut bytes = encode(&x);
        bytes.extend(&more);
        prop_assert_eq!(decode(&bytes), Err(DecodeError::Trailing { bytes: more.len() }));
    }

    /// Whatever is accepted has exactly one encoding.
    #[test]
    fn mutations_never_panic(
        x in certificate(),
        edits in proptest::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = encode(&x);
        for (at, value) in edits {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok(y) = decode(&bytes) {
            prop_assert_eq!(encode(&y), bytes);
        }
    }

    /// The same for changes of what is packed.
    #[test]
    fn mutated_payloads_never_panic(
        x in certificate(),
        edits in proptest::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let mut payload = unseal(&encode(&x)).expect("its own file");
        for (at, value) in edits {
            let at = at.index(payload.len());
            payload[at] = value;
        }
        let bytes = seal(&payload);
        prop_assert_eq!(unseal(&bytes), Ok(payload));
        if let Ok(y) = decode(&bytes) {
            prop_assert_eq!(encode(&y), bytes);
        }
    }

    #[test]
    fn prefixes_of_payloads_are_refused(x in certificate(), at in any::<Index>()) {
        let payload = unseal(&encode(&x)).expect("its own file");
        let cut = at.index(payload.len());
        prop_assert_eq!(decode(&seal(&payload[..cut])), Err(DecodeError::Truncated));
    }

    #[test]
    fn random_payloads_never_panic(payload in proptest::collection::vec(any::<u8>(), 0..200)) {
        let header = [MAGIC.as_slice(), &FORMAT_VERSION.to_le_bytes()].concat();
        for bytes in [seal(&payload), [header, payload].concat()] {
            if let Ok(y) = decode(&bytes) {
                prop_assert_eq!(encode(&y), bytes);
            }
        }
    }

    #[test]
    fn random_bytes_are_not_a_certificate(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        prop_assert!(decode(&bytes).is_err());
    }

    #[test]
    fn mutated_json_never_panics(x in certificate(), at in any::<Index>(), with in any::<char>()) {
        let mut text: Vec<char> = to_json(&x).chars().collect();
        let at = at.index(text.len());
        text[at] = with;
        let _ = from_json(&text.into_iter().collect::<String>());
    }
}

#[test]
fn header_is_checked() {
    let good = encode(&small());
    assert_eq!(&good[..12], b"HALTCERT\x17\0\0\0");
    let mut newer = good.clone();
    newer[8] = 24;
    assert_eq!(decode(&newer), Err(DecodeError::NewerVersion { found: 24, supported: 23 }));
    let mut older = good.clone();
    older[8] = 1;
    assert_eq!(decode(&older), Err(DecodeError::OlderVersion { found: 1, supported: 23 }));
    let mut none = good.clone();
    none[8] = 0;
    assert!(matches!(decode(&none), Err(DecodeError::Malformed(_))));
    let mut other = good;
    other[0] = b'X';
    assert_eq!(decode(&other), Err(DecodeError::NotACertificate));
    assert_eq!(decode(b""), Err(DecodeError::NotACertificate));
    assert_eq!(decode(b"HALT"), Err(DecodeError::Truncated));
    assert_eq!(decode(b"HALTCERT\x04"), Err(DecodeError::Truncated));
}

#[test]
fn too_large_is_refused_before_reading() {
    let bytes = vec![0; MAX_BYTES + 1];
    assert_eq!(decode(&bytes), Err(DecodeError::TooLarge { bytes: MAX_BYTES + 1, limit: MAX_BYTES }));
}

/// The module is about as large as an input may be: the memory limit must not refuse it.
#[test]
fn large_honest_certificates_are_read() {
    for size in [1 << 10, 1 << 13, 1 << 16, 1 << 19, 1 << 22, 10 << 20] {
        let mut x = small();
        x.module = "x".repeat(size);
        assert_eq!(decode(&encode(&x)).as_ref(), Ok(&x));
        x.module.clear();
        // Integers of one byte are those that count most against the memory limit.
        x.steps = vec![Step::Infeasible {
            witnesses: vec![Witness::Farkas(Farkas { scale: Int(1), facts: vec![(0, Int(1)); size / 2] })],
        }];
        assert_eq!(decode(&encode(&x)).as_ref(), Ok(&x));
    }
}

/// A payload that is larger than allowed, and one that only says that it is large.
#[test]
fn payloads_are_limited() {
    let claims = |length: &[u8]| {
        let mut bytes = seal(b"")[..12].to_vec();
        bytes.extend(length);
        bytes
    };
    assert_eq!(decode(&claims(&[0x81, 0x80, 0x80, 0x40])), Err(DecodeError::Expands { bytes: MAX_PAYLOAD + 1 }));
    assert_eq!(decode(&claims(&[0x80, 0x80, 0x80, 0x40])), Err(DecodeError::Truncated));
}

/// The packed form that copies nothing is one as well, but not the one.
#[test]
fn another_packed_form_is_not_canonical() {
    let good = encode(&small());
    let payload = unseal(&good).expect("its own file");
    assert!(payload.len() < 0x4000);
    let number = |n: usize| [n as u8 | 0x80, (n >> 7) as u8];
    let plain = [&good[..12], &number(payload.len()), &number(payload.len()), &payload].concat();
    assert_ne!(plain, good);
    assert_eq!(decode(&plain), Err(DecodeError::NotCanonical));
}

/// The same number in a longer form.
#[test]
fn a_longer_encoding_is_not_canonical() {
    let good = unseal(&encode(&small())).expect("its own file");
    // The first byte of the payload is the length of the hash: 64 becomes (251, 64, 0).
    assert_eq!(good[0], 64);
    let longer = [&[251, 64, 0], &good[1..]].concat();
    assert_eq!(decode(&seal(&longer)), Err(DecodeError::NotCanonical));
}

/// A length of 2^60 in a file of a few bytes.
#[test]
fn hostile_lengths_are_truncation() {
    let payload = [[253].as_slice(), &(1u64 << 60).to_le_bytes(), b"abc"].concat();
    assert_eq!(decode(&seal(&payload)), Err(DecodeError::Truncated));
}

#[test]
fn text_that_is_not_utf8_is_malformed() {
    let mut payload = unseal(&encode(&small())).expect("its own file");
    payload[1] = 0xFF;
    assert!(matches!(decode(&seal(&payload)), Err(DecodeError::Malformed(_))));
}

/// Equal terms are read once; a change of one leaves the others alone.
#[test]
fn equal_terms_share_their_memory() {
    let atom = || Atom { rel: Rel::Le, term: vec![(Monomial(vec![0, 1]), Int(5))].into() };
    let mut x = small();
    x.steps = vec![Step::Ghost { ghost: Ghost::Assert(atom()), next: 0, witnesses: vec![] }; 2];
    let mut read = decode(&encode(&x)).expect("its own bytes");
    let term = |x: &Certificate, place: usize| match &x.steps[place] {
        Step::Ghost { ghost: Ghost::Assert(atom), .. } => atom.term.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(term(&read, 0).0.address(), term(&read, 1).0.address());
    if let Step::Ghost { ghost: Ghost::Assert(atom), .. } = &mut read.steps[0] {
        atom.term.0.clear();
    }
    assert_eq!((term(&read, 0).0.len(), term(&read, 1)), (0, atom().term));
}

fn json_error(from: &str, to: &str) -> String {
    let text = to_json(&small());
    assert!(text.contains(from), "{from} is not in {text}");
    from_json(&text.replacen(from, to, 1)).expect_err(to).0
}

#[test]
fn json_is_strict() {
    assert!(json_error("\"node\": 0", "\"node\": 0, \"node\": 0").contains("duplicate field"));
    assert!(json_error("\"node\": 0", "\"node\": 0, \"leaf\": 0").contains("unknown field"));
    assert!(json_error("\"node\": 0,", "").contains("missing field"));
    assert!(json_error("\"node\": 0", "\"node\": -1").contains("invalid value"));
    assert!(json_error("\"-7\"", "-7").contains("invalid type"));
    for other in ["-07", "+7", "", "7.0", "-0", " 7"] {
        json_error("\"-7\"", &format!("\"{other}\""));
    }
    assert!(from_json(&format!("{} {{}}", to_json(&small()))).expect_err("trailing").0.contains("trailing"));
    assert!(from_json(&"[".repeat(100_000)).is_err());
    assert!(from_json(&format!("{{\"claim\":{}", "[".repeat(100_000))).is_err());
}

/// An integer may be written with escapes: it is the string that counts.
#[test]
fn json_integers_may_be_escaped() {
    let text = to_json(&small()).replacen("\"-7\"", "\"\\u002d7\"", 1);
    assert_eq!(from_json(&text), Ok(small()));
}

#[test]
fn json_keeps_short_brackets_on_one_line() {
    let text = to_json(&small());
    assert!(text.contains("\"facts\": [[0, \"-7\"]]"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 130), "{text}");
}

/// The first test vector of the format: the page tells readers to start with it.
#[test]
fn the_empty_vector_is_as_published() {
    let vectors = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors");
    let text = std::fs::read_to_string(vectors.join("empty.json")).expect("vector");
    let bytes = std::fs::read(vectors.join("empty.cert")).expect("vector");
    let certificate = from_json(&text).expect("JSON");
    assert_eq!(to_json(&certificate), text);
    assert_eq!(encode(&certificate), bytes);
    assert_eq!(decode(&bytes), Ok(certificate));
}

/// The specification names the version that is written, and says what is new in it.
#[test]
fn specification_has_this_version() {
    let page = include_str!("../../../spec/certificate.md");
    let version = format!("format version, unsigned, little endian: {FORMAT_VERSION}\n");
    assert!(page.contains(&version), "spec/certificate.md, section Bytes, should say {FORMAT_VERSION}");
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let new = format!("version {FORMAT_VERSION} ");
    let (_, history) = words.split_once("## changing the format").expect("section");
    assert!(
        history.contains(&new),
        "spec/certificate.md, Changing the format, should say what version {FORMAT_VERSION} has"
    );
}
