//! Types of library functions, in the letters of [`crate::program::library::Contract`].

use super::{Rule, Step, Stop};
use crate::program::{Operand, Type};

/// The types of a call are the library's.
pub(super) fn typed(
    s: &Step<'_, '_>,
    name: &str,
    (result, arguments): (Type, &[(Type, Operand)]),
    wanted: &str,
) -> Rule<()> {
    let types = std::iter::once(result).chain(arguments.iter().map(|(ty, _)| *ty));
    let (known, further) = match wanted.strip_suffix('.') {
        Some(known) => (known, true),
        None => (wanted, false),
    };
    let known: Vec<Type> = known.chars().map(|letter| of_letter(letter, s.pointer_bits())).collect();
    let given: Vec<Type> = types.collect();
    match given == known || further && given.starts_with(&known) {
        true => Ok(()),
        false => {
            let what = format!("'{name}' of another type than the library's (its header declares it)");
            Err(Stop::Unsupported(what.into()))
        }
    }
}

fn of_letter(letter: char, pointer_bits: u32) -> Type {
    match letter {
        'v' => Type::Void,
        'p' => Type::Pointer,
        'i' => Type::Int(32),
        'L' => Type::Int(64),
        'd' => Type::Float(8),
        'f' => Type::Float(4),
        _ => Type::Int(pointer_bits),
    }
}
