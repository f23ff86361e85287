//! Definitions of functions: header, blocks, registers.

use super::super::syntax::*;
use super::Named;
use super::lexer::Token;
use super::line::Line;
use std::collections::{BTreeSet, HashMap};

/// Registers and labels of the function that is read.
#[derive(Default)]
pub struct Names {
    registers: HashMap<String, usize>,
    pub list: Vec<String>,
    pub labels: HashMap<String, usize>,
}

impl Names {
    pub fn register(&mut self, name: &str) -> usize {
        if let Some(&slot) = self.registers.get(name) {
            return slot;
        }
        let slot = self.list.len();
        self.registers.insert(name.to_owned(), slot);
        self.list.push(name.to_owned());
        slot
    }

    pub fn label(&self, name: &str) -> Result<usize, String> {
        self.labels.get(name).copied().ok_or_else(|| format!("no block is called {name}"))
    }
}

/// A parameter as written: type, `byval` type and alignment, name.
type WrittenParameter = (Type, Option<(Type, u64)>, Option<String>);

pub fn function(mut line: Line, body: &[Vec<Token>], named: &Named, pointer: u32) -> Result<Function, String> {
    let (name, result, written, variadic) = line.header()?;
    let mut names = Names::default();
    let mut unnamed = 0;
    let mut parameters = Vec::new();
    for (kind, copied, name) in written {
        let name = name.unwrap_or_else(|| {
            unnamed += 1;
            (unnamed - 1).to_string()
        });
        // Numbered parameters are written, too.
        unnamed = name.parse::<u32>().map_or(unnamed, |number| number + 1);
        parameters.push(Parameter { kind, register: names.register(&name), copied });
    }
    let blocks = labelled(body, unnamed);
    names.labels = blocks.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect();
    let mut read = Vec::new();
    for (label, lines) in blocks {
        let mut block = BasicBlock { label, phis: vec![], code: vec![] };
        for line in lines {
            let instruction = Line::new(line, named).instruction(&mut names)?;
            match instruction.operation {
                Operation::Phi { .. } => block.phis.push(instruction),
                _ => block.code.push(instruction),
            }
        }
        read.push(block);
    }
    make_own_plain(&mut read);
    let widths = widths(&parameters, &read, names.list.len(), pointer);
    Ok(Function { name, result, parameters, variadic, registers: names.list, widths, blocks: read })
}

/// Volatile loads of a variable whose address is only loaded from, stored to and given to operations on whole blocks give
/// what was stored: nobody else knows the place.
fn make_own_plain(blocks: &mut [BasicBlock]) {
    let all = || blocks.iter().flat_map(|block| block.phis.iter().chain(&block.code));
    // Addresses in the variable, or none if it goes elsewhere.
    let addresses_in = |variable: usize| {
        let mut addresses = BTreeSet::from([variable]);
        // A name may be used above the line that defines it, in a block further down.
        loop {
            let mut more = Vec::new();
            for instruction in all() {
                match use_of(&addresses, &instruction.operation) {
                    Use::Derives => more.extend(instruction.register.filter(|at| !addresses.contains(at))),
                    Use::Accesses => {}
                    Use::GivesAway => return BTreeSet::new(),
                }
            }
            if more.is_empty() {
                return addresses;
            }
            addresses.extend(more);
        }
    };
    let variables = all().filter(|i| matches!(i.operation, Operation::Allocate { .. })).filter_map(|i| i.register);
    let own: BTreeSet<usize> = variables.flat_map(addresses_in).collect();
    for instruction in blocks.iter_mut().flat_map(|block| &mut block.code) {
        if let Operation::Load { address: Operand::Register(at), volatile, .. } = &mut instruction.operation {
            *volatile &= !own.contains(at);
        }
    }
}

/// What an operation does with addresses.
enum Use {
    /// Nothing, or it accesses what is there.
    Accesses,
    /// It computes another address in the variable.
    Derives,
    GivesAway,
}

