//! The C types that a contract may use.

use crate::contract::ContractError;
use crate::program::Program;

/// The part of a type below its stars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char` and similar types, with an exact width.
    Fixed {
        /// 8, 16, 32 or 64.
        bits: u32,
        /// Whether it has negative values.
        signed: bool,
    },
    /// `long`, `size_t` and similar types, as wide as a pointer.
    Word {
        /// Whether it has negative values.
        signed: bool,
    },
    /// `float`
    Float,
    /// `double`
    Double,
    /// `struct` of this tag.
    Struct(String),
    /// A type of which only size and alignment are given, in bytes.
    Object {
        /// A multiple of the alignment.
        size: u64,
        /// A power of two.
        align: u64,
    },
    /// A type that only the program knows.
    Named(String),
}

/// A type: stars over a base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CType {
    /// What is below the stars.
    pub base: Base,
    /// Number of `*`.
    pub stars: usize,
}

/// A parameter as C declares it; arrays and functions are pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the contract.
    pub name: String,
    /// Its type.
    pub ty: CType,
}

impl CType {
    /// What a pointer of this type points to.
    pub fn pointee(&self) -> Option<CType> {
        Some(CType { base: self.base.clone(), stars: self.stars.checked_sub(1)? })
    }

    /// Whether its values are integers.
    pub fn is_integer(&self) -> bool {
        self.stars == 0 && matches!(self.base, Base::Bool | Base::Fixed { .. } | Base::Word { .. })
    }

    /// Size and alignment in bytes.
    pub fn layout(&self, program: &Program) -> Result<(u64, u64), ContractError> {
        let pointer = u64::from(program.pointer_bits / 8);
        if self.stars > 0 {
            return Ok((pointer, pointer));
        }
        match &self.base {
            Base::Void => Err(ContractError::new("a range over 'void *' needs a cast that says what it points to")),
            Base::Bool => Ok((1, 1)),
            Base::Fixed { bits: 64, .. } => Ok((8, program.layouts.align_i64)),
            Base::Fixed { bits, .. } => Ok((u64::from(bits / 8), u64::from(bits / 8))),
            Base::Word { .. } if pointer == 8 => Ok((8, program.layouts.align_i64)),
            Base::Word { .. } => Ok((pointer, pointer)),
            Base::Float => Ok((4, 4)),
            Base::Double => Ok((8, program.layouts.align_double)),
            Base::Object { size, align } => Ok((*size, *align)),
            Base::Named(name) => Err(ContractError::new(format!("'{name}' is no type that a contract may use"))),
            Base::Struct(name) => program.layouts.structs.get(name).copied().ok_or_else(|| {
                ContractError::new(format!(
                    "the module does not say what 'struct {name}' is (the functions of this file do not use its members)"
                ))
            }),
        }
    }

    /// Bits and signedness of a parameter of this type; `None` for floating point.
    pub fn integer(&self, program: &Program) -> Option<(u32, bool)> {
        if self.stars > 0 {
            return Some((program.pointer_bits, false));
        }
        match self.base {
            Base::Bool => Some((1, false)),
            Base::Fixed { bits, signed } => Some((bits, signed)),
            Base::Word { signed } => Some((program.pointer_bits, signed)),
            _ => None,
        }
    }
}

/// The base that words name, or a type that only the program knows.
pub(super) fn base_or_name(words: &[&str]) -> Base {
    let unqualified = || words.iter().filter(|w| !qualifier(w)).copied().collect::<Vec<_>>();
    base(words).unwrap_or_else(|_| Base::Named(unqualified().join(" ")))
}

/// The base that words name, in any order that C allows.
pub(super) fn base(words: &[&str]) -> Result<Base, ContractError> {
    let bad = || ContractError::new(format!("'{}' is no type that a contract may use", words.join(" ")));
    if let [rest @ .., "struct", name] | ["struct", name, rest @ ..] = words {
        return match rest.iter().all(|w| qualifier(w)) {
            true => Ok(Base::Struct((*name).to_string())),
            false => Err(bad()),
        };
    }
    let mut sign: Option<bool> = None;
    let mut longs = 0;
    let mut int = false;
    let mut main: Option<&str> = None;
    for word in words.iter().filter(|w| !qualifier(w)) {
        match *word {
            "signed" | "unsigned" if sign.is_none() => sign = Some(*word == "signed"),
            "long" if longs < 2 => longs += 1,
            "int" if !int => int = true,
            other if main.is_none() => main = Some(other),
            _ => return Err(bad()),
        }
    }
    let signed = sign.unwrap_or(true);
    let fixed = |bits, signed| Ok(Base::Fixed { bits, signed });
    let plain = sign.is_none() && longs == 0 && !int;
    match (main, longs) {
        (None, 2) => fixed(64, signed),
        (None, 1) => Ok(Base::Word { signed }),
        (None, _) if int || sign.is_some() => fixed(32, signed),
        (Some("short"), 0) => fixed(16, signed),
        (Some("char"), 0) if !int => fixed(8, signed),
        (Some(name), _) if plain => match name {
            "void" => Ok(Base::Void),
            "_Bool" | "bool" => Ok(Base::Bool),
            "float" => Ok(Base::Float),
            "double" => Ok(Base::Double),
            "size_t" | "uintptr_t" => Ok(Base::Word { signed: false }),
            "ssize_t" | "ptrdiff_t" | "intptr_t" => Ok(Base::Word { signed: true }),
            "int8_t" => fixed(8, true),
            "int16_t" => fixed(16, true),
            "int32_t" => fixed(32, true),
            "int64_t" => fixed(64, true),
            "uint8_t" => fixed(8, false),
            "uint16_t" => fixed(16, false),
            "uint32_t" => fixed(32, false),
            "uint64_t" => fixed(64, false),
            _ => Err(bad()),
        },
        _ => Err(bad()),
    }
}

pub(super) fn qualifier(word: &str) -> bool {
    matches!(word, "const" | "volatile" | "restrict")
}
