//! A function's body: blocks, names and numbers, debug locations, and the checks that need the whole
//! body.

use std::collections::{HashMap, HashSet};

use super::ast::{
    Argument, Block, Callee, Function, Header, Instruction, Name, Op, Operand, Parameter, Phi, Reason, Source, Type,
    pair, part,
};
use super::instruction::Parsed;
use super::lexer::{Kind, Token, shorten, unescape};
use super::parser::{Parser, Read};

/// Metadata on instructions that no execution can violate, or that the specification lists as an assumption (`noundef`:
/// memory holds values).
#[rustfmt::skip]
const ATTACHMENTS: &[&str] = &[
    "dbg", "llvm.loop", "prof", "heapallocsite", "nosanitize", "srcloc", "fpmath",
    "unpredictable", "nontemporal", "DIAssignID", "noundef",
];
/// Families of intrinsics (what follows `llvm.`) without an effect where they are not executed. Others may have one:
/// they choose the place of the stack guard, or which variables other functions see.
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
/// The words that begin an instruction of LLVM. No other word may begin a line: LLVM would read it as a part of the
/// line before, for example as an attribute of a call.
#[rustfmt::skip]
const OPCODES: &[&str] = &[
    "add", "addrspacecast", "alloca", "and", "ashr", "atomicrmw", "bitcast", "br", "call", "callbr", "catchpad",
    "catchret", "catchswitch", "cleanuppad", "cleanupret", "cmpxchg", "extractelement", "extractvalue", "fadd", "fcmp",
    "fdiv", "fence", "fmul", "fneg", "fpext", "fptosi", "fptoui", "fptrunc", "freeze", "frem", "fsub", "getelementptr",
    "icmp", "indirectbr", "insertelement", "insertvalue", "inttoptr", "invoke", "landingpad", "load", "lshr", "mul",
    "musttail", "notail", "or", "phi", "ptrtoaddr", "ptrtoint", "resume", "ret", "sdiv", "select", "sext", "shl",
    "shufflevector", "sitofp", "srem", "store", "sub", "switch", "tail", "trunc", "udiv", "uitofp", "unreachable",
    "urem", "va_arg", "xor", "zext",
];
/// Refused instructions that end a block.
#[rustfmt::skip]
const TERMINATORS: &[&str] = &[
    "br", "switch", "ret", "invoke", "indirectbr", "callbr", "resume", "catchswitch", "catchret", "cleanupret",
];

/// A body under construction.
struct Body {
    blocks: Vec<Block>,
    /// Whether the last block has no terminator yet.
    open: bool,
    /// Next implicit number (LangRef, "Identifiers": values and blocks share one counter).
    counter: u64,
    /// Registers and, as `Type::Label`, labels.
    names: HashMap<Name, Type>,
    tail_calls: Vec<(usize, usize)>,
    /// Whether a refused instruction was met. It, or what its lines hide, may have taken the next number, so implicit
    /// numbers are no longer known.
    uncertain: bool,
}

impl Body {
    /// The name of a value or block: as written, or the next number.
    fn define(&mut self, name: Option<Name>, ty: Type) -> Read<Name> {
        let name = match name {
            Some(name) => {
                if name.bytes().all(|b| b.is_ascii_digit()) {
                    match name.parse::<u64>() {
                        Ok(number) if number >= self.counter && number < u64::MAX => self.counter = number + 1,
                        _ => {
                            return Err(format!("%{} is out of order", shorten(&name)).into());
                        }
                    }
                }
                name
            }
            None if self.uncertain => {
                return Err("a value without a written name behind a refused instruction".into());
            }
            None => {
                self.counter = self.counter.checked_add(1).ok_or("too many values")?;
                (self.counter - 1).to_string().into()
            }
        };
        let parts = pair(&ty).into_iter().flatten().zip(0..).map(|(ty, place)| (part(&name, place), ty.clone()));
        let parts: Vec<_> = parts.collect();
        for (name, ty) in std::iter::once((name.clone(), ty)).chain(parts) {
            if self.names.insert(name.clone(), ty).is_some() {
                return Err(format!("%{} is defined twice", shorten(&name)).into());
            }
        }
        Ok(name)
    }

    fn begin(&mut self, label: Option<Name>) -> Read<()> {
        self.close()?;
        let label = self.define(label, Type::Label)?;
        self.blocks.push(Block { label, phis: Vec::new(), instructions: Vec::new() });
        self.open = true;
        Ok(())
    }

