//! The packed form of bytes (`spec/certificate.md`, section "Packing"), a simple compression: repeated bytes are copied
//! from earlier ones.
//!
//! A proof says similar things about many states, and a module's text repeats itself as well. Bytes have exactly one
//! packed form: where a copy begins, where it copies from, and how long it is follows from the earlier bytes.

/// Length of a copy in bytes, at least: the table of places is indexed by this many bytes.
const KEY: usize = 8;
/// Number of slots of the table of places, as powers of two: one slot for every four bytes, rounded up, within these
/// limits. A small payload takes little memory, and a large one at most 4 MiB.
const SLOTS: std::ops::RangeInclusive<u32> = 8..=20;
/// Multiplier that spreads eight bytes over the table: 2^64 divided by the golden ratio, odd.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Length of a copy in bytes, at most. A copy takes at least 3 bytes in the packed form, so the packed form stands for
/// less than 342 times its own length.
const LONGEST: usize = 1024;

/// Why bytes are not a packed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpackable {
    /// The bytes end too early.
    Truncated,
    /// This many bytes are left over.
    Trailing(usize),
    /// The bytes announce this length, which is more than the limit.
    TooLarge(usize),
    /// A number is too large; or a copy is too long, or begins before the beginning.
    Malformed,
}

/// The table of places: each slot holds the last place whose eight bytes belong to it.
struct Places {
    slots: Vec<u32>,
    /// The slot of a key is its product with the factor, shifted right by this.
    shift: u32,
}

impl Places {
    /// A table for a payload of this length.
    fn new(length: usize) -> Places {
        let power = (usize::BITS - (length / 4).leading_zeros()).clamp(*SLOTS.start(), *SLOTS.end());
        Places { slots: vec![0; 1 << power], shift: u64::BITS - power }
    }

    /// Enters this place, and returns the one that was in its slot.
    fn enter(&mut self, key: [u8; KEY], place: usize) -> Option<usize> {
        let slot = (u64::from_le_bytes(key).wrapping_mul(FACTOR) >> self.shift) as usize;
        // 0 stands for "none", so places count from 1.
        let before = std::mem::replace(&mut self.slots[slot], place as u32 + 1);
        before.checked_sub(1).map(|before| before as usize)
    }
}

/// The packed form of fewer than 2^32 bytes.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut places = Places::new(bytes.len());
    let mut out = Vec::with_capacity(bytes.len() / 8);
    number(&mut out, bytes.len());
    let (mut literal, mut place) = (0, 0);
    while let Some(key) = bytes.get(place..).and_then(|rest| rest.first_chunk::<KEY>()) {
        let from = places.enter(*key, place);
        let length = from.map_or(0, |from| common(&bytes[from..], &bytes[place..]));
        let Some(from) = from.filter(|_| length >= KEY) else {
            place += 1;
            continue;
        };
        run(&mut out, &bytes[literal..place]);
        number(&mut out, place - from);
        number(&mut out, length - KEY);
        place += length;
        literal = place;
    }
    if literal < bytes.len() {
        run(&mut out, &bytes[literal..]);
    }
    out
}

/// The length of the common beginning, up to the longest copy.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take(LONGEST).take_while(|(a, b)| a == b).count()
}

