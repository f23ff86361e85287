//! The contract library against the C library: each row of the checker's table is compared with what the function
//! itself does with random arguments, in memory that ends where the contract says that nothing is looked at.

use std::ffi::{CString, c_char, c_int, c_void};

use checker::library::{CONTRACTS, Contract, Gives, Last, Reads, Writes};

unsafe extern "C" {
    fn mmap(at: *mut c_void, size: usize, may: c_int, how: c_int, file: c_int, from: i64) -> *mut c_void;
    fn mprotect(at: *mut c_void, size: usize, may: c_int) -> c_int;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn free(block: *mut c_void);
    fn snprintf(to: *mut c_char, size: usize, format: *const c_char, ...) -> c_int;
    fn sprintf(to: *mut c_char, format: *const c_char, ...) -> c_int;
}

/// What glibc has since version 2.38. Another library's can be loaded before the test (`LD_PRELOAD`).
const SINCE_2_38: [&str; 2] = ["strlcpy", "strlcat"];
const PAGE: usize = 4096;
const ROUNDS: u64 = 600;
/// Guards that no function may write.
const OLD: u8 = 0xee;

/// A page between two that cannot be accessed.
struct Arena(*mut u8);

impl Arena {
    fn new() -> Arena {
        // SAFETY: a fresh private mapping of three pages, of which the middle one is made accessible.
        unsafe {
            let base = mmap(std::ptr::null_mut(), 3 * PAGE, 0, 0x22, -1, 0).cast::<u8>();
            assert!(!base.is_null() && base as isize != -1, "no memory");
            assert_eq!(mprotect(base.add(PAGE).cast(), PAGE, 3), 0);
            Arena(base.add(PAGE))
        }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: the page is mapped for the whole test, and nobody writes it while the slice is used.
        unsafe { std::slice::from_raw_parts(self.0, PAGE) }
    }

    /// Puts bytes at the end of the page, garbage in front; their address.
    fn place(&self, text: &[u8]) -> u64 {
        let page = [vec![OLD; PAGE - text.len()], text.to_vec()].concat();
        // SAFETY: the page is mapped for the whole test.
        unsafe { self.0.copy_from(page.as_ptr(), PAGE) };
        self.0 as u64 + (PAGE - text.len()) as u64
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick(&mut self, from: &[u8]) -> u8 {
        from[self.below(from.len() as u64) as usize]
    }

    fn text(&mut self, most: u64, from: &[u8]) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.pick(from)).collect()
    }
}

/// What was read: the address, the bytes that count, and how far it may be looked at.
struct Range {
    address: u64,
    text: Vec<u8>,
}

const LETTERS: &[u8] = b"aaabbAB\xe4";
const DIGITS: &[u8] = b"  -+0017zx";

/// One call under preparation.
struct Call {
    arguments: [u64; 4],
    counts: [Option<u64>; 4],
    ranges: Vec<Range>,
    character: i64,
}

impl Call {
    fn new(contract: &Contract, arenas: &[Arena], round: u64, random: &mut Random) -> Call {
        let (_, types, reads, writes, _) = contract;
        let letters = if matches!(writes, Writes::End { .. }) || types.len() == 2 { DIGITS } else { LETTERS };
        let mut call = Call { arguments: [0; 4], counts: [None; 4], ranges: Vec::new(), character: 0 };
        for (number, read) in reads.iter().enumerate() {
            let arena = &arenas[number];
            let (at, text, address) = match *read {
                Reads::Character(at) => {
                    call.character = (round % 257) as i64 - 1;
                    (at, Vec::new(), call.character as u64)
                }
                Reads::Text(at) => {
                    let text = random.text(12, letters);
                    let address = arena.place(&[&text[..], &[0]].concat());
                    (at, text, address)
                }
                Reads::Bytes(at, count) => {
                    let size = call.count(count, random);
                    let text: Vec<u8> = (0..size).map(|_| random.pick(b"abAB\0\xe4")).collect();
                    let address = arena.place(&text);
                    (at, text, address)
                }
                Reads::Prefix(at, count) => {
                    let size = call.count(count, random);
                    let mut text = random.text(size.max(1) - 1, letters);
                    let ended = random.below(2) == 0 && size > 0;
                    if !ended {
                        text = (0..size).map(|_| random.pick(letters)).collect();
                    }
                    let stored = if ended { [&text[..], &[0]].concat() } else { text.clone() };
                    let address = arena.place(&stored);
                    (at, text, address)
                }
            };
            call.arguments[at] = address;
            call.ranges.push(Range { address, text });
        }
        // What is left are characters, and the base of digits.
        for at in 1..types.len() - 1 {
            if types.as_bytes()[at + 1] == b'i' && call.counts[at].is_none() && call.arguments[at] == 0 {
                let high = [0, 256, 0xffff_ff00][random.below(3) as usize];
                call.arguments[at] = match writes {
                    Writes::End { .. } => [0, 2, 8, 10, 16, 36][random.below(6) as usize],
                    _ => u64::from(random.pick(b"aAb\0z\xe4")) + high,
                };
            }
        }
        call
    }

