//! Random changes of certificates and of modules.

use crate::interpreter::Inputs;
use certificates::Certificate;
use serde_json::Value;

/// Names of variants without fields, by the enum they belong to.
const NAMES: [&[&str]; 5] = [
    &["Unsigned", "Signed"],
    &["Eq", "Ne", "Le"],
    &["Before", "After"],
    &["Succeeds", "Null", "Optional"],
    &[
        "None",
        "Solver",
        "Quotient",
        "Bounds",
        "ClearLowest",
        "Complement",
        "Heap",
    ],
];

/// The certificate with one small change of its proof, and what was changed. `None` when the change
/// gives something that is no certificate, or nothing else.
pub fn certificate(original: &Certificate, random: &mut Inputs) -> Option<(Certificate, String)> {
    let mut value = serde_json::to_value(original).ok()?;
    let part = ["nodes", "steps", "steps", "ranking", "roots"][random.below(5) as usize];
    let mut path = part.to_owned();
    let mut place = value.get_mut(part)?;
    // Down to some place, any depth equally likely for every path.
    let depth = 1 + random.below(12);
    for _ in 0..depth {
        let count = match &*place {
            Value::Array(items) => items.len(),
            Value::Object(fields) => fields.len(),
            _ => break,
        };
        if count == 0 {
            break;
        }
        let at = random.below(count as u64) as usize;
        place = match place {
            Value::Array(items) => {
                path += &format!("[{at}]");
                items.get_mut(at)?
            }
            Value::Object(fields) => {
                let key = fields.keys().nth(at)?.clone();
                path += &format!(".{key}");
                fields.get_mut(&key)?
            }
            _ => break,
        };
    }
    let before = place.to_string();
    change(place, random);
    let what = format!(
        "{path}: {} -> {}",
        shorten(&before),
        shorten(&place.to_string())
    );
    let changed: Certificate = serde_json::from_value(value).ok()?;
    (changed != *original).then_some((changed, what))
}

fn shorten(text: &str) -> String {
    text.chars().take(100).collect()
}

fn change(place: &mut Value, random: &mut Inputs) {
    let choice = random.below(6);
    match place {
        Value::Bool(value) => *value = !*value,
        Value::Number(number) => {
            let value = number.as_u64().unwrap_or(0);
            let other = match choice {
                0 | 1 => value.wrapping_add(1),
                2 | 3 => value.wrapping_sub(1),
                _ => random.below(8),
            };
            *place = Value::from(other & 0xffff_ffff);
        }
        Value::String(text) => {
            if let Ok(value) = text.parse::<i128>() {
                let other = match choice {
                    0 | 1 => value.wrapping_add(1),
                    2 | 3 => value.wrapping_sub(1),
                    4 => value.wrapping_neg(),
                    _ => i128::from(random.below(5)),
                };
                *text = other.to_string();
            } else if let Some(names) = NAMES.iter().find(|names| names.contains(&text.as_str())) {
                *text = names[random.below(names.len() as u64) as usize].to_owned();
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let (a, b) = (
                random.below(items.len() as u64) as usize,
                random.below(items.len() as u64) as usize,
            );
            match choice {
                0..=2 => {
                    items.remove(a);
                }
                3 => items.insert(a, items[b].clone()),
                4 => items.swap(a, b),
                _ => items[a] = items[b].clone(),
            }
        }
        _ => {}
    }
}

/// The module's text with one instruction changed, and the changed line.
pub fn module(text: &str, random: &mut Inputs) -> Option<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let code: Vec<usize> = (0..lines.len())
        .filter(|&at| lines[at].starts_with("  ") && !lines[at].contains("#dbg_"))
        .collect();
    let at = *code.get(random.below(code.len() as u64) as usize)?;
    // Metadata at the end stays as it is.
    let (line, rest) = lines[at].split_at(lines[at].find(", !").unwrap_or(lines[at].len()));
    let changed = if line.trim_start().starts_with("store") && random.below(3) == 0 {
        String::new()
    } else {
        change_line(line, random)?
    };
    let changed = if changed.is_empty() {
        changed
    } else {
        changed + rest
    };
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
    let numbers: Vec<(usize, &str)> = words
        .into_iter()
        .filter(|(_, word)| word.parse::<i64>().is_ok())
        .collect();
    if !numbers.is_empty() && random.below(2) == 0 {
        let (at, word) = numbers[random.below(numbers.len() as u64) as usize];
        let value: i64 = word.parse().ok()?;
        let other = if random.below(2) == 0 {
            value.checked_add(1)?
        } else {
            value.checked_sub(1)?
        };
        return Some(format!(
            "{}{other}{}",
            &line[..at],
            &line[at + word.len()..]
        ));
    }
    if line.contains("br i1") && random.below(2) == 0 {
        // Exchange the targets.
        let parts: Vec<&str> = line.split(", ").collect();
        if let [head, yes, no] = parts[..] {
            return Some([head, no, yes].join(", "));
        }
    }
    let fitting: Vec<&(&str, &str)> = SWAPS
        .iter()
        .filter(|(from, _)| line.contains(from))
        .collect();
    let (from, to) = fitting.get(random.below(fitting.len() as u64) as usize)?;
    Some(line.replacen(from, to, 1))
}
