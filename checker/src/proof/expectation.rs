//! What the user expects, and the module that the expectation is about.

use certificates::{Claim, DataModel, Limit, Overflow, Properties};

use crate::bounds::frames::Frames;
use crate::decide::entail::Solvers;
use crate::reader::{self, Module, Name};

/// What the user wants proved; the certificate's claim must be at least as strong.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The function that the claim must be about.
    pub entry: String,
    /// `None`: all three properties, without "no overflow" unless the mode is `Error`.
    pub properties: Option<Properties>,
    /// Sizes of C's types.
    pub data_model: DataModel,
    /// What a signed overflow means.
    pub overflow: Overflow,
    /// Whether the proof must hold even if any allocation may fail.
    pub malloc_may_fail: bool,
    /// Whether the program is compiled with `-fno-builtin`.
    pub no_builtin: bool,
    /// Whether names that SV-COMP's programs use without the prefix `__VERIFIER_` have contracts.
    pub sv_comp: bool,
    /// Whether a refutation may need unbounded memory or stack.
    pub unbounded_memory: bool,
    /// The contract that calls of the entry satisfy; `None`: the claim is about all of them.
    pub precondition: Option<String>,
    /// Whether a claim with a contract may come without a call that satisfies the contract.
    pub allow_vacuous: bool,
    /// What runs may cost, at most.
    pub bounds: Vec<Limit>,
    /// The frames of functions, for bounds of the stack.
    pub frames: Frames,
    /// Which solvers may decide what the checker's own arithmetic does not.
    pub solvers: Solvers,
}

impl Default for Expectation {
    fn default() -> Expectation {
        Expectation {
            entry: "main".into(),
            properties: None,
            data_model: DataModel::Lp64,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            no_builtin: false,
            sv_comp: false,
            unbounded_memory: false,
            precondition: None,
            allow_vacuous: false,
            bounds: Vec::new(),
            frames: Frames::new(),
            solvers: Solvers::default(),
        }
    }
}

impl Expectation {
    /// The expectation that a claim meets exactly, if it is not about no calls at all.
    pub fn of(claim: &Claim) -> Expectation {
        Expectation {
            entry: claim.entry.clone(),
            properties: Some(claim.properties),
            data_model: claim.data_model,
            overflow: claim.overflow,
            malloc_may_fail: claim.malloc_may_fail,
            no_builtin: claim.no_builtin,
            sv_comp: claim.contracts.iter().any(|name| reader::names::of_sv_comp(name)),
            unbounded_memory: true,
            precondition: claim.precondition.clone(),
            allow_vacuous: false,
            bounds: Vec::new(),
            frames: Frames::new(),
            solvers: Solvers::default(),
        }
    }
}

/// The module that the claim is about, with the expected function; or why the input is bad.
pub fn module_of(text: &str, claim: &Claim, expected: &Expectation) -> Result<Module, String> {
    if certificates::hash::sha256_hex(text.as_bytes()) != claim.module_hash {
        return Err("the certificate is for another module (the hashes differ)".into());
    }
    let read = reader::read(text).map_err(|error| format!("module: {error}"))?;
    let width = match claim.data_model {
        DataModel::Lp64 => 64,
        DataModel::Ilp32 => 32,
    };
    if read.layout.pointer_bits != width {
        let bits = read.layout.pointer_bits;
        return Err(format!("the module is for pointers of {bits} bits, the claim for {width}"));
    }
    match read.functions.contains_key(expected.entry.as_str()) {
        true => Ok(read),
        false => Err(format!(
            "the module does not define the function '{}'; the claim is about '{}' (--entry names the function)",
            expected.entry, claim.entry
        )),
    }
}

/// Why a claim is rejected that does not state what the definition of this function assumes.
pub fn unsaid(own: Option<&Name>) -> String {
    let own = own.map_or("", |name| name);
    format!("the module defines '{own}', which compilers know, and the claim does not say -fno-builtin")
}

/// Why a claim about a program that is compiled with `-fno-builtin` is rejected. `own` is a function that requires the
/// option.
pub fn without_builtins(own: Option<&Name>) -> String {
    let why = own.map_or(String::new(), |name| format!(", since it defines '{name}', which compilers know"));
    format!("the claim is about a program that is compiled with -fno-builtin{why}: if yours is, say -fno-builtin")
}

/// Why a claim is rejected that gives this name a contract.
pub fn of_sv_comp(name: Option<&String>) -> String {
    let name = name.map_or("", |name| name);
    format!(
        "the claim takes the external function '{name}' for an input, an assumption or an end of the program, as \
         programs of SV-COMP have it: if yours is one, say --sv-comp"
    )
}