    /// The count of a range: that of another range, or a new one.
    fn count(&mut self, at: usize, random: &mut Random) -> u64 {
        let count = *self.counts[at].get_or_insert_with(|| random.below(14));
        self.arguments[at] = count;
        count
    }

    fn length(&self, range: usize) -> u64 {
        self.ranges.get(range).map_or(0, |range| range.text.len() as u64)
    }

    /// Places the target: its argument and content; the part that may be written, from its start.
    fn target(&mut self, writes: Writes, arena: &Arena, random: &mut Random) -> Option<(u64, std::ops::Range<usize>)> {
        let (to, before, bytes) = match writes {
            Writes::Nothing => return None,
            Writes::Copied { to, behind, text } => (to, behind, self.length(text) + 1),
            Writes::Cut { to, behind, text, count } => {
                let before = behind.map_or(0, |range| self.length(range));
                // The room may be less than the string needs, and more.
                self.arguments[count] = self.counts[count].unwrap_or_else(|| random.below(16));
                let room = self.arguments[count].saturating_sub(before);
                (to, behind, room.min(self.length(text) + 1))
            }
            Writes::Filled { to, count } => (to, None, self.arguments[count]),
            Writes::End { .. } if random.below(4) == 0 => return None,
            Writes::End { to } => (to, None, 8),
        };
        let mut content = before.map_or_else(Vec::new, |range| self.ranges[range].text.clone());
        let start = content.len();
        if before.is_some() {
            content.push(0);
        }
        content.resize(start + bytes as usize, OLD);
        let address = arena.place(&content);
        self.arguments[to] = address;
        Some((address, start..start + bytes as usize))
    }

    /// The result is one that the contract allows.
    fn allows(&self, gives: Gives, result: u64) -> bool {
        let (int, c) = (i64::from(result as i32), self.character);
        let first = &self.ranges[0];
        let end = first.address + first.text.len() as u64;
        match gives {
            // Of a number of floating point the contract says nothing.
            Gives::Any | Gives::Float | Gives::NoResult => true,
            Gives::Written => (-1..=self.length(0) as i64).contains(&(result as i64)),
            Gives::Case => (-1..=255).contains(&int) && (c >= 0) == (int >= 0) && (c == 0) == (int == 0),
            Gives::Class(low, high) => int == 0 || (i64::from(low)..=i64::from(high)).contains(&c),
            Gives::Compared => int != 0 || self.length(0) == self.length(1),
            Gives::Length(range) => result == self.length(range),
            Gives::Lengths => result == self.length(0) + self.length(1),
            Gives::Within(range) => result <= self.length(range),
            Gives::Same(at) => result == self.arguments[at],
            Gives::Behind(at, range) => result == self.arguments[at] + self.length(range),
            Gives::Inside => (first.address..=end).contains(&result),
            // The end of the string is found.
            Gives::Found(Last::Character(at)) if self.arguments[at] & 0xff == 0 => result == end,
            Gives::Found(last) => {
                let room = match last {
                    Last::Byte | Last::Character(_) => 1,
                    Last::Sequence => self.length(1),
                };
                result == 0 || first.address <= result && result + room <= end
            }
            Gives::Duplicate(range) => {
                let size = self.length(range) as usize + 1;
                // SAFETY: the function has returned a new block of this size, which is not used afterwards.
                unsafe {
                    let copy = std::slice::from_raw_parts(result as *const u8, size).to_vec();
                    free(result as *mut c_void);
                    copy == [&self.ranges[range].text[..], &[0]].concat()
                }
            }
        }
    }
}

