//! The structures of the C program, as the debug information of the module's text has them. They suggest what cells of
//! lists and trees look like; nothing is believed because of them.

use crate::program::shapes::{Member, Record, Scalar};
use std::collections::BTreeMap;

/// Nested structures are looked into so deeply.
const DEPTH: usize = 6;
/// Members of a structure, with those of structures in it.
const MEMBERS: usize = 64;

/// All structures of the text that have a size.
pub(super) fn records(text: &str) -> Vec<Record> {
    let debug = Debug::of(text);
    let mut found = Vec::new();
    for (number, line) in &debug.lines {
        let size = attribute(line, "size").and_then(|bits| bits.parse::<u64>().ok());
        if let (true, Some(bits)) = (is_structure(line), size) {
            let mut members = Vec::new();
            debug.members(*number, 0, 0, &mut members);
            let name = quoted(line, "name").unwrap_or_default().to_string();
            found.push(Record { number: *number, name, size: bits / 8, members });
        }
    }
    found
}

fn is_structure(line: &str) -> bool {
    line.contains("!DICompositeType(tag: DW_TAG_structure_type,")
}

/// The types among the numbered metadata of a text.
struct Debug<'a> {
    lines: BTreeMap<u32, &'a str>,
}

impl<'a> Debug<'a> {
    fn of(text: &'a str) -> Debug<'a> {
        let numbered = text.lines().filter(|line| line.starts_with('!')).filter_map(|line| {
            let (number, rest) = line[1..].split_once(" = ")?;
            Some((number.parse().ok()?, rest))
        });
        let is_type = |rest: &str| rest.contains("!DICompositeType(") || rest.contains("!DIDerivedType(");
        let wanted = |rest: &str| is_type(rest) || rest.starts_with("!{") || rest.starts_with("!DIBasicType(");
        Debug { lines: numbered.filter(|(_, rest)| wanted(rest)).collect() }
    }

    /// The members of a structure that begins at this offset in bytes.
    fn members(&self, number: u32, at: u64, depth: usize, found: &mut Vec<Member>) {
        let elements = self.lines.get(&number).and_then(|line| reference(line, "elements"));
        let list = elements.and_then(|elements| self.lines.get(&elements)).copied().unwrap_or_default();
        for member in list.split('!').filter_map(|part| part.trim_end_matches([',', ' ', '}']).parse().ok()) {
            let Some(line) = self.lines.get(&member).filter(|line| line.contains("tag: DW_TAG_member,")) else {
                continue;
            };
            let bits = attribute(line, "offset").and_then(|bits| bits.parse::<u64>().ok()).unwrap_or(0);
            let is_field = line.contains("DIFlagBitField");
            let Some(of) = reference(line, "baseType").filter(|_| !is_field && bits.is_multiple_of(8)) else {
                continue;
            };
            let Some(offset) = at.checked_add(bits / 8) else { continue };
            let name = quoted(line, "name").unwrap_or_default().to_string();
            self.member(self.plain(of), offset, name, depth, found);
        }
    }

    fn member(&self, of: u32, offset: u64, name: String, depth: usize, found: &mut Vec<Member>) {
        let Some(line) = self.lines.get(&of) else { return };
        if found.len() >= MEMBERS {
            return;
        }
        let width = attribute(line, "size").and_then(|bits| bits.parse::<u32>().ok()).map(|bits| bits / 8);
        if is_structure(line) {
            let scalar = Scalar::Record(of);
            found.push(Member { offset, width: width.unwrap_or(0), name, scalar });
            if depth < DEPTH {
                self.members(of, offset, depth + 1, found);
            }
            return;
        }
        let scalar = if line.contains("tag: DW_TAG_pointer_type,") {
            let to = reference(line, "baseType").map(|to| self.plain(to));
            Some(Scalar::Pointer(to.filter(|to| self.lines.get(to).is_some_and(|line| is_structure(line)))))
        } else if line.contains("tag: DW_TAG_enumeration_type,") {
            Some(Scalar::Integer { signed: false })
        } else if line.starts_with("!DIBasicType(") {
            match attribute(line, "encoding") {
                Some("DW_ATE_signed" | "DW_ATE_signed_char") => Some(Scalar::Integer { signed: true }),
                Some("DW_ATE_unsigned" | "DW_ATE_unsigned_char") => Some(Scalar::Integer { signed: false }),
                _ => None,
            }
        } else {
            None
        };
        if let (Some(scalar), Some(width @ (1 | 2 | 4 | 8))) = (scalar, width) {
            found.push(Member { offset, width, name, scalar });
        }
    }

    /// A type without typedefs and qualifiers.
    fn plain(&self, mut of: u32) -> u32 {
        for _ in 0..32 {
            let Some(line) = self.lines.get(&of) else { break };
            let tags = ["typedef", "const_type", "volatile_type", "restrict_type", "atomic_type"];
            let named = tags.iter().any(|tag| line.contains(&format!("tag: DW_TAG_{tag},")));
            match reference(line, "baseType").filter(|_| named) {
                Some(next) => of = next,
                None => break,
            }
        }
        of
    }
}

/// The text behind `key: `, up to the next comma or parenthesis.
fn attribute<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let at = line.match_indices(key).find(|(at, _)| {
        let before = line[..*at].chars().next_back();
        matches!(before, Some(' ' | '(')) && line[at + key.len()..].starts_with(": ")
    })?;
    let rest = &line[at.0 + key.len() + 2..];
    rest.split([',', ')']).next()
}

fn reference(line: &str, key: &str) -> Option<u32> {
    attribute(line, key)?.strip_prefix('!')?.parse().ok()
}

fn quoted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    attribute(line, key)?.strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_nested_structures() {
        let text = "!1 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"a\", size: 192, elements: !2)\n\
                    !2 = !{!3, !4, !5}\n\
                    !3 = !DIDerivedType(tag: DW_TAG_member, name: \"x\", scope: !1, baseType: !6, size: 32)\n\
                    !4 = !DIDerivedType(tag: DW_TAG_member, name: \"next\", scope: !1, baseType: !7, size: 64, offset: 64)\n\
                    !5 = !DIDerivedType(tag: DW_TAG_member, name: \"b\", baseType: !6, size: 3, offset: 128, flags: DIFlagBitField)\n\
                    !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
                    !7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)\n\
                    !8 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !1)\n";
        let found = records(text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].number, &*found[0].name, found[0].size), (1, "a", 24));
        let members: Vec<(u64, u32, &str, Scalar)> =
            found[0].members.iter().map(|m| (m.offset, m.width, m.name.as_str(), m.scalar)).collect();
        let expected = [(0, 4, "x", Scalar::Integer { signed: true }), (8, 8, "next", Scalar::Pointer(Some(1)))];
        assert_eq!(members, expected);
    }
}
