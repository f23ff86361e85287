//! Functions that read and write objects of the types of C's and POSIX's headers, or change what other functions of the
//! library return (`spec/rules/library.md`, Objects).

use crate::rules::library::arguments::{Call, address, size, typed};
use crate::rules::library::columns::{Given, Range, constant_at, end_at, read, same_or_null, store};
use crate::rules::library::effects::any;
use crate::rules::library::table::Reads;
use crate::rules::memory;
use crate::rules::shared::*;
use Does::*;
use Gives::*;

/// What is done with the argument at a place. Of an object there are its size and alignment in bytes, of other memory the
/// place of the argument that counts it.
#[derive(Clone, Copy)]
pub(super) enum Does {
    /// A string is read.
    Text(usize),
    /// A format of `strftime` is read.
    Format(usize),
    /// An object is read.
    Read(usize, i128, u64),
    /// An object is written, beside what was read.
    Write(usize, i128, u64),
    /// An object is read and written.
    Update(usize, i128, u64),
    /// An object is written, unless the argument is null. It may be one that was read.
    May(usize, i128, u64),
    /// Bytes are written, beside what was read.
    Fill(usize, usize),
    /// It is null.
    Null(usize),
    /// It is no function, but `SIG_DFL` or `SIG_IGN`.
    NoHandler(usize),
}

