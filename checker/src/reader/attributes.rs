//! The lists of attributes (`spec/language.md`, "Attributes"): enforced or harmless, assumption,
//! refused. Whatever is not named here is refused.

use super::ast::Reason;
use super::lexer::Kind;
use super::parser::{Parser, Read};

/// Whose promises attributes are: of a function that the module defines (or that is not known), or of
/// a library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    Definition,
    Declaration,
}

/// What a list of attributes means to the checker.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// Refused everywhere.
    pub refused: Option<Reason>,
    /// An assumption about a library function; refused on a definition.
    pub library: Option<Reason>,
    pub noreturn: bool,
    pub align: Option<u64>,
}

impl Attributes {
    /// Why they are refused at this site.
    pub fn refusal(&self, site: Site) -> Option<Reason> {
        let library = self.library.as_ref().filter(|_| site == Site::Definition);
        self.refused.as_ref().or(library).cloned()
    }

    /// Adds those of another list.
    pub fn merge(&mut self, other: &Attributes) {
        self.refused = self.refused.take().or_else(|| other.refused.clone());
        self.library = self.library.take().or_else(|| other.library.clone());
        self.noreturn |= other.noreturn;
        self.align = self.align.or(other.align);
    }
}

/// Harmless on a function: they say nothing that an execution could violate, or only what the
/// reader already excludes (exceptions), or ignoring them makes the checker stricter.
#[rustfmt::skip]
const FUNCTION: &[&str] = &[
    "nounwind", "uwtable", "noinline", "alwaysinline", "inlinehint", "optnone", "optsize", "minsize", "cold",
    "hot", "mustprogress", "nobuiltin", "builtin", "ssp", "sspstrong", "sspreq", "nomerge", "noduplicate",
    "noprofile", "null_pointer_is_valid", "nocreateundeforpoison", "nocf_check", "nodivergencesource",
];

/// Believed of a library function, refused on a definition.
#[rustfmt::skip]
const LIBRARY: &[&str] = &[
    "nofree", "nosync", "nocallback", "willreturn", "norecurse", "speculatable", "memory", "allocsize",
    "allockind",
];

/// String attributes that only steer code generation.
#[rustfmt::skip]
const STRINGS: &[&str] = &[
    "alloc-family", "frame-pointer", "less-precise-fpmad", "min-legal-vector-width", "no-builtins",
    "no-inline-line-tables", "no-jump-tables", "no-stack-arg-probe", "no-trapping-math", "probe-stack",
    "stack-probe-size", "stack-protector-buffer-size", "strict-float-cast-overflow", "stackrealign",
    "target-cpu", "target-features", "tune-cpu", "no-realign-stack", "loader-replaceable",
];

/// Harmless on a parameter or result: calling convention, or excluded by the semantics (no value is
/// undefined, so `noundef` always holds).
#[rustfmt::skip]
const VALUE: &[&str] = &[
    "noundef", "signext", "zeroext", "noext", "immarg", "allocptr",
];

/// Believed of a library function's parameter or result.
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

impl<'a> Parser<'_, 'a> {
    /// Attributes of a function or a call, up to the first token that is none. They end with the line.
    pub fn function_attributes(&mut self) -> Read<Attributes> {
        let mut all = Attributes::default();
        while let Some(token) = self.peek().filter(|token| token.indent.is_none()) {
            match token.kind {
                Kind::Group => match self.context.groups.get(token.text) {
                    Some(group) => all.merge(group),
                    None => {
                        return self.fail(format!("attribute group #{} is not defined", token.text));
                    }
                },
                Kind::String => {
                    if !STRINGS.contains(&token.text) {
                        all.refused
                            .get_or_insert_with(|| format!("attribute \"{}\"", super::shorten(token.text)).into());
                    }
                    if self.peek_at(1).is_some_and(|next| next.text == "=" && !next.quoted) {
                        self.skip(2);
                    }
                }
                Kind::Word if self.ends_attributes(token.text) => break,
                Kind::Word => {
                    match token.text {
                        "noreturn" => all.noreturn = true,
                        name if FUNCTION.contains(&name) => {}
                        name if LIBRARY.contains(&name) => all.library = Some(attribute(name)),
                        name => all.refused = Some(attribute(name)),
                    }
                    self.skip(1);
                    self.attribute_argument()?;
                    continue;
                }
                _ => break,
            }
            self.skip(1);
        }
        Ok(all)
    }

    /// What may follow the attributes in a header.
    fn ends_attributes(&self, word: &str) -> bool {
        matches!(
            word,
            "section"
                | "partition"
                | "comdat"
                | "align"
                | "gc"
                | "prefix"
                | "prologue"
                | "personality"
                | "unnamed_addr"
                | "local_unnamed_addr"
                | "addrspace"
        )
    }

    /// `(...)` or `=N`, balanced.
    fn attribute_argument(&mut self) -> Read<()> {
        if self.is("(") {
            self.skip_balanced()?;
        } else if self.accept("=") {
            self.skip(1);
        }
        Ok(())
    }

    /// Attributes of a parameter or argument, or of a result (where `noalias` promises a new block, as
    /// `malloc` does).
    pub fn value_attributes(&mut self, result: bool) -> Read<Attributes> {
        let mut all = Attributes::default();
        while let Some(token) = self.peek() {
            if token.kind == Kind::String {
                all.refused = Some(format!("attribute \"{}\"", super::shorten(token.text)).into());
                self.skip(1);
                self.attribute_argument()?;
                continue;
            }
            match token.text {
                _ if token.kind != Kind::Word => break,
                "align" => {
                    self.skip(1);
                    let wrapped = self.accept("(");
                    all.align = Some(self.alignment()?);
                    if wrapped {
                        self.expect(")")?;
                    }
                    continue;
                }
                name if VALUE.contains(&name) => {}
                name if VALUE_LIBRARY.contains(&name) || (result && name == "noalias") => {
                    all.library = Some(attribute(name))
                }
                name if VALUE_REFUSED.contains(&name) => all.refused = Some(attribute(name)),
                _ => break,
            }
            self.skip(1);
            if self.is("(") {
                self.skip_balanced()?;
            }
        }
        Ok(all)
    }
}

fn attribute(name: &str) -> Reason {
    format!("attribute `{name}`").into()
}
