//! Everything that needs LLVM. Invariant: no other directory of the prover names inkwell's or
//! llvm-sys's items, and only `raw` calls them.
//!
//! - [`promote`]: what clang makes of a C file → text with promoted local variables;
//! - [`reprint`]: a `.ll` or `.bc` file → text, unchanged in meaning;
//! - [`import`]: text → [`Program`].

mod assembly;
mod attributes;
mod booleans;
mod by_address;
mod constants;
mod folding;
mod function;
mod instruction;
mod library;
mod module;
mod names;
mod plainly;
mod promises;
mod promotion;
mod raw;
mod records;
mod reduction;
mod scopes;
mod statics;
pub(super) mod symbols;

use certificates::DataModel;
use std::ffi::CStr;

use super::nonnull::Promises;
use super::written::Written;
use super::{FrontendError, bad_input};
use crate::program::{Location, Program};
pub(super) use assembly::Assembly;
pub(super) use raw::version;
use raw::{LLVMLinkage, Layout, Loaded, Value};
pub(super) use reduction::reduce;
pub(super) use scopes::Endless;
pub(super) use statics::Statics;

/// The data layout that LLVM 22 uses for x86-64 and i386 Linux.
const LP64: &CStr = c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const ILP32: &CStr = c"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

/// A function or variable that a module defines.
pub(super) struct Definition {
    pub name: String,
    pub function: bool,
    /// Whether other modules cannot see it, or it is one of several among which a linker chooses.
    pub local: bool,
    /// Whether it is only an inline definition: calls may mean another file's definition.
    pub inline: bool,
    /// Whether other modules cannot see it.
    pub internal: bool,
}

/// What a module defines.
pub(super) fn definitions(bitcode: &[u8]) -> Result<Vec<Definition>, FrontendError> {
    let module = from_clang(bitcode)?;
    let all = module.functions().into_iter().chain(module.globals()).filter(|value| !value.is_declaration());
    let one = |value: Value| Definition {
        name: value.name(),
        function: value.is_function(),
        local: value.linkage() != LLVMLinkage::LLVMExternalLinkage,
        inline: value.linkage() == LLVMLinkage::LLVMAvailableExternallyLinkage,
        internal: symbols::is_internal(value),
    };
    Ok(all.map(one).collect())
}

/// The effects of the assembly of one file: in its text, and in the module that clang made of it.
pub(super) fn assembly(bitcode: &[u8], written: &Written) -> Result<Assembly, FrontendError> {
    Ok(Assembly::of(&from_clang(bitcode)?, written))
}

/// Names of the functions that a module defines.
pub(super) fn functions(text: &str) -> Result<Vec<String>, FrontendError> {
    Ok(definitions(text.as_bytes())?.into_iter().filter(|d| d.function).map(|d| d.name).collect())
}

/// Whether a function of a module that is made from C has the body of another one.
pub(super) fn is_moved(name: &str) -> bool {
    name.ends_with(raw::MOVED)
}

/// Refuses a C program in which the compiler evaluated undefined arithmetic. `checked` is the program compiled with
/// checks.
pub(super) fn require_no_constant_failure(checked: &[u8]) -> Result<(), FrontendError> {
    folding::require_no_constant_failure(&from_clang(checked)?)
}

/// A module that is made from C.
pub(super) struct Promoted {
    pub(super) text: String,
    /// Objects that must not be used.
    pub(super) endless: Vec<Endless>,
    /// Whether some function is stated to return (C's `const` and `pure`).
    pub(super) returns: bool,
    /// What it does with its static variables.
    pub(super) statics: Statics,
}

