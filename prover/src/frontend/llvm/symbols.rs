//! Names with a meaning outside the module (spec/language.md, "Names"): what LLVM, the code generator, the linker and
//! start code assume about them.

use std::collections::BTreeSet;

use super::FrontendError;
use super::raw::{Attribute, AttributeIndex, LLVMLinkage, Loaded, Value};
use crate::program::names::{begins, contains, list, of_the_library, part_of_the_library, reserved};

fn stems(list: &[&str], name: &str, suffixes: &[&str]) -> bool {
    suffixes.iter().filter_map(|suffix| name.strip_suffix(suffix)).any(|stem| contains(list, stem))
}

/// Whether the library may call functions of its own if the module declares or defines a function of this name, as
/// start code does for `main`.
fn leads_into_the_library(name: &str, defined: bool) -> bool {
    if defined {
        name == "main"
    } else {
        !name.starts_with("llvm.") && !contains(list!("../../../../spec/names/library-leaves.txt"), name)
    }
}

fn known_to_llvm(name: &str) -> bool {
    contains(list!("../../../../spec/names/recognised.txt"), name)
}

fn mathematics() -> &'static [&'static str] {
    list!("../../../../spec/names/recognised-mathematics.txt")
}

/// Whether LLVM takes a function of this name for the library's.
fn recognised(name: &str) -> bool {
    known_to_llvm(name) || contains(mathematics(), name) || stems(mathematics(), name, &["f", "l", "f128"])
}

/// Whether the front end of gcc or clang takes a function of this name for the library's, unless it is `static`.
fn recognised_by_front_ends(name: &str) -> bool {
    const TYPES: [&str; 13] =
        ["f", "l", "f16", "f32", "f64", "f128", "f32x", "f64x", "f128x", "d32", "d64", "d128", "d64x"];
    let more = list!("../../../../spec/names/recognised-mathematics-by-front-ends.txt");
    contains(list!("../../../../spec/names/recognised-by-front-ends.txt"), name)
        || contains(more, name)
        || stems(more, name, &TYPES)
        || stems(mathematics(), name, &TYPES)
}

/// Whether some compiler takes a function of this name for the library's.
pub(in crate::frontend) fn known_to_compilers(name: &str, internal: bool) -> bool {
    recognised(name) || !internal && recognised_by_front_ends(name)
}

/// Whether a definition of this name, whatever its linkage, may have a meaning outside the module.
pub(super) fn has_meaning(name: &str) -> bool {
    let library = of_the_library(name) || part_of_the_library(name);
    reserved(name) || recognised(name) || library || ALLOCATORS.contains(&name)
}

/// Whether this definition may have a meaning outside the module.
pub(super) fn matters(value: Value) -> bool {
    has_meaning(&value.name()) || !is_internal(value) && recognised_by_front_ends(&value.name())
}

