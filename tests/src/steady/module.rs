//! Changes of a module's text that keep its meaning.

use super::change::Kind;
use regex::{Captures, Regex};

/// All variants of a module by changes of one kind, each in one block or function.
pub fn variants(module: &str, kind: Kind) -> Vec<String> {
    let lines: Vec<&str> = module.lines().collect();
    match kind {
        Kind::Phis => groups(&lines, |line| line.contains(" = phi ")).filter_map(|at| reversed(&lines, at)).collect(),
        Kind::Blocks => functions(&lines).filter_map(|(begin, end)| blocks(&lines, begin, end)).collect(),
        _ => Vec::new(),
    }
}

/// Where lines of one kind follow each other: beginnings and ends.
fn groups<'a>(lines: &'a [&str], is: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        let begin = at + lines.get(at..)?.iter().position(|line| is(line))?;
        let length = lines[begin..].iter().take_while(|line| is(line)).count();
        at = begin + length;
        Some((begin, at))
    })
}

/// The lines between the head of each definition and its end.
fn functions<'a>(lines: &'a [&str]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let begins = (0..lines.len()).filter(|at| lines[*at].starts_with("define "));
    begins.filter_map(|at| Some((at + 1, at + lines[at..].iter().position(|line| *line == "}")?)))
}

fn reversed(lines: &[&str], (begin, end): (usize, usize)) -> Option<String> {
    if end - begin < 2 {
        return None;
    }
    let middle = lines[begin..end].iter().rev();
    Some(joined(lines[..begin].iter().chain(middle).chain(&lines[end..])))
}

/// The blocks of a function in the other order, its first one excepted.
fn blocks(lines: &[&str], begin: usize, end: usize) -> Option<String> {
    // A switch is written on several lines, so only a label can begin a block.
    let is_label = |line: &str| {
        !line.starts_with([' ', ';', '\t']) && line.split(';').next().unwrap_or_default().trim_end().ends_with(':')
    };
    let labels: Vec<usize> = (begin..end).filter(|at| is_label(lines[*at])).collect();
    // The number of a first block without a label may be used as well.
    if labels.first() != Some(&begin) || labels.len() < 3 {
        return None;
    }
    let ends = labels[2..].iter().copied().chain([end]);
    let blocks: Vec<&[&str]> = labels[1..].iter().copied().zip(ends).map(|(from, to)| &lines[from..to]).collect();
    let turned = blocks.into_iter().rev().flatten();
    let function = lines[begin - 1..labels[1]].iter().chain(turned);
    // Numbers of values count up in the text, so what has a number gets a name.
    let number = Regex::new(r"%(\d+)|^(\d+):").expect("a pattern");
    let named: Vec<String> = function
        .map(|line| {
            number.replace_all(line, |found: &Captures| match found.get(1) {
                Some(value) => format!("%value{}", value.as_str()),
                None => format!("value{}:", &found[2]),
            })
        })
        .map(std::borrow::Cow::into_owned)
        .collect();
    let named = named.iter().map(String::as_str).collect::<Vec<_>>();
    Some(joined(lines[..begin - 1].iter().chain(&named).chain(&lines[end..])))
}

fn joined<'a>(lines: impl Iterator<Item = &'a &'a str>) -> String {
    lines.flat_map(|line| [*line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "\
define i32 @main() {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %n, %body ]
  %j = phi i32 [ 1, %entry ], [ %i, %body ]
  %c = icmp slt i32 %i, 9
  br i1 %c, label %body, label %end

body:
  %n = add i32 %i, 1
  br label %head

end:
  ret i32 %j
}
";

    #[test]
    fn phis_change_places() {
        let variants = variants(MODULE, Kind::Phis);
        assert_eq!(variants.len(), 1);
        assert!(variants[0].find("%j = phi") < variants[0].find("%i = phi"));
        assert_eq!(variants[0].lines().count(), MODULE.lines().count());
    }

    #[test]
    fn blocks_change_places_behind_the_first() {
        let variants = variants(MODULE, Kind::Blocks);
        assert_eq!(variants.len(), 1);
        let places = ["entry:", "end:", "body:", "head:"].map(|label| variants[0].find(label).expect("a label"));
        assert!(places.is_sorted(), "{}", variants[0]);
    }
}
