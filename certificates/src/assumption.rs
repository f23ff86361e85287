//! What claims take for granted, in the words that both programs print (`spec/claim.md`, "Assumptions of every claim").
//! Which assumptions an answer lists is for the program to say.

use crate::claim::DataModel;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

/// One assumption. Its text is what a user reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// The machine.
    Target(DataModel),
    /// Allocations succeed, and the stack suffices.
    Memory(DataModel),
    /// The stack suffices; allocations may fail.
    Stack,
    /// How large objects are that the program does not make itself.
    Given(DataModel),
    /// Where memory ends, with pointers of 64 bits.
    End,
    /// Addresses are numbers.
    NoProvenance,
    /// Memory that was never written.
    Uninitialised,
    /// No threads, signals or hardware.
    Unchanged,
    /// Operations in floating point.
    Floats,
    /// The runs of `main`.
    Main,
    /// The runs of another function.
    Calls(String),
    /// The runs of a function whose calls satisfy a contract.
    Contract {
        /// The function.
        entry: String,
        /// In one line.
        contract: String,
        /// It describes lists or trees.
        structures: bool,
    },
    /// The order of evaluation.
    Order,
    /// What the compiler makes of the source.
    FrontEnd,
    /// What names stand for.
    Names,
    /// Library functions that are given nothing.
    SizeZero,
    /// Functions that are not there.
    Callback,
    /// Functions elsewhere that have a contract.
    Elsewhere(Vec<String>),
    /// Blocks that a contract hands over.
    Freeable(DataModel),
    /// The mode wrap.
    Wrap,
    /// The mode ideal.
    Ideal,
    /// `-fno-builtin`
    NoBuiltin,
    /// Loops without effect, where termination is not claimed.
    EndlessLoops,
    /// Alignment of blocks of the heap.
    Alignment(DataModel),
    /// Failing assertions.
    Assertions,
    /// Functions that compare, for those that sort and search.
    Compares,
    /// The external functions that are called.
    External(Vec<String>),
    /// Those of them that mean something in collections of SV-COMP.
    SvComp(Vec<String>),
}

/// Functions of the library that call one of the program.
pub const CALLING_BACK: [&str; 2] = ["qsort", "bsearch"];

const STACK: &str = "stack memory suffices (malloc, calloc and realloc may return null)";
const END: &str = "no object and no function lies in the last 65,536 bytes of the address space";
const NO_PROVENANCE: &str = "addresses carry no provenance: inbounds, nuw and nusw on getelementptr, noalias and strict aliasing have \
    no meaning, and addresses of different objects are compared as numbers, however the comparison is written";
const UNINITIALISED: &str = "memory that is read before it is written holds arbitrary, fixed bytes (a compiler may take each read for \
    another value)";
const UNCHANGED: &str = "nothing but the program changes its memory, and one thread of it runs, so that atomic operations are plain \
    ones, atomic additions and subtractions wrap, and a weak compare-exchange fails only where the values differ; a \
    volatile load yields anything, but of a local variable whose address goes nowhere what was stored";
const FLOATS: &str = "floating-point values are arbitrary; an operation has one result (on i386: compiled with -msse2 -mfpmath=sse), \
    conversions to integers are in range, and what fast-math flags promise holds";
const MAIN: &str = "main is called once, as C says (argc is not negative, argv holds that many strings, which lie in one object \
    that nothing but the program writes, and a null pointer), and globals hold their initial values";
const ORDER: &str = "the module is what the compiler's front end makes of the source: operands, arguments and accesses that C leaves \
    unsequenced are evaluated in the order that the module has, and padding of a structure that is assigned, passed or \
    initialised as a whole holds what the module writes there";
const FRONT_END: &str = "the source is read as clang 22 reads it: predefined macros (__GNUC__, __clang__, __VERSION__, __has_builtin, \
    __NO_INLINE__, __INT_FAST16_TYPE__, ...), dates and times, __LINE__ in calls of macros, and types and values of builtins and \
    extensions are clang's (built with gcc or another version, a source that asks for them may be another program)";
const NAMES: &str = "names mean what the module says: external variables are objects of their own of the declared size, and what is \
    declared under a name of the C library is the library's, and nothing that the module defines takes the place of a \
    part of the library";
const SIZE_ZERO: &str = "a library function that is given a size of 0 accesses nothing, and its pointers may be null as in C2y \
    (earlier C: compiled with -fno-delete-null-pointer-checks)";
const CALLBACK: &str = "a function that \\callback names, whatever it is called with, makes no error, returns or ends the program, \
    calls nothing of the program's, closes no stream of its, and changes and frees neither its memory nor any that the \
    contract names, nor the library's variables but errno";
const WRAP: &str = "signed overflow wraps (as with -fwrapv)";
const IDEAL: &str = "no run of interest overflows a signed operation";
const NO_BUILTIN: &str =
    "the program is compiled with -fno-builtin: it has functions of its own whose names compilers know";
