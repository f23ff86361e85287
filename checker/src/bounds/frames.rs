//! The frames that the user counts with, as compilers write them (`spec/bounds.md`, "Frames").

use std::collections::{BTreeMap, BTreeSet};

use crate::answer::verdict::Checked;
use crate::proof::context::Context;

/// Frames by function, in bytes.
pub type Frames = BTreeMap<String, u64>;

/// Bytes of a return address, which clang's numbers lack.
const RETURN_ADDRESS: u64 = 8;

/// Reads the text of a file that `-fstack-usage` made. What a compiler split off a function is added to it.
pub fn read(text: &str) -> Result<Frames, String> {
    let mut parts: BTreeMap<&str, u64> = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let (name, bytes) = frame(line).map_err(|message| format!("line {number}: {message}"))?;
        let slot = parts.entry(name).or_insert(0);
        *slot = bytes.max(*slot);
    }
    let mut frames = Frames::new();
    for (name, bytes) in parts {
        let slot = frames.entry(name.split('.').next().unwrap_or(name).to_owned()).or_insert(0);
        *slot = slot.checked_add(bytes).ok_or("frames of more than 2^64 bytes")?;
    }
    Ok(frames)
}

/// `FILE:LINE:COLUMN:FUNCTION`, bytes and kind, as gcc writes them; clang has no column.
fn frame(line: &str) -> Result<(&str, u64), &'static str> {
    const FORM: &str = "no line of -fstack-usage: FILE:LINE:FUNCTION, bytes and kind, separated by tabs";
    let [place, bytes, kind] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(FORM) };
    let mut behind = place.rsplit(':');
    let name = behind.next().filter(|name| !name.is_empty()).ok_or(FORM)?;
    let by_gcc = behind.take(2).filter(|part| part.parse::<u32>().is_ok()).count() == 2;
    let bytes: u64 = bytes.parse().map_err(|_| FORM)?;
    match kind.trim_end() {
        "static" | "dynamic,bounded" => {}
        "dynamic" => return Err("a frame whose size is not known before the program runs"),
        _ => return Err(FORM),
    }
    bytes.checked_add(if by_gcc { 0 } else { RETURN_ADDRESS }).map(|bytes| (name, bytes)).ok_or(FORM)
}

/// The user gives a frame for each function that the proof enters, and the bound counts no smaller ones.
pub fn suffice(cx: &Context, claimed: &[(String, u64)], given: &Frames, entered: &BTreeSet<&str>) -> Checked {
    if let Some(name) = entered.iter().find(|name| !given.contains_key(**name)) {
        return cx.reject("frames", format!("no frame is given for '{name}' (--frames FILE.su, of -fstack-usage)"));
    }
    for (name, bytes) in given {
        let counted = claimed.iter().find(|(other, _)| other == name).map_or(0, |(_, bytes)| *bytes);
        let there =
            cx.module.functions.contains_key(name.as_str()) || cx.module.declarations.contains_key(name.as_str());
        reject_if!(cx, there && counted < *bytes => "frames", "{counted} bytes are counted for '{name}', its frame has {bytes}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{frame, read};

    #[test]
    fn lines_of_gcc_and_clang() {
        assert_eq!(frame("a.c:3:5:f\t48\tstatic"), Ok(("f", 48)));
        assert_eq!(frame("a.c:3:f\t40\tstatic"), Ok(("f", 48)));
        assert_eq!(frame("a.c:3:5:f\t48\tdynamic,bounded"), Ok(("f", 48)));
        for line in [
            "a.c:3:5:f\t48\tdynamic",
            "a.c:3:5:f 48 static",
            "a.c:3:5:f\t-1\tstatic",
            "f\t1\tstatic\tx",
            ":\t1\tstatic",
        ] {
            assert!(frame(line).is_err(), "{line}");
        }
    }

    #[test]
    fn frames_of_parts_are_added() {
        let frames =
            read("a.c:1:1:f\t16\tstatic\na.c:9:1:f.part.0\t48\tstatic\nb.c:2:1:f\t32\tstatic\n").expect("frames");
        assert_eq!(frames.into_iter().collect::<Vec<_>>(), [("f".to_owned(), 80)]);
    }
}