/// Whether nothing outside the module sees it.
pub(super) fn is_internal(value: Value) -> bool {
    matches!(value.linkage(), LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
}

/// Functions with which the library allocates memory: a definition in the program replaces the library's.
#[rustfmt::skip]
pub(crate) const ALLOCATORS: [&str; 12] = [
    "malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc",
    "reallocarray", "cfree", "malloc_usable_size",
];

/// Functions that the code generator calls for intrinsics, whatever the attributes say.
const INTRINSICS: [&str; 3] = ["memcpy", "memmove", "memset"];

/// Names of the aliases that nothing outside the module needs: they have no meaning there, or only one that the
/// attributes of all functions switch off.
pub(super) fn unseen_aliases(module: &Loaded) -> BTreeSet<String> {
    let switched_off = module.functions().into_iter().filter(|f| !f.is_declaration()).all(has_no_builtins);
    let unseen = |alias: &Value| {
        let name = alias.name();
        let called_elsewhere = INTRINSICS.contains(&name.as_str()) || ALLOCATORS.contains(&name.as_str());
        let known = known_to_llvm(&name) || recognised_by_front_ends(&name);
        let switched_off = switched_off && known && !called_elsewhere;
        !matters(*alias) || switched_off && !reserved(&name)
    };
    module.aliases().into_iter().filter(unseen).map(Value::name).collect()
}

/// Whether a function has the attribute of `-fno-builtin`.
pub(super) fn has_no_builtins(function: Value) -> bool {
    let all = function.function_attributes(AttributeIndex::Function);
    all.iter().any(|a| matches!(a, Attribute::Text(name, _) if name == "no-builtins"))
}

/// Words of the text that are floating-point types.
const TYPES: [&str; 6] = ["half", "bfloat", "float", "double", "x86_fp80", "fp128"];

/// The first function of the module's own, or alias of one, that compilers recognise by its name.
pub(super) fn own_recognised(module: &Loaded) -> Option<String> {
    let defined = module.functions().into_iter().filter(|f| !f.is_declaration()).chain(module.aliases());
    defined.filter(|f| known_to_compilers(&f.name(), is_internal(*f))).map(Value::name).min()
}

/// Refuses definitions whose names have a meaning outside the module.
pub(super) fn refuse(module: &Loaded, text: &str) -> Result<(), FrontendError> {
    let defined = |values: Vec<Value>| values.into_iter().filter(|v| !v.is_declaration());
    let local = |value: &Value| is_internal(*value);
    let taken = |value: &Value| {
        let name = value.name();
        reserved(&name) || of_the_library(&name) && !local(value)
    };
    let functions = || defined(module.functions());
    let private = |value: &Value| value.linkage() == LLVMLinkage::LLVMPrivateLinkage;
    let label = |name: &str| begins(list!("../../../../spec/names/labels.txt"), name);
    let mut labels = defined(module.globals()).filter(|v| label(&v.name()));
    let clash = functions().find(private).or_else(|| labels.find(private));
    if let Some(value) = clash {
        return Err(unsupported(format!(
            "the private definition of '{}', which may be a label of the compiler's",
            value.name()
        )));
    }
    let part = |value: &Value| part_of_the_library(&value.name()) && !local(value);
    let mut variables = defined(module.globals());
    let variable = variables.find(|v| taken(v) || recognised(&v.name()) || part(v));
    if let Some(value) = variable.or_else(|| functions().find(taken)) {
        return Err(unsupported(format!(
            "the definition of '{}', which has a meaning for the compiler, the linker or the start of a program",
            value.name()
        )));
    }
    let foreign = |f: &Value| leads_into_the_library(&f.name(), !f.is_declaration());
    if let Some(value) = functions().find(part)
        && let Some(caller) = module.functions().into_iter().find(foreign)
    {
        return Err(unsupported(format!(
            "the definition of '{}' beside '{}': it may take the place of a function that the C library calls",
            value.name(),
            caller.name()
        )));
    }
    let Some(own) = functions().find(|f| known_to_compilers(&f.name(), local(f))) else {
        return Ok(());
    };
    if !functions().all(has_no_builtins) {
        return Err(recognised_by_compilers(&own.name()));
    }
    // Floating-point instructions may call other library functions that the program defines.
    let Some(own) = functions().find(|f| recognised(&f.name())) else {
        return Ok(());
    };
    let outside = text.split('"').step_by(2);
    let mut words = outside.flat_map(|part| part.split(|c: char| c.is_whitespace() || "(),[]{}<>=".contains(c)));
    match words.find(|word| TYPES.contains(word)) {
        Some(word) => Err(unsupported(format!(
            "floating point (`{word}`) beside the definition of '{}', a function of the library",
            own.name()
        ))),
        None => Ok(()),
    }
}

/// Why a program with a function of this name is refused.
pub(in crate::frontend) fn recognised_by_compilers(name: &str) -> FrontendError {
    unsupported(format!(
        "the definition of '{name}', which compilers recognise by its name: a program that is compiled with -fno-builtin can be proved with this option"
    ))
}

fn unsupported(what: String) -> FrontendError {
    FrontendError::Unsupported { what, location: None }
}

/// Whether an instruction marks where a variable's lifetime begins or ends; the prefix says which.
pub(super) fn is_lifetime_marker(user: Value, prefix: &str) -> bool {
    user.callee_name().is_some_and(|name| name.starts_with(prefix))
}
