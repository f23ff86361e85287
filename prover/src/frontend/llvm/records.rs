//! The structures of the C program, as the debug information of the module's text has them. They suggest what cells of
//! lists and trees look like; nothing is believed because of them.

use crate::program::debug::{Metadata, Node};
use crate::program::shapes::{Member, Record, Scalar};

/// Nested structures are looked into so deeply.
const DEPTH: usize = 6;
/// Members of a structure, with those of structures in it.
const MEMBERS: usize = 64;

/// All structures of the text that have a size.
pub(super) fn records(text: &str) -> Vec<Record> {
    let types = Types { metadata: Metadata::of(text) };
    let structures = types.metadata.nodes().filter(|(_, node)| is_structure(*node));
    let sized = structures.filter_map(|(number, node)| Some((number, node, node.number::<u64>("size")?)));
    let record = |(number, node, bits): (u32, Node<'_>, u64)| {
        let mut members = Vec::new();
        types.members(number, 0, 0, &mut members);
        Record { number, name: name(node), size: bits / 8, members }
    };
    sized.map(record).collect()
}

fn is_structure(node: Node<'_>) -> bool {
    node.kind == "DICompositeType" && node.is_tagged("structure_type")
}

fn name(node: Node<'_>) -> String {
    node.escaped("name").unwrap_or_default().to_owned()
}

/// The types of a module.
struct Types<'a> {
    metadata: Metadata<'a>,
}

impl Types<'_> {
    /// The members of a structure that begins at this offset in bytes.
    fn members(&self, number: u32, at: u64, depth: usize, found: &mut Vec<Member>) {
        let elements = self.metadata.node(number).and_then(|node| node.reference("elements"));
        for member in elements.and_then(|elements| self.metadata.list(elements)).into_iter().flatten().flatten() {
            let Some(node) = self.metadata.node(member).filter(|node| node.is_tagged("member")) else {
                continue;
            };
            let bits = node.number::<u64>("offset").unwrap_or(0);
            let is_field = node.field("flags").is_some_and(|flags| flags.contains("DIFlagBitField"));
            let Some(of) = node.reference("baseType").filter(|_| !is_field && bits.is_multiple_of(8)) else {
                continue;
            };
            let Some(offset) = at.checked_add(bits / 8) else { continue };
            self.member(self.plain(of), offset, name(node), depth, found);
        }
    }

    fn member(&self, of: u32, offset: u64, name: String, depth: usize, found: &mut Vec<Member>) {
        let Some(node) = self.metadata.node(of) else { return };
        if found.len() >= MEMBERS {
            return;
        }
        let width = node.number::<u32>("size").map(|bits| bits / 8);
        if is_structure(node) {
            let scalar = Scalar::Record(of);
            found.push(Member { offset, width: width.unwrap_or(0), name, scalar });
            if depth < DEPTH {
                self.members(of, offset, depth + 1, found);
            }
            return;
        }
        let scalar = if node.is_tagged("pointer_type") {
            let to = node.reference("baseType").map(|to| self.plain(to));
            Some(Scalar::Pointer(to.filter(|to| self.metadata.node(*to).is_some_and(is_structure))))
        } else if node.is_tagged("enumeration_type") {
            Some(Scalar::Integer { signed: false })
        } else if node.kind == "DIBasicType" {
            node.is_signed().map(|signed| Scalar::Integer { signed })
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
            let Some(node) = self.metadata.node(of) else { break };
            let tags = ["typedef", "const_type", "volatile_type", "restrict_type", "atomic_type"];
            let named = tags.iter().any(|tag| node.is_tagged(tag));
            match node.reference("baseType").filter(|_| named) {
                Some(next) => of = next,
                None => break,
            }
        }
        of
    }
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
