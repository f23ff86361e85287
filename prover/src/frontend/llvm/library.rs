//! What declarations and calls may promise about library functions (`spec/rules/call.md`, Promises): no more than the
//! functions' contracts say, since the program's compiler believes it.

use super::raw::{Attribute, AttributeIndex};
use crate::program::library::{
    Contract, Gives, Reads, Writes, contract, is_of_streams, location, print_format, result_types, sorted_types, tokens,
};
use crate::program::{mathematics, objects};

/// Functions that end the program, or may.
const ENDS: &str = "exit _Exit _exit abort __assert_fail __assert __VERIFIER_error reach_error __assert_rtn assert_fail \
    __VERIFIER_assume __CPROVER_assume assume __VERIFIER_assert";

/// Functions with an effect or result that concerns neither memory nor their arguments alone.
const OTHER: &str = "printf sprintf snprintf fprintf asprintf vprintf vsprintf vsnprintf vfprintf \
    puts getchar putchar getchar_unlocked putchar_unlocked clock time rand random srand srandom";

/// Functions that compute with numbers only.
const NUMBERS: &str = "abs labs llabs difftime";

/// Functions that do something outside of the program's memory.
const OUTSIDE: &str = "remove unlink rmdir access mkdir chmod open rename write perror \
    system chdir creat truncate link symlink";

/// Functions that take memory from the library, or give it back.
const ALLOCATION: &str = "malloc calloc realloc reallocarray free strdup strndup";

/// Functions that may release memory: their argument, a buffer that is too short, or what they returned last.
const RELEASING: &str = "free realloc reallocarray fclose getline getdelim strerror strsignal";

/// Functions that open a stream, to which nothing else points.
const OPENING: &str = "fopen fopen64 fdopen tmpfile";

/// LLVM's number for `memory(...)` has two bits for each place. The targets of arguments may be read or written; memory
/// that the program cannot reach is both.
const READS: u64 = 1;
const WRITES: u64 = 2;
const INACCESSIBLE: u64 = 4 | 8;

fn listed(list: &str, name: &str) -> bool {
    list.split(' ').any(|known| known == name)
}

/// How a function uses the targets of its pointer arguments.
#[derive(Clone, Copy, Default)]
struct Use {
    reads: bool,
    writes: bool,
    /// Whether the address, or one inside, is known afterwards.
    kept: bool,
    returned: bool,
    /// Whether memory holds the address, or one inside, afterwards.
    stored: bool,
}

fn use_of(name: &str, argument: u32) -> Use {
    let read = Use { reads: true, ..Use::default() };
    match (name, argument) {
        ("memcpy" | "memmove" | "memset", 0) => Use { writes: true, kept: true, returned: true, ..Use::default() },
        ("memcpy" | "memmove" | "fprintf", 1) | ("printf" | "puts", 0) => read,
        // The separators. Of the other arguments nothing is said: what they lead to is kept, or written.
        (_, 1) if tokens(name).is_some() => read,
        ("realloc" | "reallocarray" | "free", 0) => Use { writes: true, ..read },
        _ if let Some(contract) = objects::contract(name) => of_object(&contract, argument),
        _ => contract(name).map(|contract| in_contract(&contract, argument)).unwrap_or_default(),
    }
}

fn in_contract(contract: &Contract, argument: u32) -> Use {
    let this = |place: &usize| u32::try_from(*place) == Ok(argument);
    let pointer = |read: &Reads| match read {
        Reads::Text(place) | Reads::Bytes(place, _) | Reads::Prefix(place, _) => Some(*place),
        Reads::Character(_) => None,
    };
    let first = contract.reads.first().and_then(pointer);
    let (writes, stored) = match contract.writes {
        Writes::Nothing => (false, None),
        Writes::Copied { to, .. } | Writes::Cut { to, .. } | Writes::Filled { to, .. } => (this(&to), None),
        Writes::End { to } => (this(&to), first),
    };
    let given = match contract.gives {
        Gives::Same(place) | Gives::Behind(place, _) => Some(place),
        Gives::Inside | Gives::Found(_) => first,
        _ => stored,
    };
    Use {
        reads: contract.reads.iter().filter_map(pointer).any(|place| this(&place)),
        writes,
        kept: given.is_some_and(|place| this(&place)),
        returned: matches!(contract.gives, Gives::Same(place) if this(&place)),
        stored: stored.is_some_and(|place| this(&place)),
    }
}

fn of_object(contract: &objects::Contract, argument: u32) -> Use {
    let this = |place: usize| u32::try_from(place) == Ok(argument);
    let part = contract.parts.iter().find(|(place, _)| this(*place)).map(|(_, part)| *part);
    let kept = matches!(contract.outcome, objects::Outcome::NullOr(place) if this(place));
    let (reads, writes) = (part.is_some_and(objects::Part::reads), part.is_some_and(objects::Part::writes));
    Use { reads, writes, kept, ..Use::default() }
}

/// Whether a function of the library only reads what an argument points to, and gives its address to nothing.
pub(super) fn only_reads(name: &str, argument: u32) -> bool {
    let used = use_of(name, argument);
    used.reads && !used.writes && !used.kept && !used.returned
}

