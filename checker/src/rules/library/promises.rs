//! What a declaration or call may promise about a function of the contract library (`spec/rules/call.md`, Promises):
//! what its contract says, or less. LLVM believes promises, so a call with a promise that says more is refused.

use crate::rules::library::effects::{EXITS, is_assumption};
use crate::rules::library::table::{self, Gives, Reads, Writes};
use crate::rules::library::{mathematics, objects, sorting, tokens};
use crate::rules::shared::*;

/// Functions that take memory from the library, or give it back.
const ALLOCATION: [&str; 7] = ["malloc", "calloc", "realloc", "reallocarray", "free", "strdup", "strndup"];

/// Promises about allocation that are accepted only in this form.
const EXACTLY: [(&str, &str); 9] = [
    ("malloc", "allocsize(0)"),
    ("malloc", "allockind(alloc,uninitialized)"),
    ("calloc", "allocsize(0,1)"),
    ("calloc", "allockind(alloc,zeroed)"),
    ("realloc", "allocsize(1)"),
    ("realloc", "allockind(realloc)"),
    ("reallocarray", "allocsize(1,2)"),
    ("reallocarray", "allockind(realloc)"),
    ("free", "allockind(free)"),
];

/// Further functions, besides those of the table, that do only what their pointer arguments say, and allocation.
const NOTHING_ELSE: [&str; 8] = ["memcpy", "memmove", "memset", "abs", "labs", "llabs", "difftime", "__errno_location"];

/// Functions of the table that do something outside of the program's memory.
#[rustfmt::skip]
const OUTSIDE: [&str; 16] = [
    "remove", "unlink", "rmdir", "access", "mkdir", "chmod", "open", "rename", "write", "perror", "system", "chdir", "creat",
    "truncate", "link", "symlink",
];

/// Functions that may release memory: their argument, a buffer that is too short, or what they returned last.
const RELEASING: [&str; 8] =
    ["free", "realloc", "reallocarray", "fclose", "getline", "getdelim", "strerror", "strsignal"];

/// Functions that open a stream, to which nothing else points.
const OPENING: [&str; 4] = ["fopen", "fopen64", "fdopen", "tmpfile"];

/// The pointer arguments of a function.
#[derive(Default)]
struct Pointers {
    read: Vec<usize>,
    written: Option<usize>,
    /// The argument whose address, or an address inside, is in the result or in memory afterwards.
    kept: Option<usize>,
    /// Whether that argument is the result.
    returned: bool,
}

fn pointers(name: &str) -> Pointers {
    match name {
        "memcpy" | "memmove" => Pointers { read: vec![1], written: Some(0), kept: Some(0), returned: true },
        "memset" => Pointers { written: Some(0), kept: Some(0), returned: true, ..Pointers::default() },
        "realloc" | "reallocarray" | "free" => Pointers { read: vec![0], written: Some(0), ..Pointers::default() },
        "fprintf" => Pointers { read: vec![1], ..Pointers::default() },
        "printf" | "puts" => Pointers { read: vec![0], ..Pointers::default() },
        _ if objects::is_known(name) => {
            let (read, written, kept) = objects::pointers(name);
            Pointers { read, written, kept, returned: false }
        }
        // The separators. Of the other arguments nothing is said: what they lead to is kept, or written.
        _ if tokens::contract(name).is_some() => Pointers { read: vec![1], ..Pointers::default() },
        _ => table::contract(name).map(of_contract).unwrap_or_default(),
    }
}

fn of_contract((_, _, reads, writes, gives): &table::Contract) -> Pointers {
    let address = |read: &Reads| match read {
        Reads::Text(at) | Reads::Bytes(at, _) | Reads::Prefix(at, _) => Some(*at),
        Reads::Character(_) => None,
    };
    let read: Vec<usize> = reads.iter().filter_map(address).collect();
    let first = read.first().copied();
    let (written, stored) = match writes {
        Writes::Nothing => (None, None),
        Writes::Copied { to, .. } | Writes::Cut { to, .. } | Writes::Filled { to, .. } => (Some(*to), None),
        Writes::End { to } => (Some(*to), first),
    };
    let kept = match gives {
        Gives::Same(at) | Gives::Behind(at, _) => Some(*at),
        Gives::Inside | Gives::Found(_) => first,
        _ => stored,
    };
    Pointers { read, written, kept, returned: matches!(gives, Gives::Same(_)) }
}