const ENDLESS_LOOPS: &str = "a loop that has no effect and does not end runs forever (compile with -fno-finite-loops)";
const ASSERTIONS: &str = "an assertion (assert of <assert.h>) that fails ends the program, and is no error; with NDEBUG the program \
    would go on";
/// Before their names.
const ELSEWHERE: &str = "functions that are defined elsewhere keep the contracts that stand behind \\elsewhere (a call that satisfies one \
    makes no error, returns or ends the program, calls nothing of the program's, frees nothing, closes no stream of the \
    program's, changes no memory of the program's or that the contract names but what it assigns, nor the library's variables but errno, and where it returns, \
    what it ensures holds, and a \\fresh block is one of malloc's): ";
const COMPARES: &str = "a function that qsort or bsearch calls orders the elements as C demands (it answers the same whenever it is \
    called with the same two, the opposite if they are swapped, and if a is less than b, and b less than c, then a is less \
    than c), what bsearch searches is sorted in this order, and the function is called finitely often";
/// Before their names; the second part only where one of them calls back.
const EXTERNAL: [&str; 3] = [
    "external functions do what their contracts say, and what their declarations and calls promise, call nothing of the program's",
    " but what qsort and bsearch are given to compare",
    ", and return, or end the program without an error where they are declared to return to nothing; nothing but the library changes its own variables (stdout, ...) except errno, and no \
    memory that a contract names is the library's own: ",
];
/// Before their names.
const SV_COMP: &str = "the program is one of SV-COMP's: these names are inputs, assumptions and ends of the program, whatever the \
    program has under them: ";
/// What a contract's lists and trees take for granted.
const NO_GLOBAL_CELLS: &str = "; no cell of its lists and trees lies in a global variable";

/// Bits of a pointer.
const fn bits(model: DataModel) -> u32 {
    match model {
        DataModel::Lp64 => 64,
        DataModel::Ilp32 => 32,
    }
}

impl Assumption {
    /// The text.
    fn text(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Assumption::Target(model) => {
                return Cow::Owned(format!(
                    "the target has flat little-endian memory, pointers of {} bits, the module's data layout, and the \
                     instructions that its attributes ask for",
                    bits(*model)
                ));
            }
            Assumption::Memory(model) => {
                return Cow::Owned(format!(
                    "memory and stack suffice: malloc, calloc and realloc of less than 2^{} bytes succeed",
                    bits(*model) - 1
                ));
            }
            Assumption::Given(model) => {
                let bits = (bits(*model) - 1).min(56);
                return Cow::Owned(format!(
                    "objects that the program does not make itself have less than 2^{bits} bytes"
                ));
            }
            Assumption::Calls(entry) => {
                return Cow::Owned(format!(
                    "{entry} is called with any arguments; only constants hold their initial values"
                ));
            }
            Assumption::Contract { entry, contract, structures } => {
                let lists = if *structures { NO_GLOBAL_CELLS } else { "" };
                return Cow::Owned(format!(
                    "for every call of {entry} with: {contract}{lists}; only constants hold their initial values"
                ));
            }
            Assumption::Alignment(model) => {
                let bytes = bits(*model) / 4;
                return Cow::Owned(format!("blocks of the heap are aligned to {bytes} bytes, whatever their size"));
            }
            Assumption::Freeable(model) => {
                return Cow::Owned(format!(
                    "where the contract says \\freeable, the pointer is what malloc or a function of its kin has returned \
                     (aligned to {} bytes), for exactly as many bytes as the range there has, or for a string at least as \
                     many, and no other part of the contract lies in that block",
                    bits(*model) / 4
                ));
            }
            Assumption::Elsewhere(names) => return Cow::Owned(ELSEWHERE.to_owned() + &names.join(", ")),
            Assumption::External(names) => {
                let [before, compared, behind] = EXTERNAL;
                let compared =
                    if names.iter().any(|name| CALLING_BACK.contains(&name.as_str())) { compared } else { "" };
                return Cow::Owned([before, compared, behind, &names.join(", ")].concat());
            }
            Assumption::SvComp(names) => return Cow::Owned(SV_COMP.to_owned() + &names.join(", ")),
            Assumption::Stack => STACK,
            Assumption::End => END,
            Assumption::NoProvenance => NO_PROVENANCE,
            Assumption::Uninitialised => UNINITIALISED,
            Assumption::Unchanged => UNCHANGED,
            Assumption::Floats => FLOATS,
            Assumption::Main => MAIN,
            Assumption::Order => ORDER,
            Assumption::FrontEnd => FRONT_END,
            Assumption::Names => NAMES,
            Assumption::SizeZero => SIZE_ZERO,
            Assumption::Callback => CALLBACK,
            Assumption::Wrap => WRAP,
            Assumption::Ideal => IDEAL,
            Assumption::NoBuiltin => NO_BUILTIN,
            Assumption::EndlessLoops => ENDLESS_LOOPS,
            Assumption::Assertions => ASSERTIONS,
            Assumption::Compares => COMPARES,
        })
    }
}

impl Display for Assumption {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