fn attest(contract: &Contract) {
    let (name, _, _, writes, gives) = *contract;
    let symbol = CString::new(name).expect("a name");
    // SAFETY: the name is a C string.
    let function = unsafe { dlsym(std::ptr::null_mut(), symbol.as_ptr()) };
    if function.is_null() && SINCE_2_38.contains(&name) {
        return;
    }
    assert!(!function.is_null(), "the C library has no {name}");
    // SAFETY: on x86-64 integers and pointers are handed over in the same registers, whatever their number.
    let function: extern "C" fn(u64, u64, u64, u64) -> u64 = unsafe { std::mem::transmute(function) };
    let arenas: Vec<Arena> = (0..3).map(|_| Arena::new()).collect();
    let mut random = Random(name.bytes().map(u64::from).sum());
    for round in 0..ROUNDS {
        let mut call = Call::new(contract, &arenas, round, &mut random);
        let target = call.target(writes, &arenas[2], &mut random);
        let before: Vec<Vec<u8>> = arenas.iter().map(|arena| arena.bytes().to_vec()).collect();
        let [a, b, c, d] = call.arguments;
        let result = function(a, b, c, d);
        let shown = || format!("{name}({a:#x}, {b:#x}, {c:#x}, {d:#x}) = {result:#x}");
        assert!(call.allows(gives, result), "{}", shown());
        for (number, (arena, mut expected)) in arenas.iter().zip(before).enumerate() {
            if let (2, Some((address, part))) = (number, &target) {
                let start = (address - arena.0 as u64) as usize;
                let written = start + part.start..start + part.end;
                expected[written.clone()].copy_from_slice(&arena.bytes()[written.clone()]);
                let bytes = &arena.bytes()[written];
                match writes {
                    Writes::Copied { text, .. } => assert_eq!(bytes[call.length(text) as usize], 0, "{}", shown()),
                    Writes::Cut { .. } => assert_eq!(bytes.last().unwrap_or(&0), &0, "{}", shown()),
                    Writes::End { .. } => {
                        let end = u64::from_le_bytes(bytes.try_into().expect("a pointer"));
                        let first = &call.ranges[0];
                        let inside = first.address..=first.address + first.text.len() as u64;
                        assert!(inside.contains(&end), "{} stores {end:#x}", shown());
                    }
                    _ => {}
                }
            }
            assert!(expected == arena.bytes(), "{} writes elsewhere", shown());
        }
    }
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn the_library_does_what_its_contracts_say() {
    // What these do to files is not tried.
    let of_files =
        "remove unlink rmdir access mkdir chmod open rename write perror system chdir creat truncate link symlink";
    for contract in CONTRACTS.iter().filter(|contract| !of_files.split(' ').any(|name| name == contract.0)) {
        attest(contract);
    }
}

/// X-TOKEN: where tokens lie, what is saved, and that only zeros in front of the string's own are written.
#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn tokens_of_strings() {
    let arenas: Vec<Arena> = (0..3).map(|_| Arena::new()).collect();
    let mut random = Random(7);
    for name in [c"strtok", c"strtok_r", c"__strtok_r", c"strsep"] {
        // SAFETY: the name is a C string; integers and pointers are handed over in the same registers.
        let function: extern "C" fn(u64, u64, u64) -> u64 = unsafe {
            let found = dlsym(std::ptr::null_mut(), name.as_ptr());
            assert!(!found.is_null(), "the C library has no {name:?}");
            std::mem::transmute(found)
        };
        for _ in 0..ROUNDS {
            search(name.to_str().expect("a name"), function, &arenas, &mut random);
        }
    }
}

/// Searches a string to its end.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn search(name: &str, function: extern "C" fn(u64, u64, u64) -> u64, arenas: &[Arena], random: &mut Random) {
    let (text, separators) = (random.text(12, b"ab,; "), random.text(3, b",; "));
    let first = arenas[0].place(&[&text[..], &[0]].concat());
    let apart = arenas[1].place(&[&separators[..], &[0]].concat());
    let place = arenas[2].place(&first.to_le_bytes());
    let least = u64::from(name == "strsep");
    let zero = |bytes: &[u8], from: u64| {
        let from = (from - arenas[0].0 as u64) as usize;
        (bytes[from..].iter().position(|byte| *byte == 0).expect("an end") + from) as u64 + arenas[0].0 as u64
    };
    let (mut argument, mut start) = (first, Some(first));
    loop {
        let before: Vec<Vec<u8>> = arenas.iter().map(|arena| arena.bytes().to_vec()).collect();
        let result = if least == 1 { function(place, apart, 0) } else { function(argument, apart, place) };
        argument = 0;
        let after = arenas[0].bytes();
        let Some(from) = start else {
            assert_eq!((result, after), (0, &before[0][..]), "{name} behind the end");
            return;
        };
        let stop = zero(&before[0], from);
        for (at, (old, new)) in before[0].iter().zip(after).enumerate() {
            let at = arenas[0].0 as u64 + at as u64;
            assert!(old == new || *new == 0 && (from..stop).contains(&at), "{name} writes elsewhere");
        }
        assert_eq!(arenas[1].bytes(), before[1], "{name} writes into the separators");
        assert_eq!(arenas[2].bytes()[..PAGE - 8], before[2][..PAGE - 8], "{name} writes beside the place");
        if result == 0 {
            assert_eq!(least, 0, "{name} finds a field in every string");
            return;
        }
        let end = zero(after, result);
        assert!(from <= result && result + 1 - least <= end && end <= stop, "{name} finds no token");
        let saved = u64::from_le_bytes(arenas[2].bytes()[PAGE - 8..].try_into().expect("a pointer"));
        start = match (name, saved) {
            ("strtok", _) => Some((end + 1).min(stop)),
            (_, 0) => None,
            _ => Some(saved),
        };
        assert!(start.is_none_or(|start| end + least <= start && start <= stop), "{name} saves {saved:#x}");
    }
}