/// The result.
#[derive(Clone, Copy)]
pub(super) enum Gives {
    /// Any value of its type, if there is one.
    Any,
    /// A number that is not negative.
    Natural,
    /// At most as much as an argument says, or -1.
    AtMost(usize),
    /// An argument, or null.
    Same(usize),
    /// An object of the library's, or null: the name of its block.
    Object(&'static str, i128, u64),
    /// The length of the string that was written, or 0.
    Ended,
}

/// Functions that change the environment make earlier results of `getenv` gone.
const ENVIRONMENT: &[&str] = &["environ", "_environ", "__environ"];
/// Functions that look at the time zone set these variables.
const ZONE: &[&str] = &["timezone", "daylight", "tzname", "__timezone", "__daylight", "__tzname"];

/// Name, types (in the letters of `arguments::typed`), what is done in order, the result, and variables that the
/// function may change.
pub(super) type Contract = (&'static str, &'static str, &'static [Does], Gives, &'static [&'static str]);

#[rustfmt::skip]
const CONTRACTS: &[Contract] = &[
    ("setenv", "ippi", &[Text(0), Text(1)], Any, ENVIRONMENT),
    ("unsetenv", "ip", &[Text(0)], Any, ENVIRONMENT),
    ("tzset", "v", &[], Any, ZONE),
    ("time", "lp", &[May(0, 8, 8)], Any, &[]),
    ("clock_gettime", "iip", &[Write(1, 16, 8)], Any, &[]),
    ("clock_getres", "iip", &[May(1, 16, 8)], Any, &[]),
    ("gettimeofday", "ipp", &[Write(0, 16, 8), Null(1)], Any, &[]),
    ("nanosleep", "ipp", &[Read(0, 16, 8), May(1, 16, 8)], Any, &[]),
    ("localtime_r", "ppp", &[Read(0, 8, 8), Write(1, 56, 8)], Same(1), ZONE),
    ("gmtime_r", "ppp", &[Read(0, 8, 8), Write(1, 56, 8)], Same(1), ZONE),
    ("localtime", "pp", &[Read(0, 8, 8)], Object("localtime", 56, 8), ZONE),
    ("gmtime", "pp", &[Read(0, 8, 8)], Object("localtime", 56, 8), ZONE),
    ("mktime", "lp", &[Update(0, 56, 8)], Any, ZONE),
    ("timegm", "lp", &[Update(0, 56, 8)], Any, ZONE),
    ("strftime", "lplpp", &[Format(2), Read(3, 56, 8), Fill(0, 1)], Ended, ZONE),
    ("stat", "ipp", &[Text(0), Write(1, 144, 8)], Any, &[]),
    ("stat64", "ipp", &[Text(0), Write(1, 144, 8)], Any, &[]),
    ("lstat", "ipp", &[Text(0), Write(1, 144, 8)], Any, &[]),
    ("lstat64", "ipp", &[Text(0), Write(1, 144, 8)], Any, &[]),
    ("fstat", "iip", &[Write(1, 144, 8)], Any, &[]),
    ("fstat64", "iip", &[Write(1, 144, 8)], Any, &[]),
    ("pipe", "ip", &[Write(0, 8, 4)], Any, &[]),
    ("uname", "ip", &[Write(0, 390, 1)], Any, &[]),
    ("times", "lp", &[Write(0, 32, 8)], Any, &[]),
    ("gethostname", "ipl", &[Fill(0, 1)], Any, &[]),
    ("readlink", "lppl", &[Text(0), Fill(1, 2)], AtMost(2), &[]),
    ("rand_r", "ip", &[Update(0, 4, 4)], Natural, &[]),
    ("signal", "pip", &[NoHandler(1)], Any, &[]),
];

/// The contract of this name.
pub(super) fn contract(name: &str) -> Option<&'static Contract> {
    CONTRACTS.iter().find(|(known, ..)| *known == name)
}

/// Whether the function has a contract here.
pub(crate) fn is_known(name: &str) -> bool {
    contract(name).is_some()
}

/// Whether a block of the library's has this name.
pub(crate) fn returns(name: &str) -> bool {
    CONTRACTS.iter().any(|(.., gives, _)| matches!(gives, Object(block, ..) if *block == name))
}

/// The places of arguments that are read, that which is written, and that which may be the result.
pub(super) fn pointers(name: &str) -> (Vec<usize>, Option<usize>, Option<usize>) {
    let (mut reads, mut written) = (Vec::new(), None);
    let Some((_, _, does, gives, _)) = contract(name) else { return (reads, None, None) };
    for done in *does {
        match *done {
            Text(at) | Format(at) | Read(at, ..) => reads.push(at),
            Write(at, ..) | May(at, ..) | Fill(at, _) => written = Some(at),
            Update(at, ..) => {
                reads.push(at);
                written = Some(at);
            }
            Null(_) | NoHandler(_) => {}
        }
    }
    (reads, written, if let Same(at) = gives { Some(*at) } else { None })
}

/// What was done so far.
#[derive(Default)]
struct Done {
    ranges: Vec<Range>,
    made: Vec<Entry>,
    /// What was written: block, offset and number of bytes.
    written: Option<(BlockId, Poly, Poly)>,
}

/// X-OBJECT
pub(super) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, contract: &Contract) -> Checked<Value> {
    cx.rule("X-OBJECT");
    let (name, types, does, gives, changes) = *contract;
    typed(cx, c, types)?;
    reject_if!(cx, cx.pointer() != 64 => "machine", "the sizes are those of a machine with pointers of 64 bits");
    let changed = changes.iter().find(|variable| cx.module.globals.get(**variable).is_some_and(|global| !global.local));
    reject_if!(cx, changed.is_some() => "variable", "@{name} may change a variable that the module declares");
    let mut given = Given::of(cx, c)?;
    let mut done = Done::default();
    for what in does {
        self::perform(cx, s, c, *what, &mut given, &mut done)?;
    }
    given.all_used(cx)?;
    let gone = match gives {
        Object(block, ..) => Some(block),
        _ if name.ends_with("setenv") => Some("getenv"),
        _ => None,
    };
    let old = gone.and_then(|gone| s.find(|kind| matches!(kind, Kind::Library(other) if other == gone)));
    if let Some(old) = old {
        s.delete(old);
        done.made.retain(|entry| entry.block != old);
    }
    let value = give(cx, s, c, gives, &mut done)?;
    for entry in done.made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(value)
}

fn perform<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    what: Does,
    given: &mut Given<'m>,
    done: &mut Done,
) -> Checked {
    let (at, bytes, align) = match what {
        Text(at) => {
            let text = read(cx, s, c, Reads::Text(at), given)?;
            done.made.extend(text.end()?);
            done.ranges.push(text);
            return Ok(());
        }
        Format(at) => return format(cx, s, c, at, given),
        Null(at) => {
            let p = address(cx, s, c, at)?;
            return cx.require_eq("P17", &p, &Poly::default());
        }
        NoHandler(at) => {
            let p = address(cx, s, c, at)?;
            return cx.require_le("P24", &p, &Poly::constant(1));
        }
        Read(at, bytes, align) | Write(at, bytes, align) | Update(at, bytes, align) | May(at, bytes, align) => {
            (at, Poly::constant(bytes), align)
        }
        Fill(at, count) => (at, size(cx, s, c, count)?, 1),
    };
    let p = address(cx, s, c, at)?;
    let place = match (given.accesses.next(), what) {
        (Some(place), _) => place,
        (None, May(..)) => return cx.require_eq("P8", &p, &Poly::default()),
        (None, _) => return cx.reject("accesses", "an access is needed"),
    };
    if let Read(..) = what {
        let offset = memory::access(cx, s, place, &p, &bytes, align)?;
        done.ranges.push(Range::written(place.block, offset, bytes));
        return Ok(());
    }
    let apart: &[Range] = if let May(..) = what { &[] } else { &done.ranges };
    let offset = store(cx, s, place, (&p, &Poly::default(), &bytes, align), (apart, None), given)?;
    done.written = Some((place.block, offset, bytes));
    Ok(())
}

