#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| tests::fuzz::replay(bytes));

// Three times in four a field of the certificate changes; otherwise bytes.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let changed = (seed % 4 != 0).then(|| tests::fuzz::mutate_fields(&data[..size], seed / 4));
    match changed.flatten() {
        Some(bytes) if bytes.len() <= max_size.min(data.len()) => {
            data[..bytes.len()].copy_from_slice(&bytes);
            bytes.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});
