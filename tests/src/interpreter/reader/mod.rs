//! The reader: from LLVM's text to a module as data.

mod constants;
mod function;
mod instruction;
mod lexer;
mod line;
mod types;

use super::layout::Layout;
use super::syntax::*;
use lexer::{Token, lines};
use line::Line;
use std::collections::{BTreeSet, HashMap};

/// Named types by name, as written.
type Named = HashMap<String, Vec<Token>>;

/// Reads a whole module.
pub fn module(text: &str) -> Result<Module, String> {
    let lines = lines(text)?;
    let named = named_types(&lines);
    let mut module = Module {
        layout: Layout::parse("")?,
        variables: vec![],
        functions: HashMap::new(),
        constants: constants(&lines),
        declarations: HashMap::new(),
    };
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let mut reader = Line::new(line, &named);
        let first = reader.peek_word().unwrap_or_default().to_owned();
        match first.as_str() {
            "target" => {
                if let [_, Token::Word(what), _, Token::Text(layout)] = line.as_slice()
                    && what == "datalayout"
                {
                    module.layout = Layout::parse(&String::from_utf8_lossy(layout))?;
                }
            }
            "declare" => {
                let (name, result, _, _) = reader.header()?;
                module.declarations.insert(name, result);
            }
            "define" => {
                let end = (at..lines.len()).find(|&at| lines[at] == [Token::Punctuation('}')]);
                let end = end.ok_or("a definition without end")?;
                let function = function::function(reader, &lines[at..end], &named, module.layout.pointer)?;
                module.functions.insert(function.name.clone(), function);
                at = end + 1;
            }
            "source_filename" | "attributes" => {}
            "module" | "uselistorder" => return Err(format!("{first} is not supported")),
            _ => match line.first() {
                // Another name of what is defined under its own; what uses it is not understood.
                Some(Token::Global(_)) if line.contains(&Token::Word("alias".into())) => {}
                Some(Token::Global(_)) => module.variables.push(reader.variable()?),
                // Named types and comdats.
                Some(Token::Local(_) | Token::Punctuation('$') | Token::Word(_)) => {}
                other => return Err(format!("unexpected {other:?} at the begin of a line")),
            },
        }
    }
    Ok(module)
}

/// Every integer in a function, small ones left out.
fn constants(lines: &[Vec<Token>]) -> Vec<u64> {
    let value = |token: &Token| match token {
        Token::Word(word) => word.parse::<i64>().ok().map(|value| value as u64),
        _ => None,
    };
    let is_code = |line: &&Vec<Token>| {
        let first = line.first();
        ![Token::Word("target".into()), Token::Word("declare".into())].iter().any(|word| first == Some(word))
    };
    let all = lines.iter().filter(is_code).flatten().filter_map(value);
    let chosen: BTreeSet<u64> = all.filter(|&value| value > 9).collect();
    chosen.into_iter().collect()
}

fn named_types(lines: &[Vec<Token>]) -> Named {
    let is_type = |line: &&Vec<Token>| line.get(2) == Some(&Token::Word("type".into()));
    let entry = |line: &Vec<Token>| match line.first() {
        Some(Token::Local(name)) => Some((name.clone(), line[3..].to_vec())),
        _ => None,
    };
    lines.iter().filter(is_type).filter_map(entry).collect()
}

impl Line<'_> {
    /// `@x = ... global T init, align 4`.
    fn variable(&mut self) -> Result<Variable, String> {
        let Token::Global(name) = self.next()? else {
            return Err("a variable without name".to_owned());
        };
        self.expect('=')?;
        let mut external = false;
        let constant = loop {
            match self.word()? {
                "global" => break false,
                "constant" => break true,
                word @ ("alias" | "ifunc" | "thread_local" | "weak" | "linkonce" | "extern_weak" | "appending") => {
                    return Err(format!("@{name} is {word}"));
                }
                "external" => external = true,
                _ => self.skip_brackets(),
            }
        };
        let kind = self.kind()?;
        let initial = if external { None } else { Some(self.constant(&kind)?) };
        let mut align = None;
        while self.eat(',') {
            if self.eat_word("align") {
                align = Some(self.number()?);
            } else {
                self.at += 1;
            }
        }
        Ok(Variable { name: name.clone(), kind, constant, align, initial })
    }
}
