//! The lists of attributes and metadata of `spec/language.md`: each is harmless, a promise about a library function, or
//! refused. What is not listed here is refused.

use std::collections::{HashMap, HashSet};

use super::constants::Reason;
use super::library;
use super::symbols;
use crate::frontend;
use crate::program::{Extension, Type};

use super::raw::{
    Attribute, AttributeIndex, LLVMDLLStorageClass, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, Loaded, Value,
    attribute_kind,
};

/// Harmless on a function.
#[rustfmt::skip]
const FUNCTION: &[&str] = &[
    "nounwind", "uwtable", "noinline", "alwaysinline", "inlinehint", "optnone", "optsize", "minsize", "cold",
    "hot", "mustprogress", "nobuiltin", "builtin", "ssp", "sspstrong", "sspreq", "nomerge", "noduplicate",
    "noprofile", "null_pointer_is_valid", "nocreateundeforpoison", "nocf_check", "nodivergencesource",
];

/// Compared with the contract of a library function (`library.rs`), refused on a definition.
#[rustfmt::skip]
const LIBRARY: &[&str] = &[
    "nofree", "nosync", "nocallback", "willreturn", "norecurse", "speculatable", "memory", "allocsize",
    "allockind",
];

/// String attributes that only steer code generation.
#[rustfmt::skip]
const STRINGS: &[&str] = &[
    "frame-pointer", "less-precise-fpmad", "min-legal-vector-width", "no-builtins",
    "no-inline-line-tables", "no-jump-tables", "no-trapping-math",
    "stack-protector-buffer-size", "strict-float-cast-overflow", "target-cpu", "tune-cpu",
];

/// Instruction sets. Other features may replace code by calls of the program's functions.
#[rustfmt::skip]
const FEATURES: &[&str] = &[
    "cx8", "cx16", "cmov", "fxsr", "mmx", "sse", "sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "x87",
    "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "sahf", "crc32", "xsave",
];

fn features(value: &str) -> bool {
    let known = |feature: &str| feature.strip_prefix('+').is_some_and(|name| FEATURES.contains(&name));
    value.is_empty() || value.split(',').all(known)
}

/// Harmless on a parameter or result.
const VALUE: &[&str] = &["noundef", "signext", "zeroext", "noext", "immarg", "allocptr"];

/// Compared with the contract of a library function, on a parameter or result.
#[rustfmt::skip]
const VALUE_LIBRARY: &[&str] = &[
    "nofree", "captures", "nocapture", "readonly", "writeonly", "readnone", "returned", "allocalign",
];

/// Metadata of instructions that changes no meaning, or is about something that the semantics excludes.
#[rustfmt::skip]
const METADATA: &[&str] = &[
    "dbg", "noundef", "prof", "llvm.loop", "heapallocsite", "nosanitize", "srcloc",
    "fpmath", "unpredictable", "nontemporal", "DIAssignID",
];

/// Attributes that programs use and that are refused somewhere, for messages.
const NAMED: &str = "align alignstack byref byval convergent dead_on_return dead_on_unwind dereferenceable \
    dereferenceable_or_null inalloca initializes inreg jumptable naked nest noalias nofpclass noimplicitfloat \
    nonlazybind nonnull noredzone optdebug preallocated presplitcoroutine range returns_twice safestack \
    sanitize_address sanitize_hwaddress sanitize_memory sanitize_thread shadowcallstack sret strictfp swiftself \
    writable noreturn";

/// The name of an attribute that is not accepted.
fn shown(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Kind(kind) => {
            let mut names = NAMED.split(' ').chain(LIBRARY.iter().chain(VALUE_LIBRARY).copied());
            names
                .find(|name| attribute_kind(name) == *kind)
                .map_or_else(|| format!("{kind}"), |name| format!("`{name}`"))
        }
        Attribute::Text(name, _) => format!("\"{name}\""),
    }
}

