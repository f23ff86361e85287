//! The same of refutations: lossless, strict, no panic, and never a certificate.

use crate::generate::{certificate, refutation};
use certificates::encoding::{FORMAT_VERSION, REFUTATION_MAGIC, seal, seal_refutation, unseal, unseal_refutation};
use certificates::*;
use proptest::prelude::*;
use proptest::sample::Index;

proptest! {
    #[test]
    fn both_round_trips(x in refutation()) {
        let bytes = encode_refutation(&x);
        prop_assert_eq!(&bytes[..8], b"HALTREFU");
        prop_assert_eq!(decode_refutation(&bytes), Ok(x.clone()));
        prop_assert_eq!(refutation_from_json(&refutation_to_json(&x)), Ok(x));
    }

    #[test]
    fn neither_kind_is_the_other(x in refutation(), y in certificate()) {
        let (refutation, proof) = (encode_refutation(&x), encode(&y));
        prop_assert_eq!(decode(&refutation), Err(DecodeError::Refutation));
        prop_assert_eq!(decode_refutation(&proof), Err(DecodeError::Proof));
        prop_assert_eq!(unseal(&refutation), Err(DecodeError::Refutation));
        prop_assert_eq!(unseal_refutation(&proof), Err(DecodeError::Proof));
        prop_assert!(from_json(&refutation_to_json(&x)).is_err());
        prop_assert!(refutation_from_json(&to_json(&y)).is_err());
        // What is inside is not the other kind's either.
        let payload = unseal_refutation(&refutation).expect("its own file");
        prop_assert!(decode(&seal(&payload)).is_err());
        let payload = unseal(&proof).expect("its own file");
        prop_assert!(decode_refutation(&seal_refutation(&payload)).is_err());
    }

    #[test]
    fn every_proper_prefix_is_refused(x in refutation(), at in any::<Index>()) {
        let bytes = encode_refutation(&x);
        let cut = at.index(bytes.len());
        let expected = if cut == 0 { DecodeError::NotACertificate } else { DecodeError::Truncated };
        prop_assert_eq!(decode_refutation(&bytes[..cut]), Err(expected));
    }

    #[test]
    fn trailing_bytes_are_refused(x in refutation(), more in proptest::collection::vec(any::<u8>(), 1..5)) {
        let mut bytes = encode_refutation(&x);
        bytes.extend(&more);
        prop_assert_eq!(decode_refutation(&bytes), Err(DecodeError::Trailing { bytes: more.len() }));
    }

    /// Whatever is accepted has exactly one encoding.
    #[test]
    fn mutations_never_panic(
        x in refutation(),
        edits in proptest::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = encode_refutation(&x);
        let mut payload = unseal_refutation(&bytes).expect("its own file");
        for (at, value) in edits {
            let place = at.index(bytes.len());
            bytes[place] = value;
            let place = at.index(payload.len());
            payload[place] = value;
        }
        for bytes in [bytes, seal_refutation(&payload)] {
            if let Ok(y) = decode_refutation(&bytes) {
                prop_assert_eq!(encode_refutation(&y), bytes);
            }
        }
    }

    #[test]
    fn random_payloads_never_panic(payload in proptest::collection::vec(any::<u8>(), 0..200)) {
        let bytes = seal_refutation(&payload);
        prop_assert_eq!(&bytes[..12], [REFUTATION_MAGIC.as_slice(), &FORMAT_VERSION.to_le_bytes()].concat());
        if let Ok(y) = decode_refutation(&bytes) {
            prop_assert_eq!(encode_refutation(&y), bytes);
        }
    }
}

/// Choices are small in a file: a long run is read within the limits of memory.
#[test]
fn long_runs_are_read() {
    let claim = Claim {
        module_hash: hash::sha256_hex(b""),
        entry: "main".into(),
        precondition: None,
        properties: Properties { memory_safety: true, no_overflow: false, termination: false },
        data_model: DataModel::Lp64,
        overflow: Overflow::Error,
        malloc_may_fail: false,
        no_builtin: false,
        contracts: vec![],
    };
    let byte = |place: u64| Choice::Byte((place.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8);
    let choices = (0..1_000_000).map(byte).collect();
    let x = Refutation { claim, module: String::new(), call: None, choices, ending: Ending::Error { steps: 1 } };
    assert_eq!(decode_refutation(&encode_refutation(&x)), Ok(x));
}
