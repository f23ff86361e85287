//! Imports a module: globals, declarations, functions. Refuses what affects the module as a whole.

use super::attributes::{Attributes, extensions};
use super::constants::{DEPTH, MAX_CELLS, MAX_ELEMENTS, Reader, Reason};
use super::function::import_function;
use super::names::instruction_texts;
use super::raw::{Attribute, AttributeIndex, LLVMLinkage, Layout, Loaded, Ty, Value, attribute_kind};
use super::records;
use super::symbols;
use crate::frontend::FrontendError;
use crate::program::places::Places;
use crate::program::shapes::{bare_cell, shapes};
use crate::program::{Function, Global, Instruction, Layouts, Op, Program, Signature, Type, library};
use std::sync::Arc;

pub(super) fn import(module: &Loaded, text: String) -> Result<Program, FrontendError> {
    refuse_constructs(module)?;
    // LLVM's interface does not report partitions.
    let header = |line: &str| line.starts_with("define ") || line.starts_with("declare ");
    if text.lines().any(|line| header(line) && line.contains(" partition \"")) {
        return Err(FrontendError::Unsupported { what: "partitions of the linker".into(), location: None });
    }
    symbols::refuse(module, &text)?;
    let mut reader = Reader::new(Layout::of(module));
    let attributes = Attributes::of(module);
    let globals = module.globals();
    for &global in &globals {
        if let Some(reason) = refused_global(global, reader.layout) {
            reader.refused_globals.insert(global, reason);
        }
    }
    let texts = instruction_texts(&text);
    let mut program = Program { text, pointer_bits: reader.pointer_bits, ..Program::default() };
    program.no_builtin = symbols::own_recognised(module);
    program.layouts = layouts(module, &program.text);
    program.records = records::records(&program.text);
    program.shapes = shapes(&program.records, program.pointer_bits);
    program.globals = globals.into_iter().filter_map(|global| import_global(&reader, global)).collect();
    let places = Arc::new(Places::of(&program.text, program.pointer_bits));
    let mut defined = texts.into_iter();
    for function in module.functions() {
        if function.is_declaration() {
            let name = function.name();
            if attributes.is_noreturn(function) && library::may_end(&name) && !symbols::known_to_compilers(&name, false)
            {
                program.never_return.insert(name);
            }
            if let Ok(signature) = signature(&reader, function) {
                program.declarations.insert(function.name(), signature);
            }
        } else {
            let lines = defined.next();
            let imported = import_function(module, &reader, &attributes, function, lines.as_deref());
            refuse_markers(&imported)?;
            let imported = Function { places: places.clone(), ..imported };
            program.functions.insert(function.name(), imported);
        }
    }
    let declared = program.declarations.keys().map(String::as_str);
    program.globals.extend(library::variables(declared, program.pointer_bits));
    program.shapes.extend(bare_cell(&program));
    program.find_addresses();
    Ok(program)
}

/// Layouts of the structures that the text defines.
fn layouts(module: &Loaded, text: &str) -> Layouts {
    let layout = Layout::of(module);
    let (align_i64, align_double) = layout.align_of_scalars(module);
    let names = text.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix('%')?.split_once(" = ")?;
        rest.starts_with("type ").then(|| name.trim_matches('"'))
    });
    let sized = |name: &str| {
        let ty = module.named_type(name).filter(|ty| !ty.has_vector())?;
        let tag = name.strip_prefix("struct.")?;
        Some((tag.to_owned(), (layout.size(ty)?, layout.align(ty)?)))
    };
    Layouts { align_i64, align_double, structs: names.filter_map(sized).collect() }
}

