//! Debug information, as a module's text has it: nodes like `!7 = !DIBasicType(name: "int", size: 32)` and lists like
//! `!8 = !{!3, !4}` (LangRef, "Specialized Metadata Nodes").

use std::collections::BTreeMap;
use std::str::FromStr;

/// The numbered metadata of a module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metadata<'a> {
    /// What stands behind `!7 = `, without `distinct`.
    lines: BTreeMap<u32, &'a str>,
}

/// A node with named fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node<'a> {
    /// `DIBasicType`
    pub(crate) kind: &'a str,
    /// What stands behind the opening parenthesis.
    fields: &'a str,
}

/// The metadata of a text, in its order.
fn numbered(text: &str) -> impl Iterator<Item = (u32, &str)> {
    text.lines().filter_map(|line| {
        let (number, rest) = line.strip_prefix('!')?.split_once(" = ")?;
        Some((number.parse().ok()?, rest.strip_prefix("distinct ").unwrap_or(rest)))
    })
}

/// The files that the debug information of a text names.
pub(crate) fn files(text: &str) -> impl Iterator<Item = Node<'_>> {
    numbered(text).filter_map(|(_, line)| Node::read(line)).filter(|node| node.kind == "DIFile")
}

impl<'a> Metadata<'a> {
    /// Reads the metadata of a text.
    pub(crate) fn of(text: &'a str) -> Metadata<'a> {
        Metadata { lines: numbered(text).collect() }
    }

    /// All nodes, by their numbers.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (u32, Node<'a>)> {
        self.lines.iter().filter_map(|(number, line)| Some((*number, Node::read(line)?)))
    }

    /// The node of this number.
    pub(crate) fn node(&self, number: u32) -> Option<Node<'a>> {
        Node::read(self.lines.get(&number)?)
    }

    /// The node of this number, if it is of this kind.
    pub(crate) fn node_of(&self, number: u32, kind: &str) -> Option<Node<'a>> {
        self.node(number).filter(|node| node.kind == kind)
    }

    /// The elements of the list of this number: the numbers of metadata, and nothing for what is none.
    pub(crate) fn list(&self, number: u32) -> Option<impl Iterator<Item = Option<u32>> + use<'a>> {
        let inside = self.lines.get(&number)?.strip_prefix("!{")?.strip_suffix('}')?;
        Some(inside.split(", ").map(|element| element.strip_prefix('!')?.parse().ok()))
    }
}

impl Metadata<'_> {
    /// The width in bits and signedness of an integer type, through typedefs and `const`. A volatile variable is none,
    /// since it must not be read.
    pub(crate) fn integer(&self, mut number: u32) -> Option<(u32, bool)> {
        for _ in 0..32 {
            let ty = self.node(number)?;
            number = match ty.kind {
                "DIBasicType" => {
                    let (bits, signed) = (ty.number("size")?, ty.is_signed()?);
                    return [8, 16, 32, 64].contains(&bits).then_some((bits, signed));
                }
                "DIDerivedType" if ty.is_tagged("typedef") || ty.is_tagged("const_type") => ty.reference("baseType")?,
                "DICompositeType" if ty.is_tagged("enumeration_type") => ty.reference("baseType")?,
                _ => return None,
            };
        }
        None
    }
}

impl<'a> Node<'a> {
    fn read(line: &'a str) -> Option<Node<'a>> {
        let (kind, fields) = line.strip_prefix('!')?.split_once('(')?;
        Some(Node { kind, fields })
    }

    /// The text behind `key: `: a string with its quotation marks, else up to the next comma or parenthesis.
    pub(crate) fn field(self, key: &str) -> Option<&'a str> {
        let mut rest = self.fields;
        loop {
            let (name, value) = rest.split_once(": ")?;
            let end = match value.strip_prefix('"') {
                Some(inside) => inside.find('"')? + 2,
                None => value.find([',', ')'])?,
            };
            if name == key {
                return value.get(..end);
            }
            rest = value.get(end..)?.strip_prefix(", ")?;
        }
    }