/// Intrinsics whose pointer arguments may have `align`.
const MEMORY_INTRINSICS: &[&str] = &["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];

/// How the result and this many parameters are extended, according to their attributes.
pub(super) fn extensions(
    parameters: usize,
    attributes: impl Fn(AttributeIndex) -> Vec<Attribute>,
) -> Vec<Option<Extension>> {
    let kinds = [("signext", Extension::Sign), ("zeroext", Extension::Zero), ("noext", Extension::Not)]
        .map(|(name, extension)| (Attribute::Kind(attribute_kind(name)), extension));
    let one = |place: AttributeIndex| {
        let given = attributes(place);
        let known = kinds.iter().find(|(kind, _)| given.contains(kind));
        known.map(|(_, extension)| *extension)
    };
    let places = (0..count_of(parameters)).map(AttributeIndex::Parameter);
    std::iter::once(AttributeIndex::Result).chain(places).map(one).collect()
}

fn count_of(parameters: usize) -> u32 {
    u32::try_from(parameters).unwrap_or(u32::MAX)
}

/// The lists as LLVM's numbers of attributes.
pub(super) struct Attributes {
    function: HashSet<u32>,
    library: HashSet<u32>,
    value: HashSet<u32>,
    value_library: HashSet<u32>,
    /// Names of attributes that may be promised about a library function.
    promises: HashMap<u32, &'static str>,
    metadata: HashSet<u32>,
    range: u32,
    align: u32,
    noalias: u32,
    noreturn: u32,
    nobuiltin: u32,
    builtin: u32,
    /// Whether the module defines a function that compilers recognise by its name.
    recognises: bool,
}

impl Attributes {
    pub(super) fn of(module: &Loaded) -> Attributes {
        let kinds = |names: &[&str]| {
            let kinds = names.iter().map(|name| attribute_kind(name));
            kinds.filter(|&kind| kind != 0).collect()
        };
        Attributes {
            function: kinds(FUNCTION),
            library: kinds(LIBRARY),
            value: kinds(VALUE),
            value_library: kinds(VALUE_LIBRARY),
            promises: LIBRARY
                .iter()
                .chain(VALUE_LIBRARY)
                .chain(&["noalias"])
                .map(|n| (attribute_kind(n), *n))
                .collect(),
            metadata: METADATA.iter().map(|name| module.metadata_kind(name)).collect(),
            range: module.metadata_kind("range"),
            align: attribute_kind("align"),
            noalias: attribute_kind("noalias"),
            noreturn: attribute_kind("noreturn"),
            nobuiltin: attribute_kind("nobuiltin"),
            builtin: attribute_kind("builtin"),
            recognises: symbols::own_recognised(module).is_some(),
        }
    }

    /// Metadata of an instruction.
    pub(super) fn check_metadata(&self, instruction: Value) -> Result<(), Reason> {
        let load = instruction.is_instruction(LLVMOpcode::LLVMLoad);
        let fits = |kind: &u32| self.metadata.contains(kind) || load && *kind == self.range;
        match instruction.metadata_kinds().iter().all(fits) {
            true => Ok(()),
            false => Err("metadata that restricts the result (such as !nonnull)".into()),
        }
    }

    /// The `!range` of a load: a range that does not wrap, of an integer.
    pub(super) fn range(&self, load: Value, ty: Type) -> Result<Option<(u64, u64)>, Reason> {
        if !load.metadata_kinds().contains(&self.range) {
            return Ok(None);
        }
        match load.metadata_numbers(self.range)[..] {
            [Some(low), Some(high)] if low < high && matches!(ty, Type::Int(_)) => Ok(Some((low, high))),
            _ => Err("`!range` that is not one range".into()),
        }
    }

    /// Checks what a symbol may have besides attributes; the error is why the function is refused, defined or declared.
    pub(super) fn check_symbol(function: Value) -> Result<(), Reason> {
        Err(if function.calling_convention() != 0 {
            "calling convention other than C's".into()
        } else if function.linkage() == LLVMLinkage::LLVMExternalWeakLinkage {
            "function that may be missing (weak)".into()
        } else if !matches!(function.dll_storage(), LLVMDLLStorageClass::LLVMDefaultStorageClass) {
            "function of a DLL".into()
        } else if function.ty().address_space() != 0 {
            "function in another address space".into()
        } else if function.has_extras() {
            "personality, garbage collector or prefix data".into()
        } else {
            return Ok(());
        })
    }

    /// Whether the attributes state that a function does not return.
    pub(super) fn is_noreturn(&self, function: Value) -> bool {
        function.function_attributes(AttributeIndex::Function).contains(&Attribute::Kind(self.noreturn))
    }

    /// Attributes of a function with a body.
    pub(super) fn check_definition(&self, function: Value) -> Result<(), Reason> {
        let attributes = function.function_attributes(AttributeIndex::Function);
        self.check_function(&attributes, false)?;
        self.check_result(&function.function_attributes(AttributeIndex::Result), false)?;
        for number in 0..count(&function.parameters()) {
            self.check_argument(&function.function_attributes(AttributeIndex::Parameter(number)), false, false)?;
        }
        Ok(())
    }

    /// Checks the attributes and markers of a call. `callee`: the called function, if known.
    pub(super) fn check_call(&self, call: Value, callee: Option<Value>, caller_has_stack: bool) -> Result<(), Reason> {
        if call.call_convention() != 0 {
            return Err("calling convention other than C's".into());
        }
        callee.map_or(Ok(()), Attributes::check_symbol)?;
        let library = callee.is_some_and(Value::is_declaration);
        let without_pointer = call.arguments().iter().all(|argument| !argument.ty().is_pointer());
        match call.tail_kind() {
            LLVMTailCallKind::LLVMTailCallKindMustTail => return Err("musttail call".into()),
            LLVMTailCallKind::LLVMTailCallKindTail if caller_has_stack && !(library && without_pointer) => {
                return Err("tail call in a function with local memory".into());
            }
            _ => {}
        }
        if call.bundle_count() > 0 {
            return Err("call with operand bundles".into());
        }

        // LangRef defines what an intrinsic does, whatever its declaration says.
        let name = callee.map(Value::name).unwrap_or_default();
        // A call of an intrinsic must not promise that it does less.
        let library = library && !name.starts_with("llvm.");
        let declaration = callee.filter(|_| library);
        for place in declaration.into_iter().chain(library.then_some(call)) {
            self.check_promises(place, &name, count(&call.arguments()))?;
        }
        let with_declared = |place: AttributeIndex| {
            let mut all = call.call_attributes(place);
            all.extend(declaration.map(|f| f.function_attributes(place)).unwrap_or_default());
            all
        };
        let attributes = with_declared(AttributeIndex::Function);
        self.check_function(&attributes, library)?;
        let own = call.call_attributes(AttributeIndex::Function);
        let has = |kind| own.contains(&Attribute::Kind(kind));
        let by_name = !has(self.nobuiltin) || has(self.builtin);
        if self.recognises && by_name && !name.starts_with("llvm.") {
            return Err("call without `nobuiltin` beside a definition of a function of the library".into());
        }
        let ends = callee
            .is_some_and(|f| f.function_attributes(AttributeIndex::Function).contains(&Attribute::Kind(self.noreturn)));
        // No path continues after a trap.
        let trap = matches!(name.as_str(), "llvm.trap" | "llvm.ubsantrap");
        if !trap && (ends || attributes.contains(&Attribute::Kind(self.noreturn))) && !precedes_unreachable(call) {
            return Err("`noreturn` call that may return".into());
        }
        self.check_result(&with_declared(AttributeIndex::Result), library)?;
        let aligned = MEMORY_INTRINSICS.iter().any(|prefix| name.starts_with(prefix));
        let declared = declaration.map_or(0, |f| count(&f.parameters()));
        for number in 0..count(&call.arguments()) {
            let place = AttributeIndex::Parameter(number);
            let attributes = match number < declared {
                true => with_declared(place),
                false => call.call_attributes(place),
            };
            self.check_argument(&attributes, library, aligned)?;
        }
        Ok(())
    }

    /// Checks that the promises of a declaration or call about a library function follow from its contract.
    fn check_promises(&self, declared: Value, name: &str, parameters: u32) -> Result<(), Reason> {
        let function = [AttributeIndex::Function, AttributeIndex::Result];
        for place in function.into_iter().chain((0..parameters).map(AttributeIndex::Parameter)) {
            let attributes = match declared.is_function() {
                true => declared.function_attributes(place),
                false => declared.call_attributes(place),
            };
            for attribute in attributes {
                let word = match attribute {
                    Attribute::Kind(kind) => self
                        .promises
                        .get(&kind)
                        .copied()
                        .filter(|word| !library::says(name, place, word, declared.attribute_number(place, kind))),
                    _ => (!library::family(name, &attribute)).then_some("alloc-family"),
                };
                if let Some(word) = word {
                    let who = if frontend::is_programs_own(name) { "a contract can" } else { "the library promises" };
                    return Err(format!("attribute `{word}`, which says more of {name} than {who}"));
                }
            }
        }
        Ok(())
    }

    fn check_function(&self, attributes: &[Attribute], library: bool) -> Result<(), Reason> {
        let wrong = attributes.iter().find(|attribute| !match attribute {
            Attribute::Kind(kind) => {
                *kind == self.noreturn || self.function.contains(kind) || library && self.library.contains(kind)
            }
            Attribute::Text(name, value) if name == "target-features" => features(value),
            Attribute::Text(name, _) if name == "alloc-family" => library,
            Attribute::Text(name, _) => STRINGS.contains(&name.as_str()) || name.starts_with("no-builtin-"),
        });
        wrong.map_or(Ok(()), |attribute| match shown(attribute).trim_matches('`') {
            word @ ("memory" | "willreturn") => Err(format!(
                "attribute `{word}`: C's `const` or `pure` promises that the function changes no memory, and for `const` that it \
                 reads none, which is not seen here (take the attribute away, if it is not true)"
            )),
            _ => Err(format!("attribute {} of a function", shown(attribute))),
        })
    }

    fn check_result(&self, attributes: &[Attribute], library: bool) -> Result<(), Reason> {
        let wrong = attributes.iter().find(|attribute| !match attribute {
            Attribute::Kind(kind) => {
                self.value.contains(kind) || library && (*kind == self.noalias || self.value_library.contains(kind))
            }
            Attribute::Text(..) => false,
        });
        wrong.map_or(Ok(()), |attribute| Err(format!("attribute {} of a result", shown(attribute))))
    }

    fn check_argument(&self, attributes: &[Attribute], library: bool, aligned: bool) -> Result<(), Reason> {
        let wrong = attributes.iter().find(|attribute| !match attribute {
            Attribute::Kind(kind) => {
                self.value.contains(kind)
                    || library && self.value_library.contains(kind)
                    || aligned && *kind == self.align
            }
            Attribute::Text(..) => false,
        });
        wrong.map_or(Ok(()), |attribute| Err(format!("attribute {} of a parameter", shown(attribute))))
    }
}

fn count(values: &[Value]) -> u32 {
    u32::try_from(values.len()).unwrap_or(u32::MAX)
}

fn precedes_unreachable(call: Value) -> bool {
    call.next_instruction().is_some_and(|next| next.is_instruction(LLVMOpcode::LLVMUnreachable))
}
