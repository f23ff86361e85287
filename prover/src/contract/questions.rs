//! Questions about the expressions of a clause that only the compiler can answer: types, offsets of members, constants.

use crate::contract::clause::Expression;
use crate::contract::lexer;
use crate::contract::named::{WORDS, meant};
use crate::contract::structures::{Form, form};
use crate::contract::{RESULT, Raw, TYPE_OF_FUNCTION, for_all};
use std::collections::{BTreeMap, BTreeSet};

/// The questions about an expression, as C text that is an integer constant; `@` stands for the expression.
const ASKED: [(&str, &str); 11] = [
    ("class", "__builtin_classify_type(@)"),
    ("size", "sizeof(@)"),
    ("signed", "(__typeof__(@))-1 < 0"),
    ("bool", "_Generic((@), _Bool: 1, default: 0)"),
    // An array differs from the pointer that it decays to.
    ("pointer", "__builtin_types_compatible_p(__typeof__(@), __typeof__(&*(@)))"),
    ("element size", "sizeof(*(@))"),
    ("element align", "_Alignof(__typeof__(*(@)))"),
    // For something in a packed structure; for a pointer, its own alignment.
    ("place align", "__alignof__(@)"),
    ("element void", "__builtin_types_compatible_p(__typeof__(*(@)), void)"),
    ("element class", "__builtin_classify_type(*(@))"),
    ("value", "@"),
];

/// Words of the questions that a program may define as macros, for old compilers; they are in no expression.
const UNDEFINED: [&str; 6] = ["static", "typedef", "_Static_assert", TYPE_OF_FUNCTION, RESULT, "haltcert_questions"];

/// Words of the questions that a clause may need as well, through macros: a program must not define them.
const NOT_DEFINED: [&str; 12] = [
    "sizeof",
    "int",
    "void",
    "_Bool",
    "default",
    "_Generic",
    "_Alignof",
    "__alignof__",
    "__typeof__",
    "__builtin_classify_type",
    "__builtin_types_compatible_p",
    "__builtin_offsetof",
];

/// The file in which the preprocessor finds words of the questions that are macros.
const FILE_OF_WORDS: &str = "haltcert-words";

/// The file in which the compiler finds the questions.
const FILE: &str = "haltcert-questions";

/// A value that no constant of interest has.
const NEVER: &str = "-777777777777777777";

/// Questions, with their answers once the compiler has been asked.
#[derive(Default)]
pub(super) struct Questions {
    lines: Vec<String>,
    places: BTreeMap<(String, &'static str), usize>,
    answers: BTreeMap<usize, Result<i128, String>>,
    /// The variables of `\forall`, which have a type in the questions so that nothing else in the file is meant.
    pub variables: BTreeSet<String>,
    /// The first error elsewhere.
    other_error: Option<String>,
}

impl Questions {
    fn ask(&mut self, key: (String, &'static str), text: &str) {
        let line = self.lines.len() + 1;
        self.places.entry(key).or_insert_with(|| {
            self.lines.push(format!("_Static_assert(({text}) + !sizeof(int) == {NEVER}, \"\");"));
            line
        });
    }

    /// Asks everything about an expression.
    pub(super) fn about(&mut self, c: &str) {
        for (name, text) in ASKED {
            self.ask((c.to_owned(), name), &text.replace('@', c));
        }
    }

    /// Asks everything about a parameter and its target.
    pub(super) fn parameter(&mut self, name: &str) {
        self.about(name);
        self.about(&format!("(*{name})"));
    }

    /// Asks whether functions of this type have the contract's parameters.
    pub(super) fn same_parameters(&mut self, function: &str, raw: &Raw) {
        let parameters = if raw.names.is_empty() { "void" } else { &raw.parameters };
        let call = format!("(*({function} *)0)({})", raw.names.join(", "));
        let text = format!("__builtin_types_compatible_p({function}, __typeof__({call}) ({parameters}))");
        self.ask((String::new(), "parameters"), &text);
    }

    /// Asks whether the type words that a contract knows mean the same in the file.
    pub(super) fn words(&mut self, clause: &str) {
        for token in lexer::annotation(clause, 1) {
            if let Some(text) = meant(&token.text) {
                self.ask((token.text.clone(), "as meant"), &text);
            }
        }
    }

    /// One of these words that is another type in the file. A word that the file does not define has its fixed meaning.
    pub(super) fn other_word(&self) -> Option<&'static str> {
        WORDS.iter().copied().find(|word| self.answer(word, "as meant") == Ok(0))
    }

    pub(super) fn are_the_same_parameters(&self) -> bool {
        self.is("", "parameters")
    }

    /// Asks for the offset of a member in a structure.
    pub(super) fn member(&mut self, structure: &str, member: &str) {
        let text = format!("__builtin_offsetof(__typeof__({structure}), {member})");
        self.ask((format!("{structure}.{member}"), "offset"), &text);
    }

    /// Asks about the pointers, the type and the links of a list or tree.
    fn structure(&mut self, form: Form, operands: &[Expression]) {
        let (pointers, cell) = operands.split_at(form.pointers().min(operands.len()));
        pointers.iter().for_each(|pointer| self.collect(pointer));
        let Some((Expression::Type(ty), links)) = cell.split_first() else { return };
        self.collect(&Expression::Type(ty.clone()));
        for link in links {
            self.member(&format!("*({ty} *)0"), &link.to_string());
            self.about(&format!("(({ty} *)0)->{link}"));
        }
    }

    /// The questions as the body of a function.
    pub(super) fn body(&self) -> String {
        format!("\n# 1 \"{FILE}\"\n{}\n", self.lines.join("\n"))
    }

