//! The C types of variables, parameters and of what they point to, as debug information has them. They serve messages
//! alone.

use crate::program::debug::{Metadata, Node};

/// The types of a module.
pub(crate) struct Types<'a>(Metadata<'a>);

/// A type, as far as values are told in its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape<'a> {
    /// An integer of this many bytes.
    Integer { bytes: u32, signed: bool },
    /// A character of one byte. `text`: it is C's `char`.
    Character { text: bool },
    /// A pointer to a type; `None` if that is unknown, or `void`.
    Pointer(Option<u32>),
    /// A structure of this many bytes.
    Structure { bytes: u64, members: Vec<Member<'a>> },
    /// A union of this many bytes.
    Union { bytes: u64, members: Vec<Member<'a>> },
    /// An array of elements of a type.
    Array { element: u32, bytes: u64 },
    /// A type of this many bytes about which nothing more is said.
    Other { bytes: u64 },
}

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member<'a> {
    /// Empty if its own members are named as if they were the structure's.
    pub(crate) name: &'a str,
    /// In bytes.
    pub(crate) offset: u64,
    pub(crate) ty: u32,
}

/// Types that stand behind each other, at most (`typedef const ...`).
const DEEPEST: usize = 32;

impl<'a> Types<'a> {
    pub(crate) fn of(text: &'a str) -> Types<'a> {
        Types(Metadata::of(text))
    }

    /// The debug information that they are read from.
    pub(crate) fn metadata(&self) -> &Metadata<'a> {
        &self.0
    }

    /// The types of a function's parameters, where they are known.
    pub(crate) fn parameters(&self, function: &str) -> Vec<Option<u32>> {
        let is_function = |node: &Node<'_>| node.kind == "DISubprogram" && node.text("name") == Some(function);
        let found = self.0.nodes().map(|(_, node)| node).find(is_function);
        let list = found.and_then(|node| {
            let ty = self.0.node_of(node.reference("type")?, "DISubroutineType")?;
            self.0.list(ty.reference("types")?)
        });
        list.map(|types| types.skip(1).collect()).unwrap_or_default()
    }

    /// The type of this number, behind its names and qualifiers.
    fn node(&self, number: u32) -> Option<Node<'a>> {
        let mut node = self.0.node(number)?;
        for _ in 0..DEEPEST {
            let named = ["typedef", "const_type", "volatile_type", "restrict_type", "atomic_type"];
            if !named.iter().any(|tag| node.is_tagged(tag)) {
                return Some(node);
            }
            node = self.0.node(node.reference("baseType")?)?;
        }
        None
    }

    /// The type of this number; `None` for `void` and types that are not defined.
    pub(crate) fn shape(&self, number: u32) -> Option<Shape<'a>> {
        let node = self.node(number)?;
        let bytes = node.number::<u64>("size").map(|bits| bits / 8);
        if node.kind == "DIBasicType" {
            let bytes = bytes?;
            let small = u32::try_from(bytes).ok().filter(|bytes| [1, 2, 4, 8].contains(bytes));
            return Some(match (node.is_signed(), small, node.field("encoding")?) {
                (Some(signed), Some(1), _) => Shape::Character { text: signed },
                (Some(signed), Some(bytes), _) => Shape::Integer { bytes, signed },
                (None, Some(1), "DW_ATE_boolean") => Shape::Integer { bytes: 1, signed: false },
                _ => Shape::Other { bytes },
            });
        }
        if node.is_tagged("pointer_type") {
            return Some(Shape::Pointer(node.reference("baseType")));
        }
        if node.is_tagged("enumeration_type") {
            let base = node.reference("baseType").and_then(|base| self.node(base));
            let signed = base.and_then(Node::is_signed).unwrap_or(false);
            return Some(Shape::Integer { bytes: u32::try_from(bytes?).ok()?, signed });
        }
        if node.is_tagged("array_type") {
            return Some(Shape::Array { element: node.reference("baseType")?, bytes: bytes? });
        }
        if node.is_tagged("structure_type") || node.is_tagged("union_type") {
            let bytes = bytes?;
            let elements = node.reference("elements").and_then(|list| self.0.list(list));
            let members = elements.into_iter().flatten().flatten().filter_map(|member| self.member(member)).collect();
            return Some(match node.is_tagged("union_type") {
                true => Shape::Union { bytes, members },
                false => Shape::Structure { bytes, members },
            });
        }
        bytes.map(|bytes| Shape::Other { bytes })
    }

    /// A member that is no bit-field.
    fn member(&self, number: u32) -> Option<Member<'a>> {
        let node = self.0.node(number).filter(|node| node.is_tagged("member"))?;
        let bit_field = node.field("flags").is_some_and(|flags| flags.contains("DIFlagBitField"));
        let offset = node.number::<u64>("offset").unwrap_or(0) / 8;
        let name = node.text("name").unwrap_or_default();
        (!bit_field).then_some(Member { name, offset, ty: node.reference("baseType")? })
    }

    /// The size of a type in bytes; `None` if it has none.
    pub(crate) fn size(&self, number: u32, pointer: u64) -> Option<u64> {
        Some(match self.shape(number)? {
            Shape::Integer { bytes, .. } => bytes.into(),
            Shape::Character { .. } => 1,
            Shape::Pointer(_) => pointer,
            Shape::Structure { bytes, .. }
            | Shape::Union { bytes, .. }
            | Shape::Array { bytes, .. }
            | Shape::Other { bytes } => bytes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, Types};

    const TEXT: &str = "!1 = !DISubprogram(name: \"f\", type: !2)\n\
        !2 = !DISubroutineType(types: !3)\n\
        !3 = !{null, !4, !9}\n\
        !4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)\n\
        !5 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !6)\n\
        !6 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", size: 128, elements: !7)\n\
        !7 = !{!8, !10}\n\
        !8 = !DIDerivedType(tag: DW_TAG_member, name: \"n\", baseType: !9, size: 32)\n\
        !9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
        !10 = !DIDerivedType(tag: DW_TAG_member, name: \"next\", baseType: !4, size: 64, offset: 64)\n";

    #[test]
    fn parameters_have_shapes() {
        let types = Types::of(TEXT);
        assert_eq!(types.parameters("f"), [Some(4), Some(9)]);
        assert_eq!(types.parameters("g"), []);
        assert_eq!(types.shape(4), Some(Shape::Pointer(Some(5))));
        let Some(Shape::Structure { bytes: 16, members }) = types.shape(5) else { panic!("a structure") };
        let told: Vec<(&str, u64)> = members.iter().map(|member| (member.name, member.offset)).collect();
        assert_eq!(told, [("n", 0), ("next", 8)]);
        assert_eq!(types.shape(9), Some(Shape::Integer { bytes: 4, signed: true }));
        assert_eq!((types.size(4, 8), types.size(5, 8), types.shape(3)), (Some(8), Some(16), None));
    }
}