fn use_of(addresses: &BTreeSet<usize>, operation: &Operation) -> Use {
    let names = |text: String| addresses.iter().any(|at| text.contains(&format!("Register({at})")));
    match operation {
        Operation::Load { address: Operand::Register(_), .. } => Use::Accesses,
        Operation::Store { value, .. } if !names(format!("{value:?}")) => Use::Accesses,
        Operation::Element { base: Operand::Register(at), .. } if addresses.contains(at) => Use::Derives,
        other => {
            let text = format!("{other:?}");
            let on_blocks = ["llvm.lifetime.", "llvm.memset.", "llvm.memcpy."];
            match on_blocks.iter().any(|name| text.contains(name)) || !names(text) {
                true => Use::Accesses,
                false => Use::GivesAway,
            }
        }
    }
}

/// The lines of each block by its label; a first block without one has the next number.
fn labelled(body: &[Vec<Token>], first: u32) -> Vec<(String, &[Vec<Token>])> {
    let mut blocks: Vec<(String, &[Vec<Token>])> = Vec::new();
    let label = |line: &[Token]| match line {
        [Token::Word(name), Token::Punctuation(':')] => Some(name.clone()),
        [Token::Text(name), Token::Punctuation(':')] => Some(String::from_utf8_lossy(name).into_owned()),
        _ => None,
    };
    let mut start = 0;
    let mut current = first.to_string();
    for (at, line) in body.iter().enumerate() {
        if let Some(name) = label(line) {
            if at > start || !blocks.is_empty() {
                blocks.push((current, &body[start..at]));
            }
            current = name;
            start = at + 1;
        }
    }
    blocks.push((current, &body[start..]));
    blocks
}

/// The width of each register that holds an integer or a pointer.
fn widths(parameters: &[Parameter], blocks: &[BasicBlock], registers: usize, pointer: u32) -> Vec<Option<u32>> {
    let mut widths = vec![None; registers];
    let bits = |kind: &Type| match kind {
        Type::Int(width) => Some(*width),
        Type::Pointer => Some(pointer),
        _ => None,
    };
    for parameter in parameters {
        widths[parameter.register] = bits(&parameter.kind);
    }
    for instruction in blocks.iter().flat_map(|block| block.phis.iter().chain(&block.code)) {
        if let Some(register) = instruction.register {
            widths[register] = match &instruction.operation {
                Operation::Binary { kind, .. }
                | Operation::Load { kind, .. }
                | Operation::Phi { kind, .. }
                | Operation::Cast { to: kind, .. }
                | Operation::Select { yes: (kind, _), .. }
                | Operation::Freeze((kind, _))
                | Operation::Call { result: kind, .. } => bits(kind),
                Operation::Compare { .. } | Operation::CompareFloat { .. } => Some(1),
                Operation::Allocate { .. } | Operation::Element { .. } => Some(pointer),
                Operation::Extract { from: (kind, _), path } => part(kind, path).and_then(bits),
                _ => None,
            };
        }
    }
    widths
}

/// The type of a part of an aggregate.
fn part<'a>(kind: &'a Type, path: &[usize]) -> Option<&'a Type> {
    path.iter().try_fold(kind, |kind, &at| match kind {
        Type::Struct(fields, _) => fields.get(at),
        Type::Array(_, element) => Some(&**element),
        _ => None,
    })
}

impl Line<'_> {
    /// `declare` or `define` up to the end of the parameters.
    pub fn header(&mut self) -> Result<(String, Type, Vec<WrittenParameter>, bool), String> {
        self.at += 1;
        self.skip_to_type()?;
        let result = self.kind()?;
        let Token::Global(name) = self.next()? else {
            return Err("a function without name".to_owned());
        };
        self.expect('(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.eat(')') {
            if self.eat_word("...") {
                variadic = true;
            } else if self.eat_word("metadata") {
                parameters.push((Type::Void, None, None));
            } else {
                let kind = self.kind()?;
                let copied = self.attributes()?;
                let name = match self.peek() {
                    Some(Token::Local(name)) => {
                        self.at += 1;
                        Some(name.clone())
                    }
                    _ => None,
                };
                parameters.push((kind, copied, name));
            }
            self.eat(',');
        }
        Ok((name.clone(), result, parameters, variadic))
    }
}
