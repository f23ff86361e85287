//! Lists of attributes (`spec/language.md`, "Attributes"): each attribute is enforced, harmless, a promise about a
//! library function, or refused. An attribute that is not listed here is refused.

use super::ast::{Attributes, Extension, Owner, Promise, Reason};
use super::lexer::{Kind, Token, shorten};
use super::parser::{Parser, Read};

/// Harmless on a function: no execution can violate them, or the reader already excludes what they are about
/// (exceptions), or ignoring them makes the checker stricter.
#[rustfmt::skip]
const FUNCTION: &[&str] = &[
    "nounwind", "uwtable", "noinline", "alwaysinline", "inlinehint", "optnone", "optsize", "minsize", "cold",
    "hot", "mustprogress", "ssp", "sspstrong", "sspreq", "nomerge", "noduplicate",
    "noprofile", "null_pointer_is_valid", "nocreateundeforpoison", "nocf_check", "nodivergencesource",
];

/// Compared with the contract of a library function, refused on a definition.
#[rustfmt::skip]
const LIBRARY: &[&str] = &[
    "nofree", "nosync", "nocallback", "willreturn", "norecurse", "speculatable", "memory", "allocsize",
    "allockind",
];

/// String attributes that only steer code generation.
#[rustfmt::skip]
const STRINGS: &[&str] = &[
    "frame-pointer", "less-precise-fpmad", "min-legal-vector-width",
    "no-inline-line-tables", "no-jump-tables", "no-trapping-math", 
    "stack-protector-buffer-size", "strict-float-cast-overflow", 
    "target-cpu", "tune-cpu",
];

/// Instruction sets. Other target features may replace code, for instance indirect calls by calls of a function of the
/// program.
#[rustfmt::skip]
const FEATURES: &[&str] = &[
    "cx8", "cx16", "cmov", "fxsr", "mmx", "sse", "sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "x87",
    "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "sahf", "crc32", "xsave",
];

/// Harmless on a parameter or result: calling convention, or excluded by the semantics (no value is undefined, so
/// `noundef` always holds).
#[rustfmt::skip]
const VALUE: &[&str] = &[
    "noundef", "immarg", "allocptr",
];

/// Compared with the contract of a library function, on a parameter or result; refused on a definition.
#[rustfmt::skip]
const VALUE_LIBRARY: &[&str] = &[
    "nofree", "captures", "nocapture", "readonly", "writeonly", "readnone", "returned", "allocalign",
];

/// All other attributes of parameters and results that LLVM 22 knows.
#[rustfmt::skip]
const VALUE_REFUSED: &[&str] = &[
    "align", "alignstack", "byref", "byval", "dead_on_return", "dead_on_unwind", "dereferenceable",
    "dereferenceable_or_null", "elementtype", "inalloca", "initializes", "inreg", "nest", "noalias",
    "nofpclass", "nonnull", "preallocated", "range", "sret", "swiftasync", "swifterror", "swiftself",
    "writable",
];

/// Words that may follow the attributes in a header.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "section", "partition", "comdat", "align", "gc", "prefix", "prologue", "personality", "unnamed_addr",
    "local_unnamed_addr", "addrspace",
];

/// Words that begin a top-level entity, or stand at its beginning. Text that is not read to its end must not hide
/// another entity.
#[rustfmt::skip]
pub(super) const ENTITIES: &[&str] = &[
    "=", "attributes", "declare", "define", "module", "source_filename", "target", "uselistorder", "uselistorder_bb",
];

impl Parser<'_, '_> {
    /// The value of `"target-features"`, which the cursor stands on.
    fn features(&self, all: &mut Attributes) {
        let value = self.env.tokens.get(self.at + 2).filter(|token| token.kind == Kind::String);
        let known = |feature: &str| feature.strip_prefix('+').is_some_and(|name| FEATURES.contains(&name));
        if !value.is_some_and(|value| value.text.is_empty() || value.text.split(',').all(known)) {
            all.refused = Some(attribute("target-features"));
        }
    }

    /// Reads attributes up to the first token that is none; they end with the line.
    pub(super) fn attributes(&mut self, owner: Owner) -> Read<Attributes> {
        let mut all = Attributes::default();
        let function = owner == Owner::Function;
        let (harmless, library) = if function { (FUNCTION, LIBRARY) } else { (VALUE, VALUE_LIBRARY) };
        while let Some(token) = self.peek().filter(|token| token.indent.is_none()) {
            let (name, start, mut promise) = (token.text, self.at, false);
            match token.kind {
                Kind::Group if function => match self.env.groups.get(name) {
                    Some(group) => all.merge(group),
                    None => return self.fail(format!("attribute group #{name} is not defined")),
                },
                Kind::String if name.contains("section") || name.contains('\\') => {
                    return self.fail("an attribute that names a section, or has escapes in its name");
                }
                Kind::String if function && name == "target-features" => self.features(&mut all),
                Kind::String if function && name == "no-builtins" => all.no_builtins = true,
                Kind::String if function && name == "alloc-family" => promise = true,
                Kind::String if function && (STRINGS.contains(&name) || name.starts_with("no-builtin-")) => {}
                Kind::Word if function && name == "noreturn" => all.noreturn = true,
                Kind::Word if function && name == "nobuiltin" => all.nobuiltin = true,
                Kind::Word if function && name == "builtin" => all.builtin = true,
                Kind::Word if !function && name == "align" => {
                    self.skip(1);
                    let wrapped = self.accept("(");
                    all.align = Some(self.alignment()?);
                    if wrapped {
                        self.expect(")")?;
                    }
                    continue;
                }
                Kind::Word if !function && name == "signext" => all.extension = Some(Extension::Sign),
                Kind::Word if !function && name == "zeroext" => all.extension = Some(Extension::Zero),
                Kind::Word if !function && name == "noext" => all.extension = Some(Extension::Not),
                Kind::Word if harmless.contains(&name) => {}
                Kind::Word if library.contains(&name) || (owner == Owner::Result && name == "noalias") => {
                    promise = true;
                }
                Kind::Word if function && (ENDS.contains(&name) || ENTITIES.contains(&name)) => break,
                Kind::Word if function || VALUE_REFUSED.contains(&name) => all.refused = Some(attribute(name)),
                Kind::String => all.refused = Some(attribute(name)),
                _ => break,
            }
            self.skip(1);
            if self.is("(") {
                self.skip_balanced()?;
            } else if self.accept("=") {
                self.skip(1);
            }
            if promise {
                let tokens = self.env.tokens.get(start..self.at).unwrap_or_default();
                let text: String = tokens.iter().map(written).collect();
                all.promises.push(Promise { of: owner, text: text.into() });
            }
        }
        Ok(all)
    }
}

/// A token of a promise, as written. Only a label keeps its colon.
fn written(token: &Token) -> String {
    format!("{}{}", token.text, if token.kind == Kind::Label { ":" } else { "" })
}

fn attribute(name: &str) -> Reason {
    format!("attribute `{}`", shorten(name)).into()
}