/// Families of intrinsics (what follows `llvm.`) without an effect where they are not executed.
#[rustfmt::skip]
const INTRINSICS: &[&str] = &[
    "abs", "assume", "bitreverse", "bswap", "canonicalize", "ceil", "copysign", "cos", "ctlz", "ctpop", "cttz", "dbg",
    "debugtrap", "donothing", "exp", "exp2", "expect", "fabs", "floor", "fma", "fmuladd", "frameaddress", "fshl", "fshr",
    "is", "ldexp", "lifetime", "llrint", "llround", "log", "log10", "log2", "lrint", "lround", "maximum", "maxnum",
    "memcpy", "memmove", "memset", "minimum", "minnum", "nearbyint", "objectsize", "pow", "powi", "prefetch",
    "returnaddress", "rint", "round", "roundeven", "sadd", "sin", "smax", "smin", "smul", "sqrt", "ssub", "stackrestore",
    "stacksave", "tan", "trap", "trunc", "uadd", "ubsantrap", "umax", "umin", "umul", "usub", "va_copy", "va_end",
    "va_start",
];

/// Refuses what has an effect without being executed: a lifetime marker that is not understood may shorten the lifetime
/// of objects, the assembler reads its text, and some intrinsics affect the whole function.
fn refuse_markers(function: &Function) -> Result<(), FrontendError> {
    let unknown = |rest: &str| {
        let family = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        let harmless = rest.starts_with("experimental.noalias.scope.decl");
        !harmless && family.is_none_or(|family| !INTRINSICS.contains(&family))
    };
    let matters = |i: &&Instruction| {
        let unread = |text: &str| matches!(i.op, Op::Unsupported(_)) && i.text.contains(text);
        let mut intrinsics = i.text.split("@llvm.").skip(1);
        unread("llvm.lifetime.") || unread(" asm ") || intrinsics.any(unknown)
    };
    let mut all = function.blocks.iter().flat_map(|b| &b.instructions);
    match all.find(matters) {
        None => Ok(()),
        Some(i) => Err(FrontendError::Unsupported {
            what: format!("what may matter without being executed: {}", i.text),
            location: i.location.clone(),
        }),
    }
}

/// Module flags without influence on what the module does; others change code.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "wchar_size", "PIC Level", "PIE Level", "uwtable", "frame-pointer", "Debug Info Version", "Dwarf Version",
    "NumRegisterParameters",
];
const NAMED: &[&str] = &["llvm.module.flags", "llvm.ident", "llvm.dbg.cu", "llvm.commandline"];

/// Constructs that make every proof about the module impossible.
fn refuse_constructs(module: &Loaded) -> Result<(), FrontendError> {
    let what = if !module.assembly().is_empty() {
        "module-level assembly"
    } else if !module.flags().iter().all(|name| FLAGS.contains(&name.as_str())) {
        "module flags that clang does not write without optimisation"
    } else if module.named_metadata().iter().any(|name| !NAMED.contains(&name.as_str())) {
        "metadata of the module that is not known"
    } else if module.aliases().into_iter().any(symbols::matters) {
        "aliases of names that mean something to compilers and linkers"
    } else if !module.ifuncs().is_empty() {
        "indirect functions (ifunc)"
    } else if module.globals().iter().any(|g| has_name(*g, "llvm.global_ctors") || has_name(*g, "llvm.global_dtors")) {
        "global constructors and destructors"
    } else if module.globals().into_iter().chain(module.functions()).chain(module.aliases()).map(Value::name).any(
        |name| {
            name.chars().any(char::is_control)
                || name.starts_with(".L")
                || name.starts_with("__unnamed_")
                || name.contains('@')
        },
    ) {
        // LLVM drops a byte 1 at the beginning of a name, and puts `.L` before private names; an `@` separates a
        // version.
        "a name that the assembler takes for another"
    } else if module.functions().into_iter().any(is_speculatable) {
        "a function that is `speculatable`: it may be executed where no call of it is"
    } else if module.globals().into_iter().chain(module.functions()).any(Value::has_section) {
        // Sections may run before `main`, be read-only, or lie where something else is.
        "sections, whose meaning is the linker's"
    } else {
        return Ok(());
    };
    Err(FrontendError::Unsupported { what: what.into(), location: None })
}

