//! The strict binary form of a certificate (`spec/certificate.md`, section "Bytes").
//!
//! ```text
//! "HALTCERT"      8 bytes
//! format version  4 bytes, little endian
//! packed payload  see `packing.rs`; the payload is bincode 2, little endian, variable-length integers
//! ```
//!
//! Exactly one byte string stands for a certificate: what does not re-encode to itself is refused.
//! The types are flat, so neither direction recurses deeper than the types are nested.

use crate::Certificate;
use crate::budget::{Budget, Counted, EXHAUSTED};
use crate::packing::{Unpackable, pack, unpack};
use crate::sharing::sharing;
use bincode::config::{Configuration, Limit};
use bincode::enc::write::Writer;
use bincode::error::{DecodeError as Inner, EncodeError};
use std::marker::PhantomData;

/// The first bytes of every certificate.
pub const MAGIC: &[u8; 8] = b"HALTCERT";

/// The format that this crate reads and writes.
pub const FORMAT_VERSION: u32 = 6;

/// The largest input that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The largest payload that is read, in bytes. It is at most 342 times as large as the file (`packing.rs`).
pub const MAX_PAYLOAD: usize = 128 << 20;

/// What the lists of a certificate may take in memory, in bytes: equal terms once. A payload of parts that are much
/// larger in memory may have less (`budget.rs`).
pub const MAX_MEMORY: usize = 512 << 20;

/// Why bytes are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The file does not begin with `HALTCERT`.
    NotACertificate,
    /// A later format than this program knows.
    NewerVersion { found: u32, supported: u32 },
    /// A format that this program no longer knows.
    OlderVersion { found: u32, supported: u32 },
    /// More than [`MAX_BYTES`].
    TooLarge { bytes: usize, limit: usize },
    /// The payload is larger than [`MAX_PAYLOAD`].
    Expands { bytes: usize },
    /// The file ends too early, or a length in it promises more than the file holds.
    Truncated,
    /// Bytes follow the certificate.
    Trailing { bytes: usize },
    /// The bytes mean a certificate that is written differently.
    NotCanonical,
    /// The lists would take more than [`MAX_MEMORY`], or much more than the file's other parts explain.
    TooManyParts,
    /// Some part has no meaning (what the decoder says).
    Malformed(String),
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotACertificate => write!(f, "not a Haltcert certificate"),
            Self::NewerVersion { found, supported } => {
                write!(f, "certificate of format version {found}; this program reads up to version {supported}")
            }
            Self::OlderVersion { found, supported } => {
                write!(f, "certificate of format version {found}; this program reads version {supported}: prove again")
            }
            Self::TooLarge { bytes, limit } => {
                write!(f, "certificate of {bytes} bytes; the limit is {limit}")
            }
            Self::Expands { bytes } => {
                write!(f, "certificate that unpacks to {bytes} bytes; the limit is {MAX_PAYLOAD}")
            }
            Self::Truncated => write!(f, "certificate is truncated"),
            Self::Trailing { bytes } => write!(f, "{bytes} bytes follow the certificate"),
            Self::NotCanonical => write!(f, "certificate is not in its canonical encoding"),
            Self::TooManyParts => write!(
                f,
                "certificate of too many parts: its lists would take more than {} MiB, or far more than its size explains",
                MAX_MEMORY >> 20
            ),
            Self::Malformed(detail) => write!(f, "certificate is malformed: {detail}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// The bytes of a certificate; the same certificate always gives the same bytes.
pub fn encode(certificate: &Certificate) -> Vec<u8> {
    let mut out = Collect(Vec::with_capacity(certificate.module.len()));
    // Encoding fails only in the writer (this one never does), for sequences of unknown length
    // and for types that are not in a certificate; the round-trip tests cover every type.
    bincode::serde::encode_into_writer(certificate, &mut out, bincode::config::standard())
        .expect("plain data with known lengths is written to memory");
    seal(&out.0)
}

/// The file with this payload, whatever it means.
pub fn seal(payload: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &FORMAT_VERSION.to_le_bytes(), &pack(payload)].concat()
}

/// The payload of a file, whatever it means. Only one file has it.
///
/// # Errors
/// The file does not begin like a certificate of this format, or is not packed as [`seal`] does it.
pub fn unseal(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let packed = packed(bytes)?;
    let payload = unpacked(packed)?;
    if pack(&payload) == packed { Ok(payload) } else { Err(DecodeError::NotCanonical) }
}

