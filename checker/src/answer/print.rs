//! Printing of terms, positions and rejections. Nothing here decides anything.

use std::fmt;

use certificates::{Area, CallerId, Kind, Rel};

use crate::answer::verdict::{Rejection, Stop};
use crate::decide::term::{Atom, Poly};
use crate::proof::state::{Position, State};

impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (mono, coefficient)) in self.terms.iter().enumerate() {
            match (place, *coefficient < 0) {
                (0, false) => {}
                (0, true) => write!(f, "-")?,
                (_, false) => write!(f, " + ")?,
                (_, true) => write!(f, " - ")?,
            }
            if coefficient.unsigned_abs() != 1 {
                write!(f, "{}*", coefficient.unsigned_abs())?;
            }
            for (place, variable) in mono.variables().iter().enumerate() {
                write!(f, "{}v{variable}", if place == 0 { "" } else { "*" })?;
            }
        }
        match (self.terms.is_empty(), self.constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rel = match self.rel {
            Rel::Eq => "=",
            Rel::Ne => "!=",
            Rel::Le => "<=",
        };
        // Negative monomials to the right: `v1 - v2 + 1 <= 0` is printed as `v1 + 1 <= v2`.
        let side = |positive: bool| {
            let sign = if positive { 1 } else { -1 };
            let pick = |value: i128| if (value > 0) == positive { value.checked_mul(sign).unwrap_or(value) } else { 0 };
            let terms = self.poly.terms.iter().filter(|(_, c)| (*c > 0) == positive);
            Poly {
                constant: pick(self.poly.constant),
                terms: terms.map(|(mono, c)| (mono.clone(), c.checked_mul(sign).unwrap_or(*c))).collect(),
            }
        };
        write!(f, "{} {rel} {}", side(true), side(false))
    }
}

impl Position<'_> {
    /// For messages.
    pub fn describe(&self) -> String {
        let label = self.function.blocks.get(self.block).map_or("?", |block| &block.label);
        let mut text = format!("@{} %{label} instruction {}", self.function.name, self.index);
        if let Some(instruction) = self.instruction() {
            text += &format!(", module line {}", instruction.line);
            if let Some(source) = &instruction.source {
                text += &format!(" ({}:{}:{})", source.file, source.line, source.column);
            }
        }
        text
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.rule, self.premise, self.message)?;
        if let Some(obligation) = &self.obligation {
            write!(f, "\n  obligation: {obligation}")?;
        }
        if let Some(meaning) = self.meaning.as_ref().filter(|meaning| !meaning.is_empty()) {
            write!(f, "\n  where: {meaning}")?;
        }
        if let Some(model) = self.model.as_ref().filter(|model| !model.is_empty()) {
            write!(f, "\n  counter-model: {model}")?;
        }
        let place = &self.place;
        let part = |name: &str, value: &Option<u32>| value.map(|value| format!("{name} {value}"));
        let parts: Vec<String> = [part("node", &place.node), part("step", &place.step), place.position.clone()]
            .into_iter()
            .flatten()
            .collect();
        if !parts.is_empty() {
            write!(f, "\n  at {}", parts.join(", "))?;
        }
        Ok(())
    }
}

impl Stop {
    /// Explains the variables of the obligation by the state in which it was raised.
    pub fn explained(mut self, s: &State) -> Stop {
        let rejection = self.rejection();
        rejection.meaning = rejection.obligation.as_ref().map(|obligation| meaning(s, obligation));
        self
    }
}

/// The registers, addresses and sizes of blocks that mention a variable of the obligation.
fn meaning(s: &State, obligation: &str) -> String {
    let words = obligation.split(|c: char| !c.is_ascii_alphanumeric());
    let variables: Vec<u32> = words.filter_map(|word| word.strip_prefix('v')?.parse().ok()).collect();
    let mentions =
        |poly: &Poly| poly.terms.iter().any(|(mono, _)| mono.variables().iter().any(|v| variables.contains(v)));
    let mut parts = Vec::new();
    for (register, binding) in s.bindings.iter().filter(|(_, binding)| mentions(&binding.value)) {
        parts.push(format!("%{register} = {}", binding.value));
    }
    for (id, block) in s.blocks.iter().filter(|(_, block)| mentions(&block.base) || mentions(&block.size)) {
        let kind = match &block.kind {
            Kind::Stack(register) => format!("alloca %{register}"),
            Kind::Heap => "heap".into(),
            Kind::Global(name) => format!("@{name}"),
            Kind::Caller(CallerId::Block(number)) => format!("caller's {number}"),
            Kind::Caller(CallerId::Part { object, number }) => format!("caller's {number}, a part of object {object}"),
            Kind::Function(name) => format!("function @{name}"),
            Kind::Stream => "stream".into(),
            Kind::Arguments => "arguments".into(),
            Kind::ArgumentText => "text of the arguments".into(),
            Kind::Library(function) if function.starts_with("strtok") => format!("what @{function} keeps"),
            Kind::Library(function) => format!("what @{function} returned"),
            Kind::Variadic(area) => format!("variable arguments, {}", area_name(*area)),
            Kind::Passed(area) => format!("arguments that are passed, {}", area_name(*area)),
        };
        parts.push(format!("block {id} ({kind}) at {} of {} bytes", block.base, block.size));
    }
    for entry in s.entries.values().filter(|entry| mentions(&entry.value)) {
        parts.push(format!("{} bytes at {} of block {} = {}", entry.width, entry.offset, entry.block, entry.value));
    }
    for (id, l) in s.lists.iter().filter(|(_, l)| [&l.head, &l.end, &l.length].into_iter().any(mentions)) {
        parts.push(format!("list {id} from {} to {} of {} cells", l.head, l.end, l.length));
    }
    for (id, t) in s.trees.iter().filter(|(_, t)| [&t.root, &t.cells].into_iter().chain(&t.hole).any(mentions)) {
        let hole = t.hole.as_ref().map_or(String::new(), |hole| format!(" with a hole at {hole}"));
        parts.push(format!("tree {id} at {} of {} cells{hole}", t.root, t.cells));
    }
    let more = parts.len().saturating_sub(12);
    parts.truncate(12);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join("; ")
}

/// Escapes a text from a file, so that it cannot control the terminal or imitate a line of the answer.
pub fn escape(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || reorders(c) { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

/// Invisible characters that change the order of the text or break its lines.
fn reorders(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Where variable arguments lie, in words.
pub(crate) fn area_name(area: Area) -> &'static str {
    match area {
        Area::General => "integers and pointers in registers",
        Area::Vector => "floating point in registers",
        Area::Overflow => "on the stack",
    }
}