/// The format is a constant without modifiers, and without conversions that read what a pointer in the object leads to, or
/// convert the object itself.
fn format<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, at: usize, given: &mut Given) -> Checked {
    let text = constant_at(cx, s, c, (at, "format"), given)?;
    let mut rest = text.iter();
    while let Some(byte) = rest.next() {
        let known =
            *byte != b'%' || rest.next().is_some_and(|letter| b"aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYz%".contains(letter));
        reject_if!(cx, !known => "format", "no conversion that all libraries make of the numbers alone");
    }
    Ok(())
}

fn give<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, gives: Gives, done: &mut Done) -> Checked<Value> {
    match gives {
        Any => any(cx, s, At { instruction: c.instruction, hint: c.hint }),
        Natural => {
            let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
            cx.add_le(&Poly::default(), &x)?;
            Ok(Some((x, Sign::Signed)))
        }
        AtMost(count) => {
            let n = size(cx, s, c, count)?;
            let x = cx.fresh_ranged(s, cx.pointer(), Sign::Signed)?;
            cx.add_le(&Poly::constant(-1), &x)?;
            cx.add_le(&x, &n)?;
            Ok(Some((x, Sign::Signed)))
        }
        Same(at) => {
            let p = address(cx, s, c, at)?;
            Ok(Some((same_or_null(cx, s, &p)?.0, Sign::Unsigned)))
        }
        Object(block, bytes, align) => {
            let b = cx.fresh(s)?;
            cx.add_le(&Poly::default(), &b)?;
            let block = Block::new(b.clone(), Poly::constant(bytes), align, Kind::Library(block.to_string()));
            memory::new_block(cx, s, Block { read_only: true, optional: true, ..block })?;
            Ok(Some((b, Sign::Unsigned)))
        }
        Ended => {
            let (block, at, n) = some!(cx, done.written.take() => "hint", "nothing was written");
            cx.require_le("P10", &Poly::constant(1), &n)?;
            let x = cx.fresh(s)?;
            cx.add_le(&Poly::default(), &x)?;
            cx.add_le(&x.plus(1)?, &n)?;
            done.made.push(end_at(cx, s, (block, &at, &n), &x)?);
            Ok(Some((x, Sign::Unsigned)))
        }
    }
}
