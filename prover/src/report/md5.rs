//! MD5 (RFC 1321), by which debug information knows source files. It tells one version of a file from another; nothing
//! here relies on it against somebody who wants two files to look alike.

/// How far each of four steps of a round turns.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The digest in lower-case hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64) + if padded.len() % 64 > 56 { 64 } else { 0 }, 0);
    let length = (bytes.len() as u64).wrapping_mul(8).to_le_bytes();
    let end = padded.len() - length.len();
    padded[end..].copy_from_slice(&length);
    for (block, _) in padded.as_chunks::<64>().0.iter().zip(0_u64..) {
        mix(&mut state, block);
    }
    state.iter().flat_map(|word| word.to_le_bytes()).map(|byte| format!("{byte:02x}")).collect()
}

fn mix(state: &mut [u32; 4], block: &[u8; 64]) {
    let words: Vec<u32> = block.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let [mut a, mut b, mut c, mut d] = *state;
    for step in 0..64_usize {
        let (chosen, word) = match step / 16 {
            0 => ((b & c) | (!b & d), step),
            1 => ((d & b) | (!d & c), 5 * step + 1),
            2 => (b ^ c ^ d, 3 * step + 5),
            _ => (c ^ (b | !d), 7 * step),
        };
        // The integer part of 2^32 times the sine.
        let sine = (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
        let sum = a.wrapping_add(chosen).wrapping_add(sine).wrapping_add(words[word % 16]);
        (a, d, c, b) = (d, c, b, b.wrapping_add(sum.rotate_left(TURNS[step / 16][step % 4])));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(hex(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(b"message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
        let long = "1234567890".repeat(8);
        assert_eq!(hex(long.as_bytes()), "57edf4a22be3c955ac49da2e2107b67a");
        // Each length around the end of a block.
        let digests = [
            (55, "ef1772b6dff9a122358552954ad0df65"),
            (56, "3b0c8ac703f828b04c6c197006d17218"),
            (64, "014842d480b571495a4a0363793f7367"),
        ];
        for (length, digest) in digests {
            assert_eq!(hex("a".repeat(length).as_bytes()), digest, "{length}");
        }
    }
}