/// X-PRINT: no conversion makes more characters than the page counts, and nothing is written behind the size.
#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn what_formats_make() {
    let arena = Arena::new();
    for size in 1..40 {
        let target = arena.place(&vec![OLD; size]) as *mut c_char;
        // SAFETY: the formats fit the arguments, and the target has as many bytes as are said.
        unsafe {
            let made = snprintf(target, size, c"%s: %5d %x".as_ptr(), c"a string".as_ptr(), c_int::MIN, 77);
            assert!(made >= 0 && made as usize <= 10 + 5 + 8 + 11 + 11);
            let text = std::slice::from_raw_parts(target.cast::<u8>(), size);
            assert_eq!(text.iter().position(|b| *b == 0), Some((made as usize).min(size - 1)));
        }
    }
    let target = arena.place(&[OLD; 420]) as *mut c_char;
    // SAFETY: likewise; 320 characters are the most.
    unsafe {
        for number in [c_int::MIN, -1, 0, c_int::MAX] {
            for format in [c"%d", c"%i", c"%u", c"%x", c"%+d", c"% i", c"%#X", c"%hhd", c"%hx"] {
                assert!((1..=11).contains(&sprintf(target, format.as_ptr(), number)));
            }
            assert!((1..=12).contains(&sprintf(target, c"%#o".as_ptr(), number)));
            assert!((1..=50).contains(&sprintf(target, c"%+.30d%8.*d".as_ptr(), number, 0, number)));
        }
        for number in [i64::MIN, -1, 0, i64::MAX] {
            for format in [c"%ld", c"%li", c"%lu", c"%lx", c"%lld", c"%llu", c"%llx", c"%p", c"%+zd", c"%#jX", c"% td"]
            {
                assert!((1..=20).contains(&sprintf(target, format.as_ptr(), number)));
            }
            assert!((1..=24).contains(&sprintf(target, c"%#lo".as_ptr(), number)));
        }
        for number in [f64::MIN, f64::MAX, -1e-300, f64::NAN, f64::NEG_INFINITY] {
            for (format, most) in [
                (c"%f", 320),
                (c"%+F", 320),
                (c"%g", 32),
                (c"%#e", 32),
                (c"% E", 32),
                (c"%#G", 32),
                (c"%a", 32),
                (c"%+A", 32),
            ] {
                assert!((1..=most).contains(&sprintf(target, format.as_ptr(), number)));
            }
            for (format, most) in [(c"%+.*f", 320), (c"%#.*e", 32), (c"%#+.*g", 32), (c"%+.*a", 32)] {
                for digits in [0, 1, 17, 60] {
                    assert!((1..=most + digits).contains(&sprintf(target, format.as_ptr(), digits, number)));
                }
            }
        }
    }
}

/// X-LOCATION: the tables can be read at -128 to 255, and are the same at each call.
#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
fn the_variables_of_the_library() {
    for (function, _, width) in checker::reader::LOCATIONS {
        let symbol = CString::new(function).expect("a name");
        // SAFETY: functions without arguments that return the address of a variable of this type.
        unsafe {
            let found = dlsym(std::ptr::null_mut(), symbol.as_ptr());
            assert!(!found.is_null(), "the C library has no {function}");
            let location: extern "C" fn() -> *mut *const u8 = std::mem::transmute(found);
            let variable = location();
            assert_eq!(variable, location());
            let align = if width == 0 { 4 } else { 8 };
            assert_eq!(variable as usize % align, 0);
            if width == 0 {
                *variable.cast::<c_int>() = 7;
                assert_eq!(*location().cast::<c_int>(), 7);
                continue;
            }
            let (table, bytes) = (*variable, width as isize / 8);
            assert_eq!(table as usize % (width as usize / 8), 0);
            let sum: u64 = (-128 * bytes..256 * bytes).map(|at| u64::from(*table.offset(at))).sum();
            assert!(sum > 0 && *location() == table);
        }
    }
}