    /// Closes the current block, which must be complete. A refused instruction at its end counts as a terminator.
    fn close(&mut self) -> Read<()> {
        if !self.open {
            return Ok(());
        }
        self.open = false;
        match self.blocks.last_mut().and_then(|block| block.instructions.last_mut()).map(|last| &mut last.op) {
            Some(Op::Refused { terminator, .. }) => *terminator = true,
            _ => return Err("a block without a terminator".into()),
        }
        Ok(())
    }
}

impl<'a> Parser<'_, 'a> {
    /// The body of a function, up to and including its `}`.
    pub(super) fn function(&mut self, header: Header) -> Read<Function> {
        let mut body = Body {
            blocks: Vec::new(),
            open: false,
            counter: 0,
            names: HashMap::new(),
            tail_calls: Vec::new(),
            uncertain: false,
        };
        let start = self.at;
        let mut parameters = Vec::new();
        for (name, ty) in &header.parameters {
            parameters.push(Parameter { name: body.define(name.clone(), ty.clone())?, ty: ty.clone() });
        }
        loop {
            let Some(token) = self.peek() else {
                return self.unexpected("`}`");
            };
            match (token.kind, token.indent) {
                (Kind::Punctuation, Some(0)) if token.text == "}" => break,
                (Kind::Label, Some(0)) => {
                    let label = self.name(token)?;
                    body.begin(Some(label))?;
                    self.skip(1);
                }
                (Kind::Record, Some(_)) => {
                    self.skip(1);
                    self.skip_balanced()?;
                }
                (Kind::Word | Kind::Local, Some(1..)) => self.statement(&header, &mut body)?,
                _ => return self.unexpected("an instruction at the beginning of a line"),
            }
        }
        body.close()?;
        self.skip(1);
        fail_if!(self, body.blocks.is_empty() => "a function without a block");
        let function = self.finish(header, parameters, body)?;
        let markers = |text: &[u8]| text.starts_with(b"llvm.lifetime.");
        let all = || function.blocks.iter().flat_map(|block| &block.instructions);
        let allocas = all().filter(|instruction| matches!(instruction.op, Op::Alloca { .. }));
        let allocas: HashSet<&Name> = allocas.filter_map(|instruction| instruction.result.as_ref()).collect();
        // LLVM reads older forms as markers of the alloca that the pointer is computed from.
        let read = |instruction: &&Instruction| match &instruction.op {
            Op::Call { callee: Callee::Direct(name), arguments, .. } if markers(name.as_bytes()) => {
                matches!(&arguments[..], [Argument { value: Operand::Register(r), .. }] if allocas.contains(r))
            }
            _ => false,
        };
        let read = all().filter(read).count();
        let tokens = || self.env.tokens[start..self.at].iter().filter(|token| token.kind == Kind::Global);
        let unknown = |token: &&Token| {
            let name = unescape(token.text);
            let family = name.strip_prefix(b"llvm.").map(|rest| rest.split(|b| *b == b'.').next().unwrap_or_default());
            let harmless = name.starts_with(b"llvm.experimental.noalias.scope.decl");
            family.is_some_and(|family| !harmless && !INTRINSICS.iter().any(|known| known.as_bytes() == family))
        };
        fail_if!(self, tokens().any(|token| unknown(&token)) => "an intrinsic that may say something about the whole function");
        let written = tokens().filter(|token| markers(&unescape(token.text))).count();
        fail_if!(self, read != written => "a lifetime marker that is not understood: an object with one is dead before it");
        Ok(function)
    }

    /// One instruction with its metadata. An instruction outside the subset becomes a refused one.
    fn statement(&mut self, header: &Header, body: &mut Body) -> Read<()> {
        let (first, start) = (self.next()?, self.at - 1);
        let line = first.line;
        if !body.open {
            if !body.blocks.is_empty() {
                self.at = start;
                return self.unexpected("a label");
            }
            body.begin(None)?;
        }
        let (name, opcode) = if first.kind == Kind::Local {
            let name = self.name(first)?;
            self.expect("=")?;
            (Some(name), self.next()?)
        } else {
            (None, first)
        };
        fail_if!(self, opcode.kind != Kind::Word || !OPCODES.contains(&opcode.text) =>
            "`{}` begins no instruction", shorten(opcode.text));
        let (opcode_at, uses) = (self.at, self.uses.len());
        let entry = body.blocks.len() == 1;
        let mut source = None;
        let outcome = self.instruction(opcode, header, entry).and_then(|parsed| {
            let mut parsed = parsed;
            self.attached(&mut parsed, &mut source)?;
            match self.peek() {
                Some(next) if next.indent.is_none() => self.unexpected("the end of the instruction"),
                _ => Ok(parsed),
            }
        });
        let parsed = match outcome {
            Ok(parsed) => parsed,
            Err(reason) => {
                // The operands of a refused instruction are not checked.
                self.uses.truncate(uses);
                self.at = opcode_at;
                self.skip_statement(first)?;
                source = self.location(start);
                body.uncertain = true;
                refused(opcode, name.is_some(), reason)
            }
        };
        let Some(block) = body.blocks.len().checked_sub(1) else {
            return Ok(());
        };
        match parsed {
            Parsed::Debug => {}
            Parsed::Phi { ty, incoming, refused } => {
                if !body.blocks[block].instructions.is_empty() {
                    return Err("a phi behind another instruction".into());
                }
                let result = body.define(name, ty.clone())?;
                body.blocks[block].phis.push(Phi { result, ty, incoming, refused, line, source });
            }
            Parsed::Op { ty, op, tail } => {
                if ty == Type::Void && name.is_some() {
                    return Err("a name for no value".into());
                }
                let result = if ty == Type::Void { None } else { Some(body.define(name, ty.clone())?) };
                if tail {
                    body.tail_calls.push((block, body.blocks[block].instructions.len()));
                }
                body.open = !op.is_terminator();
                body.blocks[block].instructions.push(Instruction { result, ty, op, line, source });
            }
        }
        Ok(())
    }

    /// Attached metadata of an instruction.
    fn attached(&mut self, parsed: &mut Parsed, source: &mut Option<Source>) -> Read<()> {
        while self.is(",") && self.peek_at(1).is_some_and(|token| token.kind == Kind::Metadata) {
            self.skip(1);
            let name = self.next()?.text;
            if name == "range" {
                let Parsed::Op { ty, op: Op::Load { range, .. }, .. } = parsed else {
                    return self.fail("metadata `!range`");
                };
                let node = self.next()?;
                *range = Some(self.range(node.text, ty)?);
                continue;
            }
            fail_if!(self, !ATTACHMENTS.contains(&name) && !matches!(parsed, Parsed::Debug) =>
                "metadata `!{}`", shorten(name));
            match self.accept_kind(Kind::Metadata) {
                Some(node) if name == "dbg" && !self.is("(") => *source = self.source(node.text),
                Some(_) if self.is("(") => self.skip_balanced()?,
                Some(_) => {}
                None if self.accept("!") => self.skip_balanced()?,
                None => return self.unexpected("a metadata node"),
            }
        }
        Ok(())
    }

    /// The bounds in a `!range` node: one range that does not wrap.
    fn range(&self, node: &str, ty: &Type) -> Read<(u64, u64)> {
        let &range = self.env.metadata.get(node).ok_or("metadata `!range` without a node")?;
        let mut parser = Parser::new(self.env, range);
        let mut bounds = [0; 2];
        parser.skip(4);
        for bound in &mut bounds {
            parser.accept(",");
            fail_if!(self, parser.ty()? != *ty => "metadata `!range` of another type");
            need!(self, Operand::Int { bits, .. } = parser.operand(ty)? => "metadata `!range` that is no number");
            *bound = bits;
        }
        parser.expect("}")?;
        if bounds[0] < bounds[1] { Ok((bounds[0], bounds[1])) } else { self.fail("metadata `!range` that wraps") }
    }

    /// Behind a statement that begins with this token: the rest of its line, and the lines that are
    /// indented deeper.
    fn skip_statement(&mut self, first: Token<'a>) -> Read<()> {
        let mut open = 0u32;
        while let Some(token) = self.peek() {
            let deeper = match token.indent {
                None => true,
                Some(indent) => {
                    token.kind != Kind::Record && (Some(indent) > first.indent || token.text == "]" && indent > 0)
                }
            };
            if !deeper {
                break;
            }
            match (token.kind, token.text) {
                (Kind::Punctuation, "{") => open += 1,
                // For LLVM, the function ends here.
                (Kind::Punctuation, "}") if open == 0 => return self.unexpected("the rest of an instruction"),
                (Kind::Punctuation, "}") => open -= 1,
                // The assembler reads inline assembly, executed or not.
                (Kind::Word, "asm") => return self.fail("inline assembly"),
                _ => {}
            }
            self.skip(1);
        }
        Ok(())
    }

    /// The `!dbg` location among the tokens from `start` to the cursor.
    fn location(&self, start: usize) -> Option<Source> {
        let tokens = self.env.tokens.get(start..self.at)?;
        let place = tokens.iter().rposition(|token| token.kind == Kind::Metadata && token.text == "dbg")?;
        self.source(tokens.get(place + 1)?.text)
    }

    /// Checks uses, branches and phis, and what depends on the surroundings of a call or return.
    fn finish(&mut self, header: Header, parameters: Vec<Parameter>, mut body: Body) -> Read<Function> {
        self.check_uses(&body)?;
        let labels: HashMap<Name, usize> =
            body.blocks.iter().enumerate().map(|(place, block)| (block.label.clone(), place)).collect();
        check_phis(&body.blocks, &labels)?;
        let operations = || body.blocks.iter().flat_map(|block| &block.instructions).map(|instruction| &instruction.op);
        // `tail` promises that the callee does not use the caller's stack: this is certain only if there is none.
        if header.signature.varargs || operations().any(|op| matches!(op, Op::Alloca { .. })) {
            for &(block, index) in &body.tail_calls {
                let op = &mut body.blocks[block].instructions[index].op;
                *op = Op::Refused { reason: "`tail` call in a function with stack memory".into(), terminator: false };
            }
        }
        body.names.retain(|_, ty| *ty != Type::Label);
        Ok(Function {
            name: header.name,
            signature: header.signature,
            parameters,
            blocks: body.blocks,
            labels,
            registers: body.names,
            refused: header.refused,
            noreturn: header.noreturn,
            line: header.line,
        })
    }

    /// Checks that every register is defined, and used at its type. (Dominance is not checked: a state has bindings
    /// only for registers that were assigned on the path.)
    fn check_uses(&mut self, body: &Body) -> Read<()> {
        for (name, ty, line) in &self.uses {
            let problem = match body.names.get(name) {
                None => "not defined",
                Some(Type::Refused(_)) if *ty != Type::Label => continue,
                Some(defined) if defined != ty => "used at another type",
                Some(_) => continue,
            };
            return Err(format!("%{} is {problem} (line {line})", shorten(name)).into());
        }
        Ok(())
    }
}

