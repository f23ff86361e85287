//! Assembly that a reduced module leaves out (`spec/decisions/reduced-modules.md`).
//!
//! An assembler reads a file from its first line to its last. Assembly in the file itself, in a function that is never
//! called, or in the name of a section can define a symbol, redirect one, or redefine an instruction that the compiler
//! uses further down. So all assembly of a file is read before any of it is left out. Only statements whose effect is
//! local are accepted: instructions, labels, and a few directives.

use std::collections::BTreeSet;

use super::FrontendError;
use super::raw::{Loaded, Value};
use crate::frontend::written::Written;

/// The effects of the assembly of one or more files beyond its own place.
#[derive(Clone, Debug, Default)]
pub(in crate::frontend) struct Assembly {
    /// The first statement that may change the meaning of the rest of its file.
    refused: Option<String>,
    /// Symbols that it defines or affects.
    pub(super) symbols: BTreeSet<String>,
}

/// Directives that emit bytes or padding at their own place (GNU as, "Assembler Directives").
const IN_PLACE: [&str; 10] =
    [".align", ".balign", ".byte", ".int", ".long", ".p2align", ".quad", ".short", ".value", ".word"];
/// Directives that affect only the symbols that they name.
const OF_SYMBOLS: [&str; 5] = [".globl", ".global", ".hidden", ".type", ".size"];

impl Assembly {
    /// All assembly of one file: in its text, and in the module that is made from it.
    pub(super) fn of(module: &Loaded, written: &Written) -> Assembly {
        let mut assembly = Assembly::default();
        let defined: BTreeSet<String> = globals(module).filter(|v| !v.is_declaration()).map(Value::name).collect();
        assembly.text(&module.assembly(), &defined);
        let blocks = module.functions().into_iter().flat_map(Value::blocks);
        let operands = blocks.flat_map(super::raw::Block::instructions).flat_map(Value::operands);
        let templates = operands.filter_map(Value::assembly_template).chain(written.templates.iter().cloned());
        for template in templates {
            expanded(&template).iter().for_each(|text| assembly.text(text, &defined));
        }
        for value in globals(module) {
            assembly.name("symbol", value.name().trim_start_matches('\u{1}'));
            if let Some(section) = value.section() {
                assembly.name("section", &section);
            }
        }
        written.names.iter().for_each(|name| assembly.name("symbol or section", name));
        assembly
    }

    /// Refuses assembly that may change the meaning of the rest of its file.
    pub(in crate::frontend) fn require_harmless(&self) -> Result<(), FrontendError> {
        match &self.refused {
            None => Ok(()),
            Some(what) => Err(FrontendError::Unsupported { what: what.clone(), location: None }),
        }
    }

    /// The effects of two files' assembly together.
    pub(in crate::frontend) fn and(mut self, other: Assembly) -> Assembly {
        self.symbols.extend(other.symbols);
        Assembly { refused: self.refused.or(other.refused), symbols: self.symbols }
    }

    /// Records a name; compilers that write text print names as they are.
    fn name(&mut self, what: &str, name: &str) {
        let plain = |c: char| c.is_alphanumeric() || "_.$-/@".contains(c);
        if !name.chars().all(plain) {
            self.refuse(format!("the {what} name {name:?}, which an assembler may read as something else"));
        }
    }

    fn text(&mut self, text: &str, defined: &BTreeSet<String>) {
        // A comment may hide what turns a word into a statement; and an unclosed comment or string hides what the
        // compiler writes after it.
        if ["/*", "*/", "\""].iter().any(|mark| text.contains(mark)) {
            self.refuse(format!("a comment or string in assembly: {}", text.trim()));
        }
        if let Some(c) = text.chars().find(|c| c.is_control() && !"\n\t".contains(*c)) {
            self.refuse(format!("the character {c:?} in assembly"));
        }
        for statement in text.split(['\n', ';']) {
            self.statement(statement.trim(), defined);
        }
    }

    /// A statement, or a part of a comment: what looks like a statement in a comment is refused like one.
    fn statement(&mut self, statement: &str, defined: &BTreeSet<String>) {
        let (word, rest) = first_word(statement);
        let rest = rest.trim_start();
        let comment = statement.is_empty() || statement.starts_with('#') && !is_switch(statement);
        if comment {
            return;
        }
        if let Some(rest) = rest.strip_prefix(':').filter(|_| !word.is_empty()) {
            if !word.bytes().all(|digit| digit.is_ascii_digit()) {
                self.symbols.insert(word.to_owned());
            }
            return self.statement(rest.trim_start(), defined);
        }
        let instruction = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.bytes().all(|c| c.is_ascii_alphanumeric())
            && !rest.starts_with('=');
        if instruction || IN_PLACE.contains(&word) {
            return;
        }
        if OF_SYMBOLS.contains(&word) {
            self.symbols.extend(words(rest).map(str::to_owned));
            return;
        }
        if word == ".symver" && self.version(rest, defined) {
            return;
        }
        self.refuse(format!("assembly that may change the meaning of the rest of its file: {statement}"));
    }

