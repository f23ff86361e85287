//! Functions of the library on strings, ranges of bytes and characters, and those whose result is arbitrary.

use crate::reader::Type;
use crate::rules::library::mathematics;
use crate::run::library::blocks::{Move, Result, allocate, byte, copy, fill};
use crate::run::library::characters::{class, put, text};
use crate::run::library::numbers::{self, Conversion, Part};
use crate::run::machine::{External, Machine};
use crate::run::memory::{Birth, Range};
use crate::run::value::{Step, Value, gap, mask, signed};

/// Types of the functions handled here, in the letters of contracts, with their names.
const TYPES: [(&str, &str); 19] = [
    ("pppl", "memcpy memmove strncpy strncat"),
    ("ppil", "memset memchr memrchr"),
    ("pplpl", "memmem"),
    ("lppi", "strtol strtoul"),
    ("Lppi", "strtoll strtoull strtoimax strtoumax strtoq strtouq"),
    ("ippl", "memcmp bcmp strncmp"),
    ("lp", "strlen atol time"),
    ("lpl", "strnlen"),
    ("lppl", "strlcpy strlcat"),
    ("ipp", "strcmp"),
    ("ppp", "strcpy stpcpy strcat strpbrk strstr strcasestr"),
    ("ppi", "strchr strrchr index rindex strchrnul"),
    ("lpp", "strspn strcspn"),
    ("pp", "strdup"),
    ("ppl", "strndup"),
    ("ip", "atoi puts"),
    ("Lp", "atoll"),
    ("LL", "llabs"),
    ("vi", "srand"),
];

/// Types of functions on characters and numbers, with their names.
const SCALARS: [(&str, &str); 4] = [
    (
        "ii",
        "abs putchar isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit \
         tolower toupper",
    ),
    ("ll", "labs"),
    ("i", "rand getchar"),
    ("l", "random clock"),
];

/// The contract of a function that is neither an input, an exit nor an allocation.
pub fn call(m: &mut Machine, c: &External, name: &str) -> Result {
    match name {
        "printf" => return print(m, c),
        "sprintf" | "snprintf" => return numbers::print_to(m, c, name),
        _ => {}
    }
    if let Some(letters) = mathematics::types(name) {
        c.typed(m.pointer(), &letters)?;
        return Ok(Some(Value::Unknown));
    }
    let known = |(_, names): &&(&str, &str)| names.split(' ').any(|known| known == name);
    let Some((letters, _)) = TYPES.iter().chain(&SCALARS).find(known) else {
        return gap(format!("@{name} has no contract that a run follows"));
    };
    c.typed(m.pointer(), letters)?;
    let number = |value: u64| Ok(Some(Value::Bits(value)));
    match name {
        "memcpy" | "memmove" => {
            let (target, source, length) = (c.at(0), c.at(1), c.at(2));
            let overlap = name == "memmove";
            copy(m, &Move { target, source, length, aligns: (1, 1), overlap, same: false, volatile: false })?;
            Ok(Some(target))
        }
        "memset" => fill(m, c.at(0), c.at(1), c.at(2), 1).map(|()| Some(c.at(0))),
        "strlen" => number(text(m, c, 0, u64::MAX)?.len() as u64),
        "strnlen" => {
            let most = c.known(1, "size")?;
            number(text(m, c, 0, most)?.len() as u64)
        }
        "strcmp" | "strncmp" | "memcmp" | "bcmp" => compare(m, c, name),
        "strcpy" | "stpcpy" | "strncpy" | "strcat" | "strncat" => write(m, c, name),
        "strlcpy" | "strlcat" => cut(m, c, name),
        "strchr" | "index" | "strrchr" | "rindex" | "strchrnul" | "memchr" | "memrchr" | "memmem" => find(m, c, name),
        "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtoimax" | "strtoumax" | "strtoq" | "strtouq" => {
            numbers::parsed(m, c, name)
        }
        "strspn" | "strcspn" | "strpbrk" | "strstr" | "strcasestr" => search(m, c, name),
        "strdup" | "strndup" => {
            let most = if name == "strndup" { c.known(1, "size")? } else { u64::MAX };
            let mut all = text(m, c, 0, most)?;
            all.push(0);
            let Some(address) = allocate(m, c, all.len() as u128, Birth::Uninitialised)? else { return number(0) };
            put(m, address, &all)?;
            number(address)
        }
        "abs" | "labs" | "llabs" => absolute(m, c).map(Some),
        "atoi" | "atol" | "atoll" => numbers::simple(m, c),
        "tolower" | "toupper" | "puts" => arbitrary(m, c, name),
        _ if name.starts_with("is") => {
            let class = class(name, character(c)?);
            number(u64::from(class))
        }
        "time" if c.known(0, "address")? != 0 => gap("time with a pointer that is not null"),
        _ => Ok(Some(Value::Unknown)),
    }
}