/// Whether an argument's address, or one inside, may be known afterwards otherwise than by the result: memory holds it,
/// a text shows it (`%p`, which `scanf` reads again), or the function is none of the library's. `text`: the bytes of an
/// argument that is a string constant.
pub(super) fn keeps_outside(name: &str, argument: u32, text: impl Fn(u32) -> Option<Vec<u8>>) -> bool {
    let format = print_format(name).and_then(|format| u32::try_from(format).ok());
    if let Some(format) = format {
        let Some(place) = argument.checked_sub(format + 1) else { return false };
        let letter = text(format).and_then(|text| conversions(&text)?.get(place as usize).copied());
        return !matches!(letter, Some(b's' | b'n'));
    }
    let used = use_of(name, argument);
    !(used.reads || used.writes) || used.stored
}

/// The letters of a format's conversions, one for each argument; `None` if a width or precision is an argument.
fn conversions(format: &[u8]) -> Option<Vec<u8>> {
    let mut letters = Vec::new();
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        match rest.find(|byte| !b"0123456789-+ #'.hlLqjzt".contains(byte)) {
            Some(b'%') => {}
            Some(b'*') | None => return None,
            Some(letter) => letters.push(letter),
        }
    }
    Some(letters)
}

/// Whether a function of the library does to memory only what `memory(...)`, as LLVM's number, allows, and returns.
pub(super) fn stays_within(name: &str, allowed: u64) -> bool {
    !listed(ENDS, name) && memory(name, allowed)
}

/// Whether `memory(...)`, as LLVM's number, allows what the function does.
fn memory(name: &str, allowed: u64) -> bool {
    let mut needed = 0;
    for used in (0..4).map(|argument| use_of(name, argument)) {
        needed |= if used.reads { READS } else { 0 };
        needed |= if used.writes { WRITES } else { 0 };
    }
    if listed(ALLOCATION, name) {
        needed |= INACCESSIBLE;
    }
    let elsewhere = !listed(NUMBERS, name)
        && mathematics::types(name).is_none()
        && !listed("memcpy memmove memset", name)
        && !listed(ALLOCATION, name)
        && location(name).is_none()
        && (contract(name).is_none() || listed(OUTSIDE, name));
    !elsewhere && needed & !allowed == 0
}

/// The numbers of `allocsize` and `allockind` for C's functions.
fn allocation(name: &str, word: &str) -> Option<u64> {
    const ONE: u64 = 0xffff_ffff;
    Some(match (name, word) {
        ("malloc", "allocsize") => ONE,
        ("calloc", "allocsize") => 1,
        ("realloc", "allocsize") => (1 << 32) | ONE,
        ("reallocarray", "allocsize") => (1 << 32) | 2,
        ("malloc", "allockind") => 1 | 8,
        ("calloc", "allockind") => 1 | 16,
        ("realloc" | "reallocarray", "allockind") => 2,
        ("free", "allockind") => 4,
        _ => return None,
    })
}

/// Whether what a user's contract may say of the program's own function is as much as an attribute, or more: that it
/// returns, calls nothing of the program, and releases nothing.
fn own_says(place: AttributeIndex, word: &str) -> bool {
    match place {
        AttributeIndex::Function => matches!(word, "nosync" | "nocallback" | "norecurse" | "nofree" | "willreturn"),
        AttributeIndex::Parameter(_) => word == "nofree",
        AttributeIndex::Result => false,
    }
}

/// Whether the function's contract says as much as an attribute, or more. `number` is the attribute's.
pub(super) fn says(name: &str, place: AttributeIndex, word: &str, number: u64) -> bool {
    let known = [ENDS, OTHER, NUMBERS, ALLOCATION, "memcpy memmove memset"].iter().any(|list| listed(list, name))
        || name.contains("nondet")
        || location(name).is_some()
        || contract(name).is_some()
        || mathematics::types(name).is_some()
        || is_of_streams(name)
        || objects::contract(name).is_some()
        || tokens(name).is_some()
        || result_types(name).is_some()
        || sorted_types(name).is_some();
    if !known && crate::frontend::is_programs_own(name) {
        return own_says(place, word);
    }
    // A function without a contract is never called.
    if !known {
        return true;
    }
    match (place, word) {
        // What the function does that they call.
        _ if sorted_types(name).is_some() => false,
        (AttributeIndex::Function, "nosync" | "nocallback" | "norecurse") => true,
        (AttributeIndex::Function | AttributeIndex::Parameter(_), "nofree") => {
            // What the library holds of the environment and of the time zone may move.
            !listed(RELEASING, name) && objects::contract(name).is_none()
        }
        (AttributeIndex::Function, "willreturn") => !listed(ENDS, name),
        (AttributeIndex::Function, "memory") => memory(name, number),
        (AttributeIndex::Function, "allocsize" | "allockind") => allocation(name, word) == Some(number),
        (AttributeIndex::Result, "noalias") => listed(ALLOCATION, name) || listed(OPENING, name),
        (AttributeIndex::Parameter(argument), _) => {
            let used = use_of(name, argument);
            match word {
                "captures" | "nocapture" => (used.reads || used.writes) && !used.kept,
                "readonly" => used.reads && !used.writes,
                "writeonly" => used.writes && !used.reads,
                "returned" => used.returned,
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether `"alloc-family"` names C's functions.
pub(super) fn family(name: &str, attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Text(word, value) if word == "alloc-family" => value == "malloc" && listed(ALLOCATION, name),
        _ => true,
    }
}
