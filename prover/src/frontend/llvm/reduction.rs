//! Reduces a module to what one function reaches (`spec/decisions/reduced-modules.md`).

use std::collections::{BTreeMap, BTreeSet};

use super::assembly::{Assembly, words};
use super::raw::{LLVMLinkage, LLVMVisibility, Loaded, Value};
use super::symbols;
use super::{FrontendError, internal, own_identifier};

/// Lists through which the compiler or the linker reaches things that no code names. They concern what happens before
/// and after the function's calls.
const LISTS: [&str; 4] = ["llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"];

/// A module without what a function does not reach.
pub(in crate::frontend) struct Reduced {
    pub text: String,
    /// Number of functions that are left out.
    pub left_out: usize,
    /// A function of the whole module, or an alias of one, that compilers recognise by its name.
    pub no_builtin: Option<String>,
}

/// The module without what the function does not reach. Definitions whose names have a meaning outside the module stay.
/// `assembly` has the effects of the files' assembly, which is left out.
pub(in crate::frontend) fn reduce(text: &str, entry: &str, assembly: &Assembly) -> Result<Reduced, FrontendError> {
    assembly.require_harmless()?;
    let module = Loaded::parse(text.as_bytes(), own_identifier(text.as_bytes()).unwrap_or("module"))
        .map_err(|error| internal(format!("LLVM does not read its own text: {error}")))?;
    let defined = || module.functions().into_iter().filter(|f| !f.is_declaration()).count();
    let before = defined();
    let own_assembly = module.assembly();
    module.remove_assembly();
    for list in module.globals().into_iter().filter(|g| LISTS.contains(&g.name().as_str())) {
        list.erase_global();
    }
    let no_builtin = symbols::own_recognised(&module);
    let unseen = symbols::unseen_aliases(&module);
    for alias in module.aliases() {
        if unseen.contains(&alias.name()) {
            // A weak alias may stand for something else. If it is used, it stays, and the module is refused.
            if alias.linkage() == LLVMLinkage::LLVMExternalLinkage
                || alias.linkage() == LLVMLinkage::LLVMInternalLinkage
            {
                alias.replace_by_target();
            }
            alias.set_linkage(LLVMLinkage::LLVMInternalLinkage);
        }
    }
    for resolver in module.ifuncs().into_iter().filter(|i| !symbols::has_meaning(&i.name())) {
        resolver.set_linkage(LLVMLinkage::LLVMInternalLinkage);
    }
    let kept = |value: &Value| value.name() == entry || symbols::matters(*value);
    let mut own: BTreeMap<String, (LLVMLinkage, LLVMVisibility)> = BTreeMap::new();
    for value in definitions(&module) {
        let linkage = value.linkage();
        let wanted = match kept(&value) {
            true => LLVMLinkage::LLVMExternalLinkage,
            false => LLVMLinkage::LLVMInternalLinkage,
        };
        // Private symbols may have no names; nothing outside sees them.
        if linkage != LLVMLinkage::LLVMPrivateLinkage && linkage != wanted {
            own.insert(value.name(), (linkage, value.visibility()));
            value.set_linkage(wanted);
        }
    }
    module.run_passes(c"globaldce").map_err(|error| internal(format!("globaldce: {error}")))?;
    for value in definitions(&module) {
        if let Some((linkage, visibility)) = own.get(&value.name()) {
            value.set_linkage(*linkage);
            value.set_visibility(*visibility);
        }
    }
    if let Some(name) = named_by(assembly, &own_assembly, &module) {
        let what = format!("assembly of the file's own that names '{name}', which the function may use");
        return Err(FrontendError::Unsupported { what, location: None });
    }
    module.verify().map_err(|error| internal(format!("the reduced module is broken: {error}")))?;
    let left_out = before.saturating_sub(defined());
    Ok(Reduced { text: module.print(), left_out, no_builtin })
}

/// A name that the files' assembly may define or change, and that the rest of the module uses, or that means something
/// to the library or the compiler. A version (`.symver`) of a symbol changes nothing for the file that defines the
/// symbol.
fn named_by(assembly: &Assembly, text: &str, module: &Loaded) -> Option<String> {
    let own = module.functions().into_iter().chain(module.globals()).map(Value::name).collect::<BTreeSet<_>>();
    let statements = text.split(['\n', ';']).filter(|statement| !statement.trim_start().starts_with(".symver"));
    let mut words = statements.flat_map(words).chain(assembly.symbols.iter().map(String::as_str));
    words.find(|word| own.contains(*word) || symbols::has_meaning(word)).map(str::to_owned)
}

fn definitions(module: &Loaded) -> Vec<Value> {
    module.functions().into_iter().chain(module.globals()).filter(|value| !value.is_declaration()).collect()
}