/// The address of what is found in a string or a range; 0 if it is not there.
fn find(m: &mut Machine, c: &External, name: &str) -> Result {
    let number = |value: u64| Ok(Some(Value::Bits(value)));
    match name {
        "strchr" | "index" | "strrchr" | "rindex" => {
            let (address, wanted) = (c.known(0, "address")?, c.known(1, "character")? as u8);
            let mut all = text(m, c, 0, u64::MAX)?;
            all.push(0);
            let is = |byte: &u8| *byte == wanted;
            let place =
                if name.contains('r') && name != "strchr" { all.iter().rposition(is) } else { all.iter().position(is) };
            number(place.map_or(0, |place| address.wrapping_add(place as u64) & mask(m.pointer())))
        }
        "strchrnul" => {
            let (address, wanted) = (c.known(0, "address")?, c.known(1, "character")? as u8);
            let all = text(m, c, 0, u64::MAX)?;
            let place = all.iter().position(|byte| *byte == wanted).unwrap_or(all.len());
            number(address.wrapping_add(place as u64) & mask(m.pointer()))
        }
        "memrchr" => {
            let (address, wanted, n) = (c.known(0, "address")?, c.known(1, "character")? as u8, c.known(2, "size")?);
            let mut place = n;
            while place > 0 {
                place -= 1;
                if byte(m, address, place)? == wanted {
                    return number(address.wrapping_add(place) & mask(m.pointer()));
                }
            }
            number(0)
        }
        "memmem" => {
            let (address, n) = (c.known(0, "address")?, c.known(1, "size")?);
            let (wanted, length) = (c.known(2, "address")?, c.known(3, "size")?);
            let (all, wanted) = (whole(m, address, n)?, whole(m, wanted, length)?);
            m.charge(n.saturating_mul(length))?;
            let place = (0..=all.len()).find(|place| all[*place..].starts_with(&wanted));
            number(place.map_or(0, |place| address.wrapping_add(place as u64) & mask(m.pointer())))
        }
        _ => {
            let (address, wanted, n) = (c.known(0, "address")?, c.known(1, "character")? as u8, c.known(2, "size")?);
            let mut place = 0;
            while place < n {
                if byte(m, address, place)? == wanted {
                    return number(address.wrapping_add(place) & mask(m.pointer()));
                }
                place += 1;
            }
            number(0)
        }
    }
}

/// A character as `unsigned char`; `None` for -1, the end of a file.
fn character(c: &External) -> Step<Option<u8>> {
    match signed(c.known(0, "character")?, 32) {
        -1 => Ok(None),
        code @ 0..=255 => Ok(Some(code as u8)),
        _ => gap("no character"),
    }
}

/// Functions whose argument is a string or a character, and whose result stays unknown, except for the case of a
/// character.
fn arbitrary(m: &mut Machine, c: &External, name: &str) -> Result {
    match name {
        "tolower" | "toupper" => {
            let code = character(c)?;
            let other =
                |code: u8| if name == "tolower" { code.to_ascii_lowercase() } else { code.to_ascii_uppercase() };
            Ok(Some(code.map_or(c.at(0), |code| Value::Bits(u64::from(other(code))))))
        }
        _ => text(m, c, 0, u64::MAX).map(|_| Some(Value::Unknown)),
    }
}

/// Compares by the first difference. Only the sign of the result is defined, so a run may take it as 1.
fn compare(m: &mut Machine, c: &External, name: &str) -> Result {
    let most = if name == "strcmp" { u64::MAX } else { c.known(2, "size")? };
    let mut place = 0;
    let mut result = 0;
    while place < most {
        let (left, right) = (c.known(0, "address")?, c.known(1, "address")?);
        let (a, b) = (byte(m, left, place)?, byte(m, right, place)?);
        if a != b {
            result = if a < b { mask(32) } else { 1 };
            break;
        }
        if a == 0 && name.starts_with("str") {
            break;
        }
        place += 1;
    }
    // All bytes must be readable, even if an earlier one differs.
    if result != 0 && !name.starts_with("str") {
        for address in [c.known(0, "address")?, c.known(1, "address")?] {
            let whole = m.memory.access("load", Range { address, size: most, align: 1 });
            whole.or_else(|_| gap("a comparison of more bytes than there are, with a difference before"))?;
        }
    }
    Ok(Some(Value::Bits(result)))
}

/// All bytes of a range that a library function may look at, in an order that is not fixed.
fn whole(m: &mut Machine, address: u64, size: u64) -> Step<Vec<u8>> {
    if size > 0 {
        let access = m.memory.access("load", Range { address, size, align: 1 });
        access.or_else(|_| gap("a search in more bytes than there are"))?;
    }
    (0..size).map(|place| byte(m, address, place)).collect()
}

