//! What C calls places in memory: `r->head` for what lies 16 bytes behind `r`. Debug information says which types the
//! variables have; the names serve messages alone.

use super::debug::Metadata;
use super::types::{Member, Shape, Types};
use std::collections::BTreeMap;

/// The number of a type in the debug information.
pub(crate) type CType = u32;

/// Types inside each other that are followed, at most.
const DEEPEST: usize = 32;
/// Scopes in each other, at most.
const SCOPES: usize = 1000;

/// The types of a program's variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// By function and name; `None` for a name with several types.
    variables: BTreeMap<String, BTreeMap<String, Option<CType>>>,
    globals: BTreeMap<String, Option<CType>>,
    types: BTreeMap<CType, (Inside, i128)>,
    /// The size of a pointer in bytes.
    pub(crate) pointer: i128,
}

/// What a type consists of.
#[derive(Clone, Debug)]
enum Inside {
    /// Nothing that is told apart.
    One,
    /// A pointer, and what it points to.
    Pointer(Option<CType>),
    /// Members with their offsets in bytes.
    Structure(Vec<Inner>),
    /// Members that lie at one place.
    Union(Vec<Inner>),
    /// Elements.
    Array(CType),
}

/// A member: its name, which may be empty, its offset in bytes, and its type.
type Inner = (String, i128, CType);

impl Places {
    /// Reads the debug information of a module's text.
    pub(crate) fn of(text: &str, pointer_bits: u32) -> Places {
        let types = Types::of(text);
        let metadata = types.metadata();
        let mut places = Places { pointer: i128::from(pointer_bits / 8), ..Places::default() };
        for (number, node) in metadata.nodes() {
            let (name, ty) = (node.text("name"), node.reference("type"));
            let known = match node.kind {
                "DILocalVariable" => {
                    let function = node.reference("scope").and_then(|scope| function(metadata, scope));
                    function.map(|function| places.variables.entry(function.to_owned()).or_default())
                }
                "DIGlobalVariable" => Some(&mut places.globals),
                "DIBasicType" | "DIDerivedType" | "DICompositeType" => {
                    places.types.extend(inside(&types, number, pointer_bits).map(|inside| (number, inside)));
                    None
                }
                _ => None,
            };
            if let (Some(known), Some(name)) = (known, name) {
                let first = known.entry(name.to_owned()).or_insert(ty);
                if *first != ty {
                    *first = None;
                }
            }
        }
        places
    }

    /// The type of a variable of a function.
    pub(crate) fn variable(&self, function: &str, name: &str) -> Option<CType> {
        self.variables.get(function)?.get(name).copied().flatten()
    }

    /// The type of a global variable.
    pub(crate) fn global(&self, name: &str) -> Option<CType> {
        self.globals.get(name).copied().flatten()
    }

    /// What a pointer of this type points to.
    pub(crate) fn pointee(&self, pointer: CType) -> Option<CType> {
        match self.types.get(&pointer)?.0 {
            Inside::Pointer(target) => target,
            _ => None,
        }
    }

    /// Whether it is a type of pointers.
    pub(crate) fn is_pointer(&self, ty: CType) -> bool {
        self.types.get(&ty).is_some_and(|(inside, _)| matches!(inside, Inside::Pointer(_)))
    }

    /// The size of a type in bytes; `None` if it has none.
    pub(crate) fn size(&self, ty: CType) -> Option<i128> {
        self.types.get(&ty).map(|(_, size)| *size).filter(|size| *size > 0)
    }

    /// The elements of an array.
    pub(crate) fn element(&self, array: CType) -> Option<CType> {
        match self.types.get(&array)?.0 {
            Inside::Array(element) => Some(element),
            _ => None,
        }
    }

    /// What lies at an offset inside an object of this type: how C names it behind the object, and its type. Its size is
    /// `width`; without one it is the outermost one that begins there; of a union the first member that fits. Nothing is said of
    /// bit-fields.
    pub(crate) fn inside(&self, ty: CType, offset: i128, width: Option<i128>) -> Option<(String, CType)> {
        self.found(ty, offset, width, DEEPEST)
    }

    fn found(&self, ty: CType, offset: i128, width: Option<i128>, depth: usize) -> Option<(String, CType)> {
        let size = self.size(ty).filter(|size| depth > 0 && (0..*size).contains(&offset))?;
        let inside = &self.types.get(&ty)?.0;
        let whole = matches!(inside, Inside::One | Inside::Pointer(_));
        if offset == 0 && width.is_none_or(|width| whole && width == size) {
            return Some((String::new(), ty));
        }
        let member = |(member, at, of): &Inner| {
            let (name, ty) = self.found(*of, offset - at, width, depth - 1)?;
            Some((if member.is_empty() { name } else { format!(".{member}{name}") }, ty))
        };
        match inside {
            Inside::Structure(members) => member(members.iter().rfind(|(_, at, _)| *at <= offset)?),
            Inside::Union(members) => members.iter().find_map(member),
            Inside::Array(element) => {
                let each = self.size(*element)?;
                let (name, ty) = self.found(*element, offset % each, width, depth - 1)?;
                Some((format!("[{}]{name}", offset / each), ty))
            }
            Inside::One | Inside::Pointer(_) => None,
        }
    }
}