/// Writes bytes literally, after their number.
fn run(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// Writes a number with seven bits in each byte, the lowest first; all bytes but the last have the highest bit set.
fn number(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The bytes, at most `limit`, that these are a packed form of. Only [`pack`] decides whether they are the canonical
/// one.
///
/// # Errors
/// They are not a packed form, or announce more bytes than the limit.
pub fn unpack(packed: &[u8], limit: usize) -> Result<Vec<u8>, Unpackable> {
    let mut rest = packed;
    let length = take_number(&mut rest)?;
    if length > limit {
        return Err(Unpackable::TooLarge(length));
    }
    let mut out = Vec::with_capacity(length.min(packed.len().saturating_mul(LONGEST / 3 + 1)));
    while out.len() < length {
        let literal = take_number(&mut rest)?;
        if literal > length - out.len() {
            return Err(Unpackable::Malformed);
        }
        out.extend_from_slice(rest.split_off(..literal).ok_or(Unpackable::Truncated)?);
        if out.len() == length {
            break;
        }
        let (distance, more) = (take_number(&mut rest)?, take_number(&mut rest)?);
        let copied = more.checked_add(KEY).filter(|copied| *copied <= LONGEST.min(length - out.len()));
        let (Some(copied), Some(from)) = (copied, out.len().checked_sub(distance).filter(|_| distance > 0)) else {
            return Err(Unpackable::Malformed);
        };
        // A copy may overlap its source.
        let end = out.len() + copied;
        while out.len() < end {
            out.extend_from_within(from..out.len().min(from + end - out.len()));
        }
    }
    if rest.is_empty() { Ok(out) } else { Err(Unpackable::Trailing(rest.len())) }
}

fn take_number(rest: &mut &[u8]) -> Result<usize, Unpackable> {
    let mut value = 0;
    for shift in (0..32).step_by(7) {
        let byte = *rest.split_off_first().ok_or(Unpackable::Truncated)?;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return usize::try_from(value).map_err(|_| Unpackable::Malformed);
        }
    }
    Err(Unpackable::Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(bytes: &[u8]) -> usize {
        let packed = pack(bytes);
        assert!(unpack(&packed, bytes.len()).as_deref() == Ok(bytes));
        packed.len()
    }

    #[test]
    fn known_forms() {
        assert_eq!(pack(b""), [0]);
        assert_eq!(pack(b"abc"), *b"\x03\x03abc");
        // "abcdefgh" again, two bytes later; the copy goes on as far as it can.
        assert_eq!(pack(b"abcdefgh--abcdefgh-!"), *b"\x14\x0aabcdefgh--\x0a\x01\x01!");
        // A copy that reaches into itself.
        assert_eq!(pack(&[7; 20]), [20, 1, 7, 1, 11]);
        let long = pack(&[7; 300]);
        assert_eq!(long, [0xAC, 2, 1, 7, 1, 0xA3, 2]);
    }

    #[test]
    fn what_is_packed_is_there_again() {
        let mut state = 1u64;
        let mut random = |limit: u64| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (state >> 33) % limit
        };
        for _ in 0..300 {
            let (length, letters) = (random(5000), random(4) + 1);
            let words: Vec<Vec<u8>> =
                (0..4).map(|_| (0..random(40)).map(|_| random(letters) as u8).collect()).collect();
            let mut text = Vec::new();
            while text.len() < length as usize {
                text.extend(&words[random(4) as usize]);
                text.push(random(256) as u8);
            }
            same(&text);
        }
        let many = b"the same line again\n".repeat(100_000);
        let length = same(&many);
        assert!(length * 200 < many.len() && length * 342 > many.len(), "{length}");
    }

    #[test]
    fn nonsense_is_refused() {
        let refused = |packed: &[u8]| unpack(packed, 1000).expect_err("refused");
        assert_eq!(refused(b""), Unpackable::Truncated);
        assert_eq!(refused(b"\x03\x03ab"), Unpackable::Truncated);
        assert_eq!(refused(b"\x03\x03abcd"), Unpackable::Trailing(1));
        assert_eq!(refused(b"\x03\x04abcd"), Unpackable::Malformed);
        // From before the beginning, from here, behind the end.
        assert_eq!(refused(&[20, 1, 7, 2, 0]), Unpackable::Malformed);
        assert_eq!(refused(&[20, 1, 7, 0, 0]), Unpackable::Malformed);
        assert_eq!(refused(&[20, 1, 7, 1, 12]), Unpackable::Malformed);
        assert_eq!(refused(&[20, 1, 7, 1]), Unpackable::Truncated);
        // Numbers of more than 35 bits.
        assert_eq!(refused(&[0xFF; 10]), Unpackable::Malformed);
        // More than the limit; a copy that is too long.
        assert_eq!(unpack(&[0xFF, 0x7F, 1], 1000), Err(Unpackable::TooLarge(0x3FFF)));
        let copied = |more: [u8; 2]| unpack(&[&[0x82, 8, 1, 7, 1], &more[..], &[1, 7]].concat(), 5000);
        assert_eq!(copied([0xF9, 7]), Err(Unpackable::Malformed));
        assert!(matches!(copied([0xF8, 7]), Ok(bytes) if bytes.len() == 1026));
    }
}