fn write(m: &mut Machine, c: &External, name: &str) -> Result {
    let to = c.known(0, "address")?;
    let before = if name.ends_with("cat") { text(m, c, 0, u64::MAX)?.len() as u64 } else { 0 };
    let most = if name.contains('n') { c.known(2, "size")? } else { u64::MAX };
    let mut all = text(m, c, 1, most)?;
    let length = all.len() as u64;
    let written = if name == "strncpy" { most } else { length + 1 };
    let target = room(m, c, name, to.wrapping_add(before), written, (length + 1).min(most))?;
    m.charge(written)?;
    all.resize(usize::try_from(written).unwrap_or(0), 0);
    put(m, target, &all)?;
    let end = if name == "stpcpy" { length } else { 0 };
    Ok(Some(Value::Bits(to.wrapping_add(end) & mask(m.pointer()))))
}

/// `strlcpy` and `strlcat`: what does not fit is cut off.
fn cut(m: &mut Machine, c: &External, name: &str) -> Result {
    let (to, size) = (c.known(0, "address")?, c.known(2, "size")?);
    let before = if name == "strlcat" { text(m, c, 0, size)?.len() as u64 } else { 0 };
    let mut all = text(m, c, 1, u64::MAX)?;
    let length = all.len() as u64;
    if before < size {
        all.truncate(usize::try_from(size - before - 1).unwrap_or(usize::MAX));
        all.push(0);
        let target = room(m, c, name, to.wrapping_add(before), all.len() as u64, length + 1)?;
        put(m, target, &all)?;
    }
    Ok(Some(Value::Bits(before.wrapping_add(length) & mask(m.pointer()))))
}

/// The address of a range of this size that may be written and does not overlap the `read` bytes of argument 1. It is
/// checked before the bytes are made, since a program may ask for any number of them.
fn room(m: &mut Machine, c: &External, name: &str, target: u64, written: u64, read: u64) -> Step<u64> {
    let (target, source) = (target & mask(m.pointer()), c.known(1, "address")?);
    let apart = target.checked_sub(source).is_some_and(|d| d >= read)
        || source.checked_sub(target).is_some_and(|d| d >= written);
    if !apart && written > 0 && read > 0 {
        return gap(format!("@{name} of overlapping ranges"));
    }
    if written > 0 {
        m.memory.write("store", Range { address: target, size: written, align: 1 })?;
    }
    Ok(target)
}

fn search(m: &mut Machine, c: &External, name: &str) -> Result {
    let address = c.known(0, "address")?;
    let (mut all, mut set) = (text(m, c, 0, u64::MAX)?, text(m, c, 1, u64::MAX)?);
    if name == "strcasestr" {
        (all, set) = (all.to_ascii_lowercase(), set.to_ascii_lowercase());
    }
    m.charge((all.len() as u64).saturating_mul(set.len() as u64))?;
    let first = |wanted: bool| all.iter().position(|byte| set.contains(byte) == wanted);
    let found = |place: Option<usize>| place.map_or(0, |place| address.wrapping_add(place as u64) & mask(m.pointer()));
    Ok(Some(Value::Bits(match name {
        "strspn" => first(false).unwrap_or(all.len()) as u64,
        "strcspn" => first(true).unwrap_or(all.len()) as u64,
        "strpbrk" => found(first(true)),
        _ => found((0..=all.len()).find(|place| all[*place..].starts_with(&set))),
    })))
}

/// X-ABS
pub fn absolute(m: &Machine, c: &External) -> Step<Value> {
    let Some(width) = m.width(&c.signature.result) else { return gap("a type that is no integer") };
    let number = signed(c.known(0, "operand")?, width);
    match number == -(1 << (width - 1)) {
        true => gap("the absolute value of the smallest number"),
        false => Ok(Value::Bits(number.unsigned_abs() as u64)),
    }
}

/// X-PRINT: a format whose conversions fit the arguments. The result is unknown.
fn print(m: &mut Machine, c: &External) -> Result {
    let fixed = c.signature.parameters.len();
    let first = c.arguments.first().is_some_and(|argument| argument.ty == Type::Pointer);
    if c.signature.result != Type::Int(32) || !c.signature.varargs || fixed > 1 || !first {
        return gap("the contract of @printf is about another type");
    }
    let given = text(m, c, 0, u64::MAX)?;
    for part in numbers::format(m, c, &given, 1)? {
        if let Part::Argument(Conversion { of, place, precision, .. }) = part
            && of.letter == b's'
        {
            text(m, c, place, precision.unwrap_or(u64::MAX))?;
        }
    }
    Ok(Some(Value::Unknown))
}