/// Links modules and promotes local variables to registers; uninitialised ones are read as arbitrary but fixed values.
/// Returns the module's text, and the objects that must not be used. `name` stands for the files' names, `promises` for
/// what the files' declarations say of arguments.
pub(super) fn promote(
    bitcode: &[&[u8]],
    name: &str,
    model: DataModel,
    promises: &Promises,
) -> Result<Promoted, FrontendError> {
    let (first, others) = bitcode.split_first().ok_or_else(|| internal("no module"))?;
    let module = from_clang(first)?;
    for other in others {
        module.link(other).map_err(|error| bad_input(format!("the files cannot be linked: {error}")))?;
    }
    require_target(&module, model)?;
    module.set_identifier(name);
    folding::require_no_poison(&module)?;
    booleans::require_prototypes(&module)?;
    promotion::drop_facts(&module);
    promotion::drop_names_not_folded(&module);
    plainly::make_plain(&module)?;
    // The functions have their names and arguments of the text yet.
    promises::check_arguments(&module, promises);
    promises::pass_by_address(&module);
    by_address::pass_structures(&module);
    promises::check_pointers(&module);
    let endless = scopes::endless(&module);
    promotion::promote(&module)?;
    let returns = promises::check_effects(&module);
    let statics = statics::make_constant(&module);
    module.verify().map_err(|error| internal(format!("the promoted module is broken: {error}")))?;
    Ok(Promoted { text: module.print(), endless, returns, statics })
}

/// The text of a module that is used unchanged. A module without a data layout gets that of the data model.
pub(super) fn reprint(bytes: &[u8], name: &str, model: DataModel) -> Result<String, FrontendError> {
    let module = Loaded::parse(bytes, name)
        .map_err(|error| bad_input(format!("{name}: not a valid LLVM module: {}", error.trim())))?;
    if module.data_layout().is_empty() {
        module.set_data_layout(match model {
            DataModel::Lp64 => LP64,
            DataModel::Ilp32 => ILP32,
        });
    }
    require_target(&module, model)?;
    module.set_identifier(own_identifier(bytes).unwrap_or(name));
    Ok(module.print())
}

/// The prover's view of a module's text.
pub(super) fn import(text: String, model: DataModel) -> Result<Program, FrontendError> {
    let module = Loaded::parse(text.as_bytes(), "module")
        .map_err(|error| internal(format!("LLVM does not read its own text: {error}")))?;
    require_target(&module, model)?;
    module::import(&module, text)
}

fn from_clang(bitcode: &[u8]) -> Result<Loaded, FrontendError> {
    Loaded::parse(bitcode, "module").map_err(|error| internal(format!("clang's output: {error}")))
}

/// The identifier in the first line of a printed module; it is kept, so that printing the module again changes nothing.
fn own_identifier(bytes: &[u8]) -> Option<&str> {
    let line = bytes.split(|&byte| byte == b'\n').next()?;
    std::str::from_utf8(line).ok()?.trim_end().strip_prefix("; ModuleID = '")?.strip_suffix('\'')
}

/// Accepts only the two targets of the data models: LLVM reads some layouts differently from what they say, depending
/// on the triple.
fn require_target(module: &Loaded, model: DataModel) -> Result<(), FrontendError> {
    let (bits, wanted) = match model {
        DataModel::Lp64 => (64, LP64),
        DataModel::Ilp32 => (32, ILP32),
    };
    let found = Layout::of(module).pointer_bits();
    if found != bits {
        return Err(bad_input(format!(
            "the module has {found}-bit pointers, but the data model {model} has {bits}-bit pointers"
        )));
    }
    if module.data_layout().as_bytes() != wanted.to_bytes() {
        return Err(bad_input(
            "the module's data layout is not the one LLVM 22 writes for x86-64 or i386 Linux: compile it again, or delete the line `target datalayout`",
        ));
    }
    let triple = module.triple();
    let mut parts = triple.split('-');
    let machine = matches!(
        (parts.next(), model),
        (Some("x86_64"), DataModel::Lp64) | (Some("i386" | "i486" | "i586" | "i686"), DataModel::Ilp32)
    );
    let system = parts.nth(1) == Some("linux");
    let environment = matches!(parts.next(), None | Some("gnu" | "musl"));
    let fits = triple.is_empty() || machine && system && environment && parts.next().is_none();
    if !fits {
        return Err(bad_input(format!("the target '{triple}' is not Linux on the machine of the data model {model}")));
    }
    Ok(())
}

fn location(instruction: Value) -> Option<Location> {
    let (file, line, column) = instruction.debug_location()?;
    Some(Location { file, line, column })
}

fn internal(message: impl Into<String>) -> FrontendError {
    FrontendError::Internal { message: message.into() }
}