/// What a type consists of, and its size in bytes.
fn inside(types: &Types<'_>, number: CType, pointer_bits: u32) -> Option<(Inside, i128)> {
    let size = types.size(number, u64::from(pointer_bits / 8))?;
    let inner = |members: Vec<Member<'_>>| {
        let told = |Member { name, offset, ty }: Member<'_>| (name.to_owned(), i128::from(offset), ty);
        let mut members: Vec<_> = members.into_iter().map(told).collect();
        members.sort_by_key(|(_, offset, _)| *offset);
        members
    };
    let inside = match types.shape(number)? {
        Shape::Pointer(target) => Inside::Pointer(target),
        Shape::Structure { members, .. } => Inside::Structure(inner(members)),
        Shape::Union { members, .. } => Inside::Union(inner(members)),
        Shape::Array { element, .. } => Inside::Array(element),
        Shape::Integer { .. } | Shape::Character { .. } | Shape::Other { .. } => Inside::One,
    };
    Some((inside, i128::from(size)))
}

/// The function around a scope.
pub(crate) fn function<'a>(metadata: &Metadata<'a>, mut scope: u32) -> Option<&'a str> {
    for _ in 0..SCOPES {
        let node = metadata.node(scope)?;
        match node.kind {
            "DISubprogram" => return node.text("name"),
            "DILexicalBlock" | "DILexicalBlockFile" => scope = node.reference("scope")?,
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Places;

    const TEXT: &str = "!1 = !DISubprogram(name: \"f\", type: !2)\n\
        !4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)\n\
        !5 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !6)\n\
        !6 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", size: 256, elements: !7)\n\
        !7 = !{!8, !10, !11}\n\
        !8 = !DIDerivedType(tag: DW_TAG_member, name: \"n\", baseType: !9, size: 32)\n\
        !9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
        !10 = !DIDerivedType(tag: DW_TAG_member, name: \"next\", baseType: !4, size: 64, offset: 64)\n\
        !11 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", baseType: !12, size: 128, offset: 128)\n\
        !12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 128, elements: !13)\n\
        !14 = !DILocalVariable(name: \"p\", arg: 1, scope: !1, type: !4)\n\
        !15 = distinct !DILexicalBlock(scope: !1)\n\
        !16 = !DILocalVariable(name: \"x\", scope: !1, type: !9)\n\
        !17 = !DILocalVariable(name: \"x\", scope: !15, type: !4)\n";

    #[test]
    fn places_have_the_names_that_c_gives_them() {
        let places = Places::of(TEXT, 64);
        let pointer = places.variable("f", "p").expect("a variable");
        let target = places.pointee(pointer).expect("a pointer");
        let named = |offset, width| places.inside(target, offset, width).map(|(name, _)| name);
        assert_eq!(named(0, Some(4)).as_deref(), Some(".n"));
        assert_eq!(named(8, Some(8)).as_deref(), Some(".next"));
        assert_eq!(named(20, Some(4)).as_deref(), Some(".a[1]"));
        assert_eq!(named(16, None).as_deref(), Some(".a"));
        // Padding, a part of a member, more than one member, and what lies outside.
        let outside = [(4, Some(4)), (0, Some(2)), (0, Some(8)), (32, Some(4)), (-4, Some(4))];
        assert!(outside.into_iter().all(|(offset, width)| named(offset, width).is_none()));
        assert_eq!(places.inside(target, 8, Some(8)).and_then(|(_, ty)| places.pointee(ty)), Some(target));
        assert_eq!((places.variable("f", "x"), places.variable("g", "p")), (None, None));
    }

    #[test]
    fn of_a_union_the_member_that_fits_is_named() {
        const TEXT: &str = "!1 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", size: 192, elements: !2)\n\
            !2 = !{!3, !4, !5}\n\
            !3 = !DIDerivedType(tag: DW_TAG_member, name: \"n\", baseType: !9, size: 32)\n\
            !4 = !DIDerivedType(tag: DW_TAG_member, name: \"u\", baseType: !6, size: 64, offset: 64)\n\
            !5 = !DIDerivedType(tag: DW_TAG_member, baseType: !6, size: 64, offset: 128)\n\
            !6 = !DICompositeType(tag: DW_TAG_union_type, size: 64, elements: !7)\n\
            !7 = !{!8, !10}\n\
            !8 = !DIDerivedType(tag: DW_TAG_member, name: \"i\", baseType: !9, size: 32)\n\
            !9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !10 = !DIDerivedType(tag: DW_TAG_member, name: \"l\", baseType: !11, size: 64)\n\
            !11 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n";
        let places = Places::of(TEXT, 64);
        let named = |offset, width| places.inside(1, offset, width).map(|(name, _)| name);
        assert_eq!(named(8, Some(4)).as_deref(), Some(".u.i"));
        assert_eq!(named(8, Some(8)).as_deref(), Some(".u.l"));
        assert_eq!(named(8, None).as_deref(), Some(".u"));
        // What lies in a union without a name has its own name alone.
        assert_eq!(named(16, Some(8)).as_deref(), Some(".l"));
        assert_eq!((named(12, Some(4)), named(8, Some(2))), (None, None));
    }
}
