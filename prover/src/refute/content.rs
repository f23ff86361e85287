//! The bytes of an object of a call: runs of them, and one value for all others.

use certificates::{CallObject, Content, Run};
use std::collections::BTreeMap;

/// A byte of a content.
pub(super) fn byte(content: &Content, offset: u64) -> u8 {
    let run = content.runs.iter().take_while(|run| run.offset <= offset).last();
    let inside = run.and_then(|run| run.bytes.get(usize::try_from(offset - run.offset).ok()?));
    inside.copied().unwrap_or(content.fill)
}

/// A number of a content, the least byte first.
pub(super) fn read(content: &Content, offset: u64, bytes: u32) -> u64 {
    let all = (0..u64::from(bytes)).rev().map(|place| byte(content, offset + place));
    all.fold(0, |value, byte| value << 8 | u64::from(byte))
}

/// Writes a number, the least byte first.
pub(super) fn write(content: &mut Content, offset: u64, bytes: u32, value: u64) {
    let mut all: BTreeMap<u64, u8> = BTreeMap::new();
    for run in &content.runs {
        all.extend((run.offset..).zip(run.bytes.iter().copied()));
    }
    all.extend((offset..).zip(value.to_le_bytes()).take(usize::try_from(bytes).unwrap_or(0)));
    content.runs = runs(all.into_iter().filter(|(_, byte)| *byte != content.fill));
}

/// Bytes in runs, given by ascending offsets.
pub(super) fn runs(bytes: impl Iterator<Item = (u64, u8)>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (offset, byte) in bytes {
        match runs.last_mut() {
            Some(run) if run.offset + run.bytes.len() as u64 == offset => run.bytes.push(byte),
            _ => runs.push(Run { offset, bytes: vec![byte] }),
        }
    }
    runs
}

/// Bytes as a content.
pub(super) fn content(bytes: &[u8]) -> Content {
    let all = (0u64..).zip(bytes.iter().copied());
    Content { fill: 0, runs: runs(all.filter(|(_, byte)| *byte != 0)) }
}

/// The first bytes of an object.
pub(super) fn shortened(object: &CallObject, size: u64) -> CallObject {
    let mut object = CallObject { size, ..object.clone() };
    for run in &mut object.content.runs {
        let left = size.saturating_sub(run.offset);
        run.bytes.truncate(usize::try_from(left).unwrap_or(usize::MAX));
    }
    object.content.runs.retain(|run| !run.bytes.is_empty());
    object
}
