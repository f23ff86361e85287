//! Types that a contract refers to by name, and whose meaning is determined by the module or fixed.

use crate::contract::lexer::{self, Kind};
use crate::contract::types::{Base, CType, base};
use crate::program::Program;
use std::fmt;

/// Words that every C program may define, and that a contract understands as the C library defines them.
pub(super) const WORDS: &[&str] = &[
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "bool",
];

/// A C expression that is 1 if a word means what a contract understands by it; `None` for other words.
pub(super) fn meant(word: &str) -> Option<String> {
    if !WORDS.contains(&word) {
        return None;
    }
    let (size, signed) = match base(&[word]).ok()? {
        Base::Bool => return Some(format!("__builtin_types_compatible_p({word}, _Bool)")),
        Base::Fixed { bits, signed } => ((bits / 8).to_string(), signed),
        Base::Word { signed } => ("sizeof(void *)".to_owned(), signed),
        _ => return None,
    };
    Some(format!("sizeof({word}) == {size} && (({word})-1 < 0) == {}", u8::from(signed)))
}

/// A type, as a contract understands it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedType {
    /// `struct NAME`, or a word like `size_t`.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// In bytes.
    pub align: u64,
    /// Whether an integer type has negative values; `None` for other types.
    pub signed: Option<bool>,
}

impl fmt::Display for NamedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.size == 1 { "" } else { "s" };
        write!(f, "{}: {} byte{s}, alignment {}", self.name, self.size, self.align)
    }
}

impl NamedType {
    /// Its spellings in C: a contract refers to a structure without a tag by its typedef.
    pub fn spellings(&self) -> Vec<&str> {
        match self.name.strip_prefix("struct ") {
            Some(tag) => vec![&self.name, tag],
            None => vec![&self.name],
        }
    }

    /// A C condition that holds if a type with this spelling is what the contract understands by it, or is aligned more
    /// strictly: then the contract allows more calls than C does.
    pub fn assertion(&self, spelling: &str) -> String {
        let sign = match self.signed {
            Some(signed) => format!(" && (({spelling})-1 < 0) == {}", u8::from(signed)),
            None => String::new(),
        };
        if self.name == "bool" {
            return format!("_Static_assert(__builtin_types_compatible_p({spelling}, _Bool), \"\");");
        }
        let (size, align) = (self.size, self.align);
        format!("_Static_assert(sizeof(*({spelling} *)0) == {size} && _Alignof({spelling}) >= {align}{sign}, \"\");")
    }
}

/// The named types of a contract whose sizes are printed.
pub fn named_types(text: &str, program: &Program) -> Vec<NamedType> {
    let mut types = compared_types(text, program);
    // It is `_Bool`, whose size everybody knows.
    types.retain(|ty| ty.name != "bool");
    types
}

/// The named types of a contract that are compared with the file, in the contract's order. Types of unknown size, which
/// no range can have, are left out.
pub fn compared_types(text: &str, program: &Program) -> Vec<NamedType> {
    let tokens = lexer::annotation(text, 1);
    let mut types: Vec<NamedType> = Vec::new();
    let mut tag = false;
    for token in &tokens {
        let after_struct = std::mem::replace(&mut tag, token.is("struct"));
        let words = match token.text.as_str() {
            name if after_struct => vec!["struct", name],
            word if token.kind == Kind::Word && WORDS.contains(&word) => vec![word],
            _ => continue,
        };
        let Ok(base) = base(&words) else { continue };
        let signed = match base {
            Base::Fixed { signed, .. } | Base::Word { signed } => Some(signed),
            Base::Bool => Some(false),
            _ => None,
        };
        let name = words.join(" ");
        let layout = CType { base, stars: 0 }.layout(program);
        if let (Ok((size, align)), false) = (layout, types.iter().any(|t| t.name == name)) {
            types.push(NamedType { name, size, align, signed });
        }
    }
    types
}

/// Type words that a contract may use as they are (spec/precondition.md), besides those of `named`.
const TYPES: &[&str] = &[
    "const", "volatile", "restrict", "signed", "unsigned", "char", "short", "int", "long", "_Bool", "void", "float",
    "double",
];

/// Whether a word is a part of types.
pub(super) fn is_type_word(word: &str) -> bool {
    TYPES.contains(&word) || WORDS.contains(&word)
}
