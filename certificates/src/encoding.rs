//! The strict binary form of a certificate and of a refutation (`spec/certificate.md`, section "Bytes").
//!
//! ```text
//! "HALTCERT"      8 bytes; "HALTREFU" of a refutation
//! format version  4 bytes, little endian
//! packed payload  see `packing.rs`; the payload is bincode 2, little endian, variable-length integers
//! ```
//!
//! Exactly one byte string stands for a certificate: a file that is not the encoding of its content is refused. What is
//! said here about certificates also holds for refutations. The types are flat, so neither direction recurses deeper
//! than the types are nested.

use crate::budget::{Budget, Counted, EXHAUSTED};
use crate::packing::{Unpackable, pack, unpack};
use crate::sharing::sharing;
use crate::{Certificate, Refutation};
use bincode::config::{Configuration, Limit};
use bincode::enc::write::Writer;
use bincode::error::{DecodeError as Inner, EncodeError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;

/// The first bytes of every certificate.
pub const MAGIC: &[u8; 8] = b"HALTCERT";

/// The first bytes of every refutation. They differ from a certificate's, so that nobody takes a refutation for a
/// proof.
pub const REFUTATION_MAGIC: &[u8; 8] = b"HALTREFU";

/// The content of a whole file.
trait Document: Serialize + DeserializeOwned {
    /// The first bytes of its files.
    const MAGIC: &[u8; 8];

    /// Returns memory that lists reserved while they grew.
    fn shrink(&mut self) {}
}

impl Document for Certificate {
    const MAGIC: &[u8; 8] = MAGIC;

    fn shrink(&mut self) {
        // The longest list.
        self.steps.shrink_to_fit();
    }
}

impl Document for Refutation {
    const MAGIC: &[u8; 8] = REFUTATION_MAGIC;

    fn shrink(&mut self) {
        if let crate::Ending::Closed { graph, .. } = &mut self.ending {
            graph.steps.shrink_to_fit();
        }
    }
}

/// The format that this crate reads and writes.
pub const FORMAT_VERSION: u32 = 23;

/// The largest input that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// The largest payload that is read, in bytes. It is at most 342 times as large as the file (`packing.rs`).
pub const MAX_PAYLOAD: usize = 128 << 20;

/// Memory for the lists of a certificate, in bytes, at most; equal terms count once. A payload whose parts are much
/// larger in memory gets less (`budget.rs`).
pub const MAX_MEMORY: usize = 512 << 20;

/// Why bytes are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields count what the variant speaks of")]
pub enum DecodeError {
    /// The file does not begin like a file of Haltcert.
    NotACertificate,
    /// A certificate is expected, and the file is a refutation.
    Refutation,
    /// A refutation is expected, and the file is a certificate.
    Proof,
    /// A newer format than this program knows.
    NewerVersion { found: u32, supported: u32 },
    /// An older format, which this program no longer reads.
    OlderVersion { found: u32, supported: u32 },
    /// More than [`MAX_BYTES`].
    TooLarge { bytes: usize, limit: usize },
    /// The payload is larger than [`MAX_PAYLOAD`].
    Expands { bytes: usize },
    /// The file ends too early, or a length in it is larger than the file.
    Truncated,
    /// Bytes follow the certificate.
    Trailing { bytes: usize },
    /// The bytes are a valid form of a certificate, but not the canonical one.
    NotCanonical,
    /// The lists would take more than [`MAX_MEMORY`], or much more than the rest of the file justifies.
    TooManyParts,
    /// Some part has no meaning; the message is the decoder's.
    Malformed(String),
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotACertificate => write!(f, "not a Haltcert certificate"),
            Self::Refutation => write!(f, "a refutation, not a proof: it shows that a property does not hold"),
            Self::Proof => write!(f, "a proof, not a refutation: it shows that properties hold"),
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
    file(certificate, certificate.module.len())
}

/// The bytes of a refutation; the same refutation always gives the same bytes.
pub fn encode_refutation(refutation: &Refutation) -> Vec<u8> {
    file(refutation, refutation.module.len())
}

/// The file with this content; `about` is a guess of its length.
fn file<T: Document>(content: &T, about: usize) -> Vec<u8> {
    let mut out = Collect(Vec::with_capacity(about));
    // Encoding fails only in the writer (this one never does), for sequences of unknown length
    // and for types that are not in a certificate; the round-trip tests cover every type.
    bincode::serde::encode_into_writer(content, &mut out, bincode::config::standard())
        .expect("plain data with known lengths is written to memory");
    sealed(T::MAGIC, &out.0)
}

/// A certificate file with this payload, whether or not the payload means something.
pub fn seal(payload: &[u8]) -> Vec<u8> {
    sealed(MAGIC, payload)
}

/// A refutation file with this payload, whether or not the payload means something.
pub fn seal_refutation(payload: &[u8]) -> Vec<u8> {
    sealed(REFUTATION_MAGIC, payload)
}

fn sealed(magic: &[u8; 8], payload: &[u8]) -> Vec<u8> {
    [magic.as_slice(), &FORMAT_VERSION.to_le_bytes(), &pack(payload)].concat()
}

/// The payload of a certificate file, whether or not it means something. Only one file has this payload.
///
/// # Errors
/// The file does not begin like a certificate of this format, or is not packed as [`seal`] packs it.
pub fn unseal(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    unsealed::<Certificate>(bytes)
}

/// The payload of a refutation, as [`unseal`].
///
/// # Errors
/// The file does not begin like a refutation of this format, or is not packed as [`seal_refutation`] packs it.
pub fn unseal_refutation(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    unsealed::<Refutation>(bytes)
}

fn unsealed<T: Document>(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let packed = packed::<T>(bytes)?;
    let payload = unpacked(packed)?;
    if pack(&payload) == packed { Ok(payload) } else { Err(DecodeError::NotCanonical) }
}

/// The payload, without checking that it is packed canonically.
fn unpacked(packed: &[u8]) -> Result<Vec<u8>, DecodeError> {
    unpack(packed, MAX_PAYLOAD).map_err(|error| match error {
        Unpackable::Truncated => DecodeError::Truncated,
        Unpackable::Trailing(bytes) => DecodeError::Trailing { bytes },
        Unpackable::TooLarge(bytes) => DecodeError::Expands { bytes },
        Unpackable::Malformed => DecodeError::Malformed("a number or a copy has no meaning".to_owned()),
    })
}

/// The certificate whose only encoding these bytes are.
pub fn decode(bytes: &[u8]) -> Result<Certificate, DecodeError> {
    content(bytes)
}

/// The refutation whose only encoding these bytes are.
pub fn decode_refutation(bytes: &[u8]) -> Result<Refutation, DecodeError> {
    content(bytes)
}

fn content<T: Document>(bytes: &[u8]) -> Result<T, DecodeError> {
    let packed = packed::<T>(bytes)?;
    let payload = unpacked(packed)?;
    let (mut content, read) = sharing(|| decode_payload::<T>(&payload)).map_err(|error| match error {
        // The limit is larger than what an input of this length can claim (`decode_payload`).
        Inner::UnexpectedEnd { .. } | Inner::LimitExceeded => DecodeError::Truncated,
        Inner::OtherString(text) if text == EXHAUSTED => DecodeError::TooManyParts,
        other => DecodeError::Malformed(other.to_string()),
    })?;
    if read < payload.len() {
        return Err(DecodeError::Trailing { bytes: payload.len() - read });
    }
    let mut same = Compare { expected: &payload, equal: true };
    let written = bincode::serde::encode_into_writer(&content, &mut same, bincode::config::standard());
    if written.is_err() || !same.equal || !same.expected.is_empty() || pack(&payload) != packed {
        return Err(DecodeError::NotCanonical);
    }
    content.shrink();
    Ok(content)
}

/// Checks everything before the packed payload, and returns the packed payload.
fn packed<T: Document>(bytes: &[u8]) -> Result<&[u8], DecodeError> {
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES });
    }
    let Some(after_magic) = bytes.strip_prefix(T::MAGIC.as_slice()) else {
        let cut = !bytes.is_empty() && T::MAGIC.starts_with(bytes);
        return Err(match () {
            () if cut => DecodeError::Truncated,
            () if bytes.starts_with(MAGIC) => DecodeError::Proof,
            () if bytes.starts_with(REFUTATION_MAGIC) => DecodeError::Refutation,
            () => DecodeError::NotACertificate,
        });
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

/// Decodes with the smallest limit that no honest input of this length exceeds.
///
/// bincode counts the size in memory of what it reads: at most 16 bytes (a 128-bit integer) for one byte of input. It
/// allocates a string before it reads it, so a false length costs at most the limit. For other sequences serde reserves
/// at most 1 MiB before it has read the elements, and the [`Budget`] bounds what the elements take.
fn decode_payload<T: Document>(payload: &[u8]) -> Result<(T, usize), Inner> {
    fn with<T: Document, const LIMIT: usize>(payload: &[u8]) -> Result<(T, usize), Inner> {
        let config: Configuration<_, _, Limit<LIMIT>> = bincode::config::standard().with_limit::<LIMIT>();
        let budget = Budget::new(MAX_MEMORY);
        let seed = Counted::new(PhantomData::<T>, &budget);
        bincode::serde::seed_decode_from_slice(seed, payload, config)
    }
    match payload.len() {
        ..=0x400 => with::<T, 0x4000>(payload),
        0x401..=0x2000 => with::<T, 0x2_0000>(payload),
        0x2001..=0x1_0000 => with::<T, 0x10_0000>(payload),
        0x1_0001..=0x8_0000 => with::<T, 0x80_0000>(payload),
        0x8_0001..=0x40_0000 => with::<T, 0x400_0000>(payload),
        0x40_0001..=0x400_0000 => with::<T, 0x4000_0000>(payload),
        _ => with::<T, { 16 * MAX_PAYLOAD }>(payload),
    }
}

struct Collect(Vec<u8>);

impl Writer for Collect {
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// A writer that compares what is written with what was read, without a second copy.
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
