#![no_main]

use certificates::encoding::{seal, unseal};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|bytes: &[u8]| tests::fuzz::decoding(bytes));

// Three times in four what is packed changes; few other changes of a file's bytes leave it a file.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let payload = if seed % 4 != 0 { unseal(&data[..size]).ok() } else { None };
    let changed = payload.map(|mut payload| {
        let length = payload.len();
        let room = 2 * length + 64;
        payload.resize(room, 0);
        let length = fuzzer_mutate(&mut payload, length, room);
        seal(&payload[..length])
    });
    match changed {
        Some(file) if file.len() <= max_size.min(data.len()) => {
            data[..file.len()].copy_from_slice(&file);
            file.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});