    /// Whether it has this tag: `typedef` for `DW_TAG_typedef`.
    pub(crate) fn is_tagged(self, tag: &str) -> bool {
        self.field("tag").and_then(|own| own.strip_prefix("DW_TAG_")) == Some(tag)
    }

    /// The number of the metadata that a field names.
    pub(crate) fn reference(self, key: &str) -> Option<u32> {
        self.field(key)?.strip_prefix('!')?.parse().ok()
    }

    /// A field that is a number.
    pub(crate) fn number<T: FromStr>(self, key: &str) -> Option<T> {
        self.field(key)?.parse().ok()
    }

    /// The inside of a string, as LLVM writes it: quotation marks, backslashes and what is not ASCII as `\` and two digits.
    pub(crate) fn escaped(self, key: &str) -> Option<&'a str> {
        self.field(key)?.strip_prefix('"')?.strip_suffix('"')
    }

    /// The inside of a string in which nothing is escaped.
    pub(crate) fn text(self, key: &str) -> Option<&'a str> {
        self.escaped(key).filter(|text| !text.contains('\\'))
    }

    /// Whether a basic type is an integer with negative values, or without; `None` for other types.
    pub(crate) fn is_signed(self) -> Option<bool> {
        match self.field("encoding")? {
            "DW_ATE_signed" | "DW_ATE_signed_char" => Some(true),
            "DW_ATE_unsigned" | "DW_ATE_unsigned_char" => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Metadata, files};

    const TEXT: &str = "source_filename = \"a.c\"\n\
        !llvm.dbg.cu = !{!1}\n\
        !1 = distinct !DISubprogram(name: \"f, line: 9)\", scope: !2, file: !2, line: 3, flags: DIFlagA | DIFlagB)\n\
        !2 = !DIFile(filename: \"caf\\C3\\A9.c\", directory: \"/x\")\n\
        !3 = distinct !{!3, !1, null, !\"text\"}\n\
        !4 = !{}\n\
        !5 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
        !6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)\n";

    #[test]
    fn fields_are_found_by_their_names() {
        let metadata = Metadata::of(TEXT);
        let function = metadata.node_of(1, "DISubprogram").expect("a function");
        assert_eq!(function.text("name"), Some("f, line: 9)"));
        assert_eq!(function.number("line"), Some(3));
        assert_eq!((function.reference("scope"), function.reference("line")), (Some(2), None));
        assert_eq!(function.field("flags"), Some("DIFlagA | DIFlagB"));
        assert_eq!(function.field("directory"), None);
        assert_eq!(metadata.node_of(1, "DIFile"), None);
        let pointer = metadata.node(6).expect("a pointer");
        assert!(pointer.is_tagged("pointer_type") && !pointer.is_tagged("pointer"));
        assert_eq!(pointer.reference("baseType"), None);
        assert_eq!((metadata.node(5).and_then(super::Node::is_signed), pointer.is_signed()), (Some(true), None));
    }

    #[test]
    fn lists_have_their_elements() {
        let list = |number| metadata_list(number);
        assert_eq!(list(3), Some(vec![Some(3), Some(1), None, None]));
        assert_eq!(list(4).map(|all| all.into_iter().flatten().count()), Some(0));
        assert_eq!((list(1), list(7)), (None, None));
    }

    fn metadata_list(number: u32) -> Option<Vec<Option<u32>>> {
        Some(Metadata::of(TEXT).list(number)?.collect())
    }

    #[test]
    fn what_is_escaped_is_no_text() {
        let file = files(TEXT).next().expect("a file");
        assert_eq!((file.escaped("filename"), file.text("filename")), (Some("caf\\C3\\A9.c"), None));
        assert_eq!((files(TEXT).count(), Metadata::of(TEXT).nodes().count()), (1, 4));
    }
}