/// Whether `memory(...)` allows what the function does.
fn memory(name: &str, text: &str, pointers: &Pointers) -> bool {
    let inside = text.strip_prefix("memory(").and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    let parts = || inside.split(',').map(|part| part.split_once(':').unwrap_or(("", part)));
    // A statement that names no place applies to all other places. If a place is named twice, each statement must
    // suffice.
    let allowed = |place: &str, access: &str| {
        let place = if parts().any(|(named, _)| named == place) { place } else { "" };
        let mut given = parts().filter(|(named, _)| *named == place).map(|(_, given)| given).peekable();
        given.peek().is_some() && given.all(|given| given == "readwrite" || given == access)
    };
    let allocates = ALLOCATION.contains(&name);
    let location = LOCATIONS.iter().any(|(function, ..)| *function == name);
    let only = NOTHING_ELSE.contains(&name) || mathematics::types(name).is_some();
    (allocates || location || only || table::contract(name).is_some() && !OUTSIDE.contains(&name))
        && (pointers.read.is_empty() || allowed("argmem", "read"))
        && (pointers.written.is_none() || allowed("argmem", "write"))
        && (!allocates || allowed("inaccessiblemem", "readwrite"))
}

/// Whether the contract says as much as the promise, or more.
pub(crate) fn holds(name: &str, promise: &Promise) -> bool {
    let text = &*promise.text;
    let (word, _) = text.split_once(['(', '=']).unwrap_or((text, ""));
    let all = pointers(name);
    // What the library holds of the environment and of the time zone may move.
    let releases = RELEASING.contains(&name) || objects::is_known(name);
    match (promise.of, word) {
        // LangRef defines what an intrinsic does; the reader refuses promises at calls.
        _ if name.starts_with("llvm.") => true,
        // What the function does that they call.
        _ if sorting::is_known(name) => false,
        (Owner::Function, "nosync" | "nocallback" | "norecurse") => true,
        (Owner::Function | Owner::Parameter(_), "nofree") => !releases,
        (Owner::Function, "willreturn") => !is_assumption(name) && EXITS.iter().all(|(exit, _)| *exit != name),
        (Owner::Function, "memory") => memory(name, text, &all),
        (Owner::Function, "allocsize" | "allockind") => EXACTLY.contains(&(name, text)),
        (Owner::Function, "alloc-family") => ALLOCATION.contains(&name) && text == "alloc-family=malloc",
        (Owner::Result, "noalias") => ALLOCATION.contains(&name) || OPENING.contains(&name),
        (Owner::Parameter(at), _) => {
            let (read, written) = (all.read.contains(&at), all.written == Some(at));
            match word {
                "captures" | "nocapture" => (read || written) && all.kept != Some(at),
                "readonly" => read && !written,
                "writeonly" => written && !read,
                "returned" => all.returned && all.kept == Some(at),
                _ => false,
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Owner, Promise, holds};

    fn says(name: &str, of: Owner, text: &str) -> bool {
        holds(name, &Promise { of, text: text.into() })
    }

    /// What LLVM itself adds to declarations (`opt -passes=inferattrs`), and what clang adds for the headers of glibc.
    #[test]
    fn what_compilers_say_is_true() {
        for (names, effects) in [
            ("isalpha isdigit tolower strlen strchr strstr memmem atoi bcmp", "memory(read)"),
            ("isdigit abs labs llabs __errno_location __ctype_b_loc __ctype_toupper_loc", "memory(none)"),
            ("strlen strnlen memchr memrchr memcmp strchr strpbrk strspn strncmp", "memory(argmem:read)"),
            ("strcpy stpncpy strncat strlcpy strlcat memcpy memmove memset strtol", "memory(argmem:readwrite)"),
            ("strcpy memcpy strtol", "memory(readwrite,errnomem:none)"),
            ("strdup strndup realloc free", "memory(argmem:readwrite,inaccessiblemem:readwrite)"),
            ("malloc calloc", "memory(inaccessiblemem:readwrite)"),
            ("malloc calloc", "memory(inaccessiblemem:readwrite,errnomem:write)"),
            ("malloc realloc free strdup", "alloc-family=malloc"),
            ("malloc", "allockind(alloc,uninitialized)"),
            ("malloc", "allocsize(0)"),
            ("calloc", "allocsize(0,1)"),
            ("strlen strtol malloc free printf rand __VERIFIER_nondet_int", "willreturn"),
            ("sqrt cbrt floorf lround", "memory(none)"),
            ("strlen exit malloc printf fprintf write", "nofree"),
            ("free exit", "nocallback"),
        ] {
            for name in names.split(' ') {
                assert!(says(name, Owner::Function, effects), "{name} {effects}");
            }
        }
        for (names, at, text) in [
            ("strlen strcmp strdup free realloc printf", 0, "captures(none)"),
            ("strstr strpbrk strcpy memmove strcat strtol", 1, "captures(none)"),
            ("strcpy strncpy strcat memcpy memset", 0, "returned"),
            ("strcpy stpcpy strncpy memcpy memmove memset", 0, "writeonly"),
            ("strtol strdup printf", 0, "readonly"),
            ("strcat memcpy", 1, "readonly"),
        ] {
            for name in names.split(' ') {
                assert!(says(name, Owner::Parameter(at), text), "{name} {text}");
            }
        }
        assert!("malloc calloc realloc strdup fopen tmpfile".split(' ').all(|name| says(
            name,
            Owner::Result,
            "noalias"
        )));
    }

    #[test]
    fn what_contracts_contradict() {
        for (names, text) in [
            ("strlen memcpy memset malloc free exit rand printf strtol __VERIFIER_assume", "memory(none)"),
            ("memcpy memset malloc free exit rand printf strtol strdup abort puts clock", "memory(read)"),
            ("remove unlink open rename write perror fprintf fwrite close", "memory(argmem:read)"),
            ("malloc free strdup strlen", "memory(argmem:none)"),
            ("malloc free realloc strdup", "memory(argmem:readwrite)"),
            ("strlen", "memory(read,argmem:none)"),
            ("strlen", "memory(argmem:read,argmem:none)"),
            ("strlen memcpy", "memory(argmem:write)"),
            ("malloc", "memory(inaccessiblemem:read)"),
            ("exit _exit abort __assert_fail reach_error __VERIFIER_assume __VERIFIER_assert", "willreturn"),
            ("free realloc fclose getline strerror", "nofree"),
            ("memcpy realloc calloc strdup", "allocsize(0)"),
            ("calloc free", "allockind(alloc,uninitialized)"),
            ("memcpy strlen", "alloc-family=malloc"),
            ("malloc", "alloc-family=own"),
            ("strlen", "speculatable"),
        ] {
            for name in names.split(' ') {
                assert!(!says(name, Owner::Function, text), "{name} {text}");
            }
        }
        for (names, at, text) in [
            ("memcpy strcpy stpcpy strchr strstr strchrnul memchr strtol", 0, "captures(none)"),
            ("memcpy memset strcpy strcat free realloc", 0, "readonly"),
            ("strcat strlen free realloc", 0, "writeonly"),
            ("strlen memcpy strtol", 0, "readnone"),
            ("stpcpy strchr realloc", 0, "returned"),
            ("memcpy strcpy", 1, "returned"),
            ("free realloc", 0, "nofree"),
            ("strlen printf", 1, "readonly"),
        ] {
            for name in names.split(' ') {
                assert!(!says(name, Owner::Parameter(at), text), "{name} {text}");
            }
        }
        assert!("memcpy strchr strcpy rand".split(' ').all(|name| !says(name, Owner::Result, "noalias")));
    }
}