/// Every phi has one value for each predecessor; the entry block has none.
fn check_phis(blocks: &[Block], labels: &HashMap<Name, usize>) -> Read<()> {
    let by_label = |phi: &'_ Phi| -> HashMap<Name, Operand> {
        phi.incoming.iter().map(|(value, label)| (label.clone(), value.clone())).collect()
    };
    let incoming: Vec<Vec<_>> = blocks.iter().map(|block| block.phis.iter().map(by_label).collect()).collect();
    for (block, maps) in blocks.iter().zip(&incoming) {
        for (phi, map) in block.phis.iter().zip(maps) {
            if phi.incoming.iter().any(|(value, label)| map.get(label) != Some(value)) {
                return Err(format!("phi %{} has two values for one block", shorten(&phi.result)).into());
            }
        }
    }
    for block in blocks {
        let targets = block.instructions.last().map(|last| last.op.targets()).unwrap_or_default();
        for target in targets.into_iter().collect::<HashSet<_>>() {
            let place = *labels.get(target).ok_or("a branch to no block")?;
            if place == 0 {
                return Err("a branch to the entry block".into());
            }
            for (phi, map) in blocks[place].phis.iter().zip(&incoming[place]) {
                if phi.refused.is_none() && !map.contains_key(&block.label) {
                    return Err(format!("phi %{} has no value for block %{}", phi.result, block.label).into());
                }
            }
        }
    }
    Ok(())
}

/// A refused instruction.
fn refused(opcode: Token<'_>, named: bool, reason: Reason) -> Parsed {
    let reason: Reason = format!("`{}`: {reason}", shorten(opcode.text)).into();
    let ty = if named { Type::Refused(reason.clone()) } else { Type::Void };
    if opcode.text == "phi" {
        return Parsed::Phi { ty, incoming: Vec::new(), refused: Some(reason) };
    }
    let terminator = TERMINATORS.contains(&opcode.text);
    Parsed::Op { ty, op: Op::Refused { reason, terminator }, tail: false }
}