    /// Reads the compiler's messages.
    pub(super) fn answered(&mut self, messages: &str) {
        for message in messages.lines() {
            let Some(rest) = message.strip_prefix(FILE).and_then(|rest| rest.strip_prefix(':')) else {
                if self.other_error.is_none() && message.contains("error: ") {
                    self.other_error = Some(message.to_owned());
                }
                continue;
            };
            let Some((line, rest)) = rest.split_once(':') else { continue };
            let Ok(line) = line.parse::<usize>() else { continue };
            if let Some((_, value)) = rest.split_once("note: expression evaluates to '") {
                if let Some(value) = value.split(' ').next().and_then(|value| value.parse().ok()) {
                    // What the compiler guesses behind an error is no answer.
                    self.answers.entry(line).or_insert(Ok(value));
                }
            } else if let Some((_, error)) = rest.split_once("error: ")
                && !error.starts_with("static assertion failed")
            {
                self.answers.insert(line, Err(error.to_owned()));
            }
        }
    }

    /// An error that answers no question. Then the compiler may have answered about another text.
    pub(super) fn other_error(&self) -> Option<&str> {
        self.other_error.as_deref()
    }

    /// The answer, or what the compiler says.
    pub(super) fn answer(&self, c: &str, name: &'static str) -> Result<i128, String> {
        let line = self.places.get(&(c.to_owned(), name));
        let answer = line.and_then(|line| self.answers.get(line));
        answer.cloned().unwrap_or_else(|| Err("the compiler does not say what it is".into()))
    }

    pub(super) fn is(&self, c: &str, name: &'static str) -> bool {
        self.answer(c, name) == Ok(1)
    }

    /// Asks everything that is needed for an expression and its parts.
    pub(super) fn collect(&mut self, e: &Expression) {
        match e {
            Expression::Number(_) => {}
            Expression::Name(name, _) => {
                if !name.starts_with('\\') && !is_static_local(name) {
                    self.about(name);
                }
            }
            Expression::SizeOf(ty) | Expression::Type(ty) => self.about(&format!("*({ty} *)0")),
            Expression::SizeOfValue(c) => self.about(c),
            Expression::Call(name, operands) if let Some((form, _)) = form(name) => self.structure(form, operands),
            Expression::Call(name, operands) if let Some((variable, ..)) = for_all(name, operands) => {
                self.variables.insert(variable.to_owned());
                operands.iter().for_each(|part| self.collect(part));
            }
            Expression::Call(_, list) | Expression::And(list) | Expression::Or(list) | Expression::Implies(list) => {
                list.iter().for_each(|part| self.collect(part));
            }
            Expression::Cast(_, inside) | Expression::Content(inside) | Expression::Address(inside) => {
                self.collect(inside);
                self.about(&typed(e));
            }
            Expression::Not(inside) => self.collect(inside),
            Expression::Member(inside, arrow, member) => {
                self.collect(inside);
                self.member(&whole(inside, *arrow), member);
                self.about(&typed(e));
            }
            Expression::Element(of, index) => {
                self.collect(of);
                self.collect(index);
                self.about(&typed(e));
            }
            Expression::Interval(a, b) => {
                self.collect(a);
                self.collect(b);
            }
            Expression::Binary(_, a, b) => {
                self.collect(a);
                self.collect(b);
                self.about(&typed(e));
            }
            Expression::Chain(first, rest) => {
                self.collect(first);
                rest.iter().for_each(|(_, part)| self.collect(part));
            }
        }
    }
}

/// Directives by which the questions mean what they say; the preprocessor finds an error where they cannot.
pub(super) fn undefined_words() -> String {
    let undefined = UNDEFINED.iter().map(|word| format!("#undef {word}\n"));
    let found = NOT_DEFINED.iter().enumerate();
    let found = found.map(|(n, word)| format!("#ifdef {word}\n# {n} \"{FILE_OF_WORDS}\"\n#error a macro\n#endif\n"));
    undefined.chain(found).collect()
}

/// The word that an error of these directives is about.
pub(super) fn redefined_word(messages: &str) -> Option<&'static str> {
    let errors = messages.lines().filter_map(|line| line.strip_prefix(FILE_OF_WORDS)?.strip_prefix(':'));
    let number = errors.filter_map(|rest| rest.split(':').next()?.parse::<usize>().ok()).next()?;
    NOT_DEFINED.get(number).copied()
}

/// Is it a name such as `f.x`, which the module has for the static variable x of the function f?
pub(super) fn is_static_local(name: &str) -> bool {
    name.contains('.')
}

/// The structure that a member is of, as C.
pub(super) fn whole(of: &Expression, arrow: bool) -> String {
    if arrow { format!("*{}", typed(of)) } else { typed(of) }
}

/// C of the same type as an expression.
pub(super) fn typed(e: &Expression) -> String {
    match e {
        Expression::Name(name, _) if name == "\\result" => RESULT.to_owned(),
        Expression::Name(name, _) => name.clone(),
        Expression::Call(..) if let Some(inside) = e.as_old() => typed(inside),
        Expression::Content(a) => format!("(*{})", typed(a)),
        Expression::Address(a) => format!("(&{})", typed(a)),
        Expression::Member(a, arrow, member) => format!("{}{}{member}", typed(a), if *arrow { "->" } else { "." }),
        Expression::Element(a, _) => format!("{}[0]", typed(a)),
        Expression::Cast(ty, _) => format!("(({ty})0)"),
        Expression::Binary(_, a, _) => format!("({} + 0)", typed(a)),
        _ => "0".into(),
    }
}
