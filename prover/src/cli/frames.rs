//! The frames of functions, as compilers write them (`-fstack-usage`): `FILE:LINE[:COLUMN]:FUNCTION`, bytes and kind in
//! three columns.

use certificates::Resource;
use std::collections::BTreeMap;
use std::path::Path;

/// Frames by function.
pub(super) type Frames = BTreeMap<String, u64>;

/// Bytes of a return address, which clang's numbers lack.
const RETURN_ADDRESS: u64 = 8;

/// Reads a file of frames. Parts of a function that a compiler made functions of their own are added to it.
///
/// # Errors
/// A line is none of `-fstack-usage`, or the size of a frame is not known before the program runs.
pub(super) fn read(path: &Path) -> Result<Frames, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut frames: BTreeMap<&str, u64> = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: &str| format!("{}:{number}: {what}", path.display());
        let (name, bytes) = frame(line).map_err(wrong)?;
        // A static function of each file may have the name.
        let slot = frames.entry(name).or_insert(0);
        *slot = bytes.max(*slot);
    }
    let mut whole = Frames::new();
    for (name, bytes) in frames {
        let slot = whole.entry(name.split('.').next().unwrap_or(name).to_owned()).or_insert(0);
        *slot = slot.saturating_add(bytes);
    }
    Ok(whole)
}

/// A line's function and the bytes of its frame.
fn frame(line: &str) -> Result<(&str, u64), &'static str> {
    const FORM: &str = "no line of -fstack-usage: FILE:LINE:FUNCTION, bytes and kind, separated by tabs";
    let [place, bytes, kind] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(FORM) };
    let mut from_behind = place.rsplit(':');
    let name = from_behind.next().filter(|name| !name.is_empty()).ok_or(FORM)?;
    let numbers = from_behind.take(2).filter(|part| part.parse::<u32>().is_ok()).count();
    let bytes: u64 = bytes.parse().map_err(|_| FORM)?;
    if kind.split(',').any(|word| word == "dynamic") && !kind.contains("bounded") {
        return Err("a frame whose size is not known before the program runs (a variable-length array, or alloca)");
    }
    let clang = numbers < 2;
    bytes.checked_add(if clang { RETURN_ADDRESS } else { 0 }).map(|bytes| (name, bytes)).ok_or(FORM)
}

/// The resources that are asked for, with the frames of the program's functions.
pub(super) fn with_frames(resources: &[Resource], frames: &Frames) -> Vec<Resource> {
    let with = |resource: &Resource| match resource {
        Resource::Stack(_) => Resource::Stack(frames.iter().map(|(name, bytes)| (name.clone(), *bytes)).collect()),
        other => other.clone(),
    };
    resources.iter().map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_gcc_and_clang() {
        assert_eq!(frame("a.c:3:5:f\t48\tstatic"), Ok(("f", 48)));
        assert_eq!(frame("a.c:3:f\t40\tstatic"), Ok(("f", 48)));
        assert_eq!(frame("a.c:3:5:f\t48\tdynamic,bounded"), Ok(("f", 48)));
        assert!(frame("a.c:3:5:f\t48\tdynamic").is_err());
        assert!(frame("a.c:3:5:f 48 static").is_err());
    }
}
