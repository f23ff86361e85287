//! Random changes of modules.

use crate::interpreter::Inputs;

/// The module's text with one instruction changed, and the changed line.
pub fn change(text: &str, random: &mut Inputs) -> Option<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let code: Vec<usize> =
        (0..lines.len()).filter(|&at| lines[at].starts_with("  ") && !lines[at].contains("#dbg_")).collect();
    let at = *code.get(random.below(code.len() as u64) as usize)?;
    // Metadata at the end stays as it is.
    let (line, rest) = lines[at].split_at(lines[at].find(", !").unwrap_or(lines[at].len()));
    let changed = if line.trim_start().starts_with("store") && random.below(3) == 0 {
        String::new()
    } else {
        change_line(line, random)?
    };
    let changed = if changed.is_empty() { changed } else { changed + rest };
    let mut all: Vec<&str> = lines.clone();
    all[at] = &changed;
    let what = format!("{} -> {}", line.trim(), changed.trim());
    Some((all.join("\n") + "\n", what)).filter(|(new, _)| new != text)
}

fn change_line(line: &str, random: &mut Inputs) -> Option<String> {
    const SWAPS: [(&str, &str); 20] = [
        ("slt", "sle"),
        ("sle", "slt"),
        ("sgt", "sge"),
        ("sge", "sgt"),
        ("ult", "ule"),
        ("ule", "ult"),
        ("ugt", "uge"),
        ("uge", "ugt"),
        ("icmp eq", "icmp ne"),
        ("icmp ne", "icmp eq"),
        ("icmp slt", "icmp ult"),
        ("icmp ult", "icmp slt"),
        ("add nsw", "sub nsw"),
        ("sub nsw", "add nsw"),
        (" add ", " sub "),
        ("sext", "zext"),
        ("zext", "sext"),
        ("align 4", "align 8"),
        ("sdiv", "udiv"),
        ("add ", "add nsw "),
    ];
    let words: Vec<(usize, &str)> = line
        .split_inclusive([' ', ','])
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len();
            Some((start, word.trim_end_matches([' ', ','])))
        })
        .collect();
    let numbers: Vec<(usize, &str)> = words.into_iter().filter(|(_, word)| word.parse::<i64>().is_ok()).collect();
    if !numbers.is_empty() && random.below(2) == 0 {
        let (at, word) = numbers[random.below(numbers.len() as u64) as usize];
        let value: i64 = word.parse().ok()?;
        let other = if random.below(2) == 0 { value.checked_add(1)? } else { value.checked_sub(1)? };
        return Some(format!("{}{other}{}", &line[..at], &line[at + word.len()..]));
    }
    if line.contains("br i1") && random.below(2) == 0 {
        // Exchange the targets.
        let parts: Vec<&str> = line.split(", ").collect();
        if let [head, yes, no] = parts[..] {
            return Some([head, no, yes].join(", "));
        }
    }
    let fitting: Vec<&(&str, &str)> = SWAPS.iter().filter(|(from, _)| line.contains(from)).collect();
    let (from, to) = fitting.get(random.below(fitting.len() as u64) as usize)?;
    Some(line.replacen(from, to, 1))
}