    /// `.symver NAME, OTHER@VERSION` gives a symbol that the file defines another name. For a symbol that the file does
    /// not define it renames every reference.
    fn version(&mut self, operands: &str, defined: &BTreeSet<String>) -> bool {
        let Some((name, versioned)) = operands.split_once(',') else { return false };
        let (name, versioned) = (name.trim(), versioned.trim());
        let Some((other, version)) = versioned.split_once('@') else { return false };
        let version = version.trim_start_matches('@');
        let plain = |text: &str| first_word(text) == (text, "") && !text.is_empty();
        if !plain(name) || !plain(other) || !plain(version) || !defined.contains(name) {
            return false;
        }
        if other != name {
            self.symbols.insert(other.to_owned());
        }
        true
    }

    fn refuse(&mut self, what: String) {
        self.refused.get_or_insert(what);
    }
}

fn globals(module: &Loaded) -> impl Iterator<Item = Value> {
    module.functions().into_iter().chain(module.globals())
}

/// The template of an `asm` statement as an assembler reads it, in each of two dialects; operands stay as they are
/// (LangRef, "Inline Asm Template String").
fn expanded(template: &str) -> [String; 2] {
    [0, 1].map(|dialect| {
        let mut text = String::new();
        let mut alternative = None;
        let mut rest = template;
        while let Some(c) = rest.chars().next() {
            let length = match (rest.get(..2), alternative) {
                (Some("$("), None) => {
                    alternative = Some(0);
                    2
                }
                (Some("$|"), Some(number)) => {
                    alternative = Some(number + 1);
                    2
                }
                (Some("$)"), Some(_)) => {
                    alternative = None;
                    2
                }
                (Some("$$"), _) => {
                    text.push_str(if alternative.is_none_or(|number| number == dialect) { "$ " } else { "" });
                    2
                }
                _ => {
                    text.extend(alternative.is_none_or(|number| number == dialect).then_some(c));
                    c.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        text.replace("${:uid}", "0")
    })
}

/// Whether a comment is `#APP` or `#NO_APP`, which tell the assembler how to read what follows.
fn is_switch(comment: &str) -> bool {
    comment.starts_with("#APP") || comment.starts_with("#NO_APP")
}

fn in_symbol(c: char) -> bool {
    c.is_alphanumeric() || "_.$".contains(c)
}

/// The first word of a statement, and what follows it.
fn first_word(statement: &str) -> (&str, &str) {
    statement.split_at(statement.find(|c| !in_symbol(c)).unwrap_or(statement.len()))
}

/// Words in the operands of a directive that may be symbols.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !in_symbol(c)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Assembly, expanded};

    fn read(template: &str) -> Assembly {
        let mut assembly = Assembly::default();
        expanded(template).iter().for_each(|text| assembly.text(text, &["own".to_owned()].into()));
        assembly
    }

    #[test]
    fn what_stays_in_its_place_passes() {
        for text in [
            "nop",
            "1: pause\n\tjmp 1b",
            "lock; xaddl $0, $1",
            "mov$(l$| $)\t$0, ($1) # $1 is a; pointer",
            ".byte 0x0f, 0x0b\n.p2align 4",
            ".symver own, own@@V2",
            ".symver own,other@V1",
        ] {
            assert_eq!(read(text).refused, None, "{text}");
        }
    }

    #[test]
    fn symbols_are_noted() {
        let symbols = |text: &str| read(text).symbols.into_iter().collect::<Vec<_>>().join(" ");
        assert_eq!(symbols("f: ret\n2: nop"), "f");
        assert_eq!(symbols(".globl f\n.type f, @function"), "f function");
        assert_eq!(symbols(".symver own, other@V1"), "other");
    }

    #[test]
    fn what_reaches_further_is_refused() {
        for text in [
            ".set helper, abs",
            "helper = abs",
            "helper==abs",
            "nop; helper=abs",
            "l: helper = abs",
            ".symver helper, abs@GLIBC_2.2.5",
            ".symver own, \"a b\"@V",
            ".macro andl a:vararg\n.endm",
            ".include \"x\"",
            ".section .note",
            ".text",
            ".intel_syntax",
            ".weakref f, g",
            "#NO_APP",
            "/* x */ .set a, b",
            "helper /**/ = abs",
            "helper /**/ :",
            "nop /*",
            "nop */",
            "jmp \"a",
            "nop # x\n.set a, b",
            "$0 = abs",
            "${0:c} abs",
            "$(.set a, b$|nop$)",
            "$(nop$|.set a, b$)",
            ".s$(et$|e$) a, b",
            "\"helper\" = abs",
            "nop\r.set a, b",
        ] {
            assert!(read(text).refused.is_some(), "{text}");
        }
    }
}