fn is_speculatable(function: Value) -> bool {
    let attribute = Attribute::Kind(attribute_kind("speculatable"));
    // LLVM decides by itself whether a name is an intrinsic's.
    !function.name().starts_with("llvm.") && function.function_attributes(AttributeIndex::Function).contains(&attribute)
}

fn has_name(value: Value, name: &str) -> bool {
    value.name() == name
}

/// Why no instruction may use a global variable.
fn refused_global(global: Value, layout: Layout) -> Option<Reason> {
    let linkage = match global.linkage() {
        LLVMLinkage::LLVMExternalLinkage | LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage => None,
        _ => Some("weak, common or otherwise replaceable definition"),
    };
    let reason = if global.name().starts_with("llvm.") {
        Some("of the compiler's own")
    } else if global.has_comdat() {
        Some("member of a comdat")
    } else if global.is_thread_local() {
        Some("thread local")
    } else if global.ty().address_space() != 0 {
        Some("in another address space")
    } else if global.is_externally_initialized() {
        Some("externally initialized")
    } else if layout.size(global.value_type()).is_none() {
        Some("of unknown size")
    } else if global.value_type().has_vector() {
        Some("with a vector")
    } else if global.initializer().is_some_and(|value| has_undefined_part(value, 0)) {
        Some("initialised with an undefined value")
    } else {
        linkage
    };
    reason.map(str::to_string)
}

/// Whether an initialiser contains `undef` or `poison`.
fn has_undefined_part(value: Value, depth: u32) -> bool {
    if value.is_undef_or_poison() || depth > DEPTH {
        return true;
    }
    let is_aggregate = value.ty().array().is_some() || value.ty().fields().is_some();
    is_aggregate
        && !value.is_null()
        && value.constant_opcode().is_none()
        && value.operands().into_iter().any(|part| has_undefined_part(part, depth + 1))
}

fn import_global(reader: &Reader, global: Value) -> Option<Global> {
    if reader.refused_globals.contains_key(&global) {
        return None;
    }
    let ty = global.value_type();
    let align = match global.alignment() {
        0 => reader.layout.align(ty)?,
        align => align,
    };
    let cells = global.initializer().map(|value| reader.cells(value, MAX_CELLS));
    let large = global.is_global_constant() && cells.as_ref().is_some_and(Vec::is_empty);
    let elements = global.initializer().filter(|_| large).map(|value| reader.cells(value, MAX_ELEMENTS));
    Some(Global {
        name: global.name(),
        local: symbols::is_internal(global),
        size: reader.layout.size(ty)?,
        open: global.initializer().is_none() && is_open(ty, 0),
        align,
        constant: global.is_global_constant(),
        unnamed_addr: global.is_unnamed_addr(),
        cells,
        elements: elements.unwrap_or_default(),
    })
}

/// Whether a type ends in an array of unknown size.
fn is_open(ty: Ty, depth: u32) -> bool {
    depth < DEPTH
        && (ty.array().is_some_and(|(count, _)| count == 0)
            || ty.fields().is_some_and(|fields| {
                // Behind it is padding at most.
                let padding = |ty: &&Ty| ty.array().is_some_and(|(count, of)| count > 0 && of.int_bits() == Some(8));
                fields.iter().rev().find(|field| !padding(field)).is_some_and(|last| is_open(*last, depth + 1))
            }))
}

/// The type of a function, if it is within the subset.
pub(super) fn signature(reader: &Reader, function: Value) -> Result<Signature, Reason> {
    let (result, parameters, variadic) =
        function.value_type().function().ok_or("a function without a function type")?;
    let parameters = parameters.into_iter().map(|ty| match reader.ty(ty)? {
        Type::Void => Err("parameter without a value".to_string()),
        ty => Ok(ty),
    });
    let count = parameters.len();
    Ok(Signature {
        extensions: extensions(count, |place| function.function_attributes(place)),
        parameters: parameters.collect::<Result<_, _>>()?,
        result: reader.ty(result)?,
        variadic,
    })
}
