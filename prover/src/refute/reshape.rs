//! Changes of the extent and place of a call's objects.

use super::content::{byte, read, runs, write};
use super::inputs::Random;
use certificates::Call;
use std::collections::BTreeMap;

/// Makes an object longer at an offset, by copies of a byte.
pub(super) fn stretch(random: &mut Random, call: &mut Call, (number, offset): (usize, u64), likely: &[u64]) {
    const POWERS: usize = 12;
    const LONGEST: u64 = 1 << POWERS;
    let Some(object) = call.objects.get_mut(number).filter(|object| !object.heap) else { return };
    let power = (1u64 << random.below(POWERS)).wrapping_sub(u64::from(random.below(2) == 0));
    let chosen = random.pick(likely).copied().filter(|number| *number <= LONGEST && random.below(2) == 0);
    let more = chosen.unwrap_or(power);
    let byte = match random.below(2) {
        0 => byte(&object.content, offset.saturating_sub(1)),
        _ => random.next().to_le_bytes()[0],
    };
    let mut all: BTreeMap<u64, u8> = BTreeMap::new();
    for run in &object.content.runs {
        let moved = |at: u64| if at < offset { at } else { at.saturating_add(more) };
        all.extend((run.offset..).zip(run.bytes.iter().copied()).map(|(at, byte)| (moved(at), byte)));
    }
    all.extend((offset..offset.saturating_add(more)).map(|at| (at, byte)));
    let fill = object.content.fill;
    object.content.runs = runs(all.into_iter().filter(|(_, byte)| *byte != fill));
    object.size = object.size.saturating_add(more);
}

/// Removes bytes of an object; those behind them move. A parameter that seems to be the number of its elements follows.
pub(super) fn cut(call: &mut Call, number: usize, from: u64, bytes: u64) {
    let Some(object) = call.objects.get_mut(number).filter(|object| object.size > bytes) else { return };
    let mut all: BTreeMap<u64, u8> = BTreeMap::new();
    for run in &object.content.runs {
        for (at, byte) in (run.offset..).zip(run.bytes.iter().copied()) {
            match at.checked_sub(from) {
                None => all.insert(at, byte),
                Some(inside) if inside < bytes => None,
                Some(_) => all.insert(at - bytes, byte),
            };
        }
    }
    object.content.runs = runs(all.into_iter());
    let before = object.size;
    object.size -= bytes;
    for parameter in &mut call.parameters {
        let mut elements = [1, 2, 4, 8].into_iter();
        let counts = |width: &u64| *parameter != 0 && parameter.checked_mul(*width) == Some(before);
        if let Some(width) = elements.find(|width| counts(width) && bytes.is_multiple_of(*width)) {
            *parameter -= bytes / width;
        }
    }
}

/// Moves an object by a few bytes, together with the pointers to it, so that it may be less aligned.
pub(super) fn shift(random: &mut Random, call: &mut Call, pointer: u32) {
    let number = random.below(call.objects.len());
    let Some((address, size)) = call.objects.get(number).filter(|o| !o.heap).map(|o| (o.address, o.size)) else {
        return;
    };
    let by = 1 << random.below(4);
    let moved = |value: u64| {
        let inside = value.checked_sub(address).is_some_and(|offset| offset <= size);
        inside.then(|| value.saturating_add(by))
    };
    for parameter in &mut call.parameters {
        *parameter = moved(*parameter).unwrap_or(*parameter);
    }
    for object in &mut call.objects {
        let at: Vec<u64> = object.content.runs.iter().map(|run| run.offset).collect();
        let ends = object.content.runs.iter().map(|run| run.offset.saturating_add(run.bytes.len() as u64));
        let places: Vec<u64> = at.into_iter().zip(ends).flat_map(|(from, to)| from..to).collect();
        for at in places.into_iter().filter(|at| at.is_multiple_of(pointer.into())) {
            if let Some(value) = moved(read(&object.content, at, pointer)) {
                write(&mut object.content, at, pointer, value);
            }
        }
    }
    if let Some(object) = call.objects.get_mut(number) {
        object.address = object.address.saturating_add(by);
    }
}

/// Another address for a pointer: null, or in one of the objects or global variables (of these sizes), most often at its
/// beginning or one byte further, at its last byte, or directly behind it. Two pointers may then overlap, or one may be the
/// end of what the other leads to. The object may become writable, which the pointer may need.
pub(super) fn aim(random: &mut Random, call: &mut Call, globals: &[u64]) -> Option<u64> {
    let among = if random.below(4) == 0 { call.globals.len().min(globals.len()) } else { 0 };
    let (address, size) = if among > 0 {
        let number = random.below(among);
        (*call.globals.get(number)?, *globals.get(number)?)
    } else {
        let number = random.below(call.objects.len());
        let object = call.objects.get_mut(number)?;
        object.writable |= random.below(2) == 0;
        (object.address, object.size)
    };
    let offset = match random.below(8) {
        0 => return Some(0),
        1 => 0,
        2 | 3 => 1,
        4 => size.saturating_sub(1),
        5 | 6 => size,
        _ => u64::try_from(random.below(usize::try_from(size).unwrap_or(usize::MAX))).ok()?,
    };
    address.checked_add(offset)
}

/// Gives the bytes of an object that no run of the call determines another value, or all of its bytes.
pub(super) fn refill(random: &mut Random, call: &mut Call, likely: &[u64]) {
    let number = random.below(call.objects.len());
    let Some(object) = call.objects.get_mut(number) else { return };
    object.content.fill = random.pick(likely).map_or(0, |value| value.to_le_bytes()[0]);
    if random.below(2) == 0 {
        object.content.runs.clear();
    }
}