/// The payload, however it is packed.
fn unpacked(packed: &[u8]) -> Result<Vec<u8>, DecodeError> {
    unpack(packed, MAX_PAYLOAD).map_err(|error| match error {
        Unpackable::Truncated => DecodeError::Truncated,
        Unpackable::Trailing(bytes) => DecodeError::Trailing { bytes },
        Unpackable::TooLarge(bytes) => DecodeError::Expands { bytes },
        Unpackable::Malformed => DecodeError::Malformed("a number or a copy has no meaning".to_owned()),
    })
}

/// The certificate that these bytes are the one encoding of.
pub fn decode(bytes: &[u8]) -> Result<Certificate, DecodeError> {
    let packed = packed(bytes)?;
    let payload = unpacked(packed)?;
    let (mut certificate, read) = sharing(|| decode_payload(&payload)).map_err(|error| match error {
        // The limit is above what an input of this length can legally claim (`decode_payload`).
        Inner::UnexpectedEnd { .. } | Inner::LimitExceeded => DecodeError::Truncated,
        Inner::OtherString(text) if text == EXHAUSTED => DecodeError::TooManyParts,
        other => DecodeError::Malformed(other.to_string()),
    })?;
    if read < payload.len() {
        return Err(DecodeError::Trailing { bytes: payload.len() - read });
    }
    let mut same = Compare { expected: &payload, equal: true };
    let written = bincode::serde::encode_into_writer(&certificate, &mut same, bincode::config::standard());
    if written.is_err() || !same.equal || !same.expected.is_empty() || pack(&payload) != packed {
        return Err(DecodeError::NotCanonical);
    }
    // The longest list has grown while it was read.
    certificate.steps.shrink_to_fit();
    Ok(certificate)
}

/// Checks everything before the packed payload.
fn packed(bytes: &[u8]) -> Result<&[u8], DecodeError> {
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES });
    }
    let Some(after_magic) = bytes.strip_prefix(MAGIC.as_slice()) else {
        let cut = !bytes.is_empty() && MAGIC.starts_with(bytes);
        return Err(if cut { DecodeError::Truncated } else { DecodeError::NotACertificate });
    };
    let Some((version, packed)) = after_magic.split_first_chunk::<4>() else {
        return Err(DecodeError::Truncated);
    };
    match u32::from_le_bytes(*version) {
        FORMAT_VERSION => Ok(packed),
        0 => Err(DecodeError::Malformed("there is no format version 0".to_owned())),
        found if found < FORMAT_VERSION => Err(DecodeError::OlderVersion { found, supported: FORMAT_VERSION }),
        found => Err(DecodeError::NewerVersion { found, supported: FORMAT_VERSION }),
    }
}

/// Decodes with the smallest limit that every honest input of this length keeps.
///
/// bincode counts the size in memory of what it reads: at most 16 bytes (a 128-bit integer) for one
/// byte of input. It allocates a string before it reads it, so a false length costs at most the
/// limit; for other sequences serde reserves at most 1 MiB ahead of the elements that are there, and the
/// [`Budget`] bounds what these take.
fn decode_payload(payload: &[u8]) -> Result<(Certificate, usize), Inner> {
    fn with<const LIMIT: usize>(payload: &[u8]) -> Result<(Certificate, usize), Inner> {
        let config: Configuration<_, _, Limit<LIMIT>> = bincode::config::standard().with_limit::<LIMIT>();
        let budget = Budget::new(MAX_MEMORY);
        let seed = Counted::new(PhantomData::<Certificate>, &budget);
        bincode::serde::seed_decode_from_slice(seed, payload, config)
    }
    match payload.len() {
        ..=0x400 => with::<0x4000>(payload),
        0x401..=0x2000 => with::<0x2_0000>(payload),
        0x2001..=0x1_0000 => with::<0x10_0000>(payload),
        0x1_0001..=0x8_0000 => with::<0x80_0000>(payload),
        0x8_0001..=0x40_0000 => with::<0x400_0000>(payload),
        0x40_0001..=0x400_0000 => with::<0x4000_0000>(payload),
        _ => with::<{ 16 * MAX_PAYLOAD }>(payload),
    }
}

struct Collect(Vec<u8>);

impl Writer for Collect {
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// Compares what is written with what was read, without a second copy.
struct Compare<'a> {
    expected: &'a [u8],
    equal: bool,
}

impl Writer for Compare<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match self.expected.strip_prefix(bytes) {
            Some(rest) => self.expected = rest,
            None => self.equal = false,
        }
        Ok(())
    }
}
