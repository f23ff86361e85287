//! Imports one function.

use std::collections::{HashMap, HashSet};

use super::attributes::Attributes;
use super::constants::{Reader, Reason};
use super::instruction::import_operation;
use super::location;
use super::module::signature;
use super::names::{Names, has_result, without_metadata};
use super::raw::{Block as RawBlock, LLVMLinkage, LLVMOpcode, Loaded, Value};
use crate::index::{Idx as _, Table};
use crate::program::{Block, BlockIndex, Function, Instruction, Operand, Phi, Reg, Register, Signature, Type};

/// What the import of an instruction needs to know about its function.
pub(super) struct Scope<'a> {
    pub reader: &'a Reader,
    pub attributes: &'a Attributes,
    pub registers: HashMap<Value, Reg>,
    /// The registers for the parts of pairs, which instructions with an overflow flag define.
    pub parts: HashMap<Value, [Reg; 2]>,
    pub blocks: HashMap<RawBlock, BlockIndex>,
    /// Whether the function has allocas or variable arguments.
    pub has_stack: bool,
    /// Whether the attributes state that the function does not return.
    pub is_noreturn: bool,
}

impl Scope<'_> {
    /// Any operand of a first-class type.
    pub(super) fn operand(&self, value: Value) -> Result<Operand, Reason> {
        match self.registers.get(&value) {
            Some(&register) => {
                self.reader.ty(value.ty())?;
                Ok(Operand::Register(register))
            }
            None if value.is_constant() => self.reader.constant(value),
            None => Err("operand that is no value".into()),
        }
    }

    pub(super) fn block(&self, block: RawBlock) -> Result<BlockIndex, Reason> {
        self.blocks.get(&block).copied().ok_or_else(|| "branch out of the function".into())
    }
}

/// `texts`: the function's instructions as printed, phis included; if they are missing, the instructions are printed
/// one by one.
pub(super) fn import_function(
    module: &Loaded,
    reader: &Reader,
    attributes: &Attributes,
    function: Value,
    texts: Option<&[String]>,
) -> Function {
    let names = Names::of(function);
    let blocks = function.blocks();
    let instructions: Vec<Vec<Value>> = blocks.iter().map(|block| block.instructions()).collect();
    let all = || instructions.iter().flatten().copied();
    let defining = || function.parameters().into_iter().chain(all().filter(|&i| has_result(i)));
    let registers: HashMap<Value, Reg> = defining().zip((0..).map(Reg::new)).collect();
    let pairs = || all().filter(|i| pair(reader, *i).is_some());
    let parts = pairs().zip((registers.len()..).step_by(2)).map(|(i, n)| (i, [Reg::new(n), Reg::new(n + 1)]));
    let scope = Scope {
        reader,
        attributes,
        parts: parts.collect(),
        registers,
        blocks: blocks.iter().copied().enumerate().map(|(number, block)| (block, number)).collect(),
        is_noreturn: attributes.is_noreturn(function),
        has_stack: is_variadic(function) || all().any(|i| i.is_instruction(LLVMOpcode::LLVMAlloca)),
    };
    let (signature, mut refused) = match signature(reader, function) {
        Ok(signature) => (signature, refused_definition(attributes, function)),
        Err(reason) => (
            Signature { extensions: Vec::new(), parameters: Vec::new(), result: Type::Void, variadic: false },
            Some(format!("parameter or result: {reason}")),
        ),
    };

    if function.name() == "main" && !is_main(&signature, reader.pointer_bits) {
        refused.get_or_insert_with(|| "a `main` of another type than start code calls".into());
    }

    let variables = variables(module, &scope, all());
    let parts = pairs().flat_map(|value| {
        let types = pair(reader, value).unwrap_or([Type::Void; 2]);
        let part = |(place, ty): (usize, Type)| (format!("{}[{place}]", names.values[&value]), ty);
        types.into_iter().enumerate().map(part).collect::<Vec<_>>()
    });
    let parts = parts.map(|(name, ty)| Register { name, ty, variable: None });
    let registers: Table<Reg, Register> = defining()
        .zip(&variables)
        .map(|(value, variable)| Register {
            name: names.values[&value].clone(),
            ty: reader.ty(value.ty()).unwrap_or(Type::Void),
            variable: variable.clone(),
        })
        .chain(parts)
        .collect();
    let mut seen = HashSet::new();
    if !registers.iter().all(|register| seen.insert(&register.name)) {
        refused.get_or_insert_with(|| "a register with the name of a part of another".into());
    }

    let (blocks, refused_phi) = import_blocks(&scope, &names, &blocks, &instructions, texts);
    Function {
        name: function.name(),
        signature,
        registers,
        blocks,
        line: function.subprogram_line(),
        refused: refused.or(refused_phi),
        places: Default::default(),
    }
}

/// The blocks of a function, and why the function is refused, if a phi is.
fn import_blocks(
    scope: &Scope,
    names: &Names,
    blocks: &[RawBlock],
    instructions: &[Vec<Value>],
    texts: Option<&[String]>,
) -> (Vec<Block>, Option<String>) {
    let mut refused = None;
    let count = instructions.iter().map(Vec::len).sum::<usize>();
    let mut texts = texts.filter(|texts| texts.len() == count).map(|texts| texts.iter());
    let mut imported = Vec::with_capacity(blocks.len());
    for (block, instructions) in blocks.iter().zip(instructions) {
        let mut result = Block { label: names.blocks[block].clone(), phis: Vec::new(), instructions: Vec::new() };
        for &instruction in instructions {
            let text = match texts.as_mut().and_then(Iterator::next) {
                Some(text) => text.clone(),
                None => without_metadata(&instruction.print()).to_string(),
            };
            if instruction.is_instruction(LLVMOpcode::LLVMPHI) {
                match import_phi(scope, instruction) {
                    Ok(phi) => result.phis.push(phi),
                    Err(reason) => refused = refused.or(Some(format!("`{text}`: {reason}"))),
                }
                continue;
            }
            if is_debug_call(instruction) {
                continue;
            }
            result.instructions.push(Instruction {
                result: scope.registers.get(&instruction).copied(),
                op: import_operation(scope, instruction, imported.is_empty()),
                location: location(instruction),
                text,
            });
        }
        imported.push(result);
    }
    (imported, refused)
}

/// The types of the parts of an instruction's result, if it is a pair of a number and a flag.
pub(super) fn pair(reader: &Reader, instruction: Value) -> Option<[Type; 2]> {
    let fields = Some(instruction).filter(|i| i.is_instruction(LLVMOpcode::LLVMCall))?.ty().fields()?;
    match fields.iter().map(|ty| reader.ty(*ty)).collect::<Result<Vec<_>, _>>().ok()?[..] {
        [value @ Type::Int(2..), flag @ Type::Int(1)] => Some([value, flag]),
        _ => None,
    }
}

/// Whether start code can call a `main` of this type: it passes three words, and reads a register.
fn is_main(signature: &Signature, pointer_bits: u32) -> bool {
    let word = |ty: &Type| matches!(ty, Type::Int(32) | Type::Pointer) || *ty == Type::Int(pointer_bits);
    (signature.result == Type::Void || word(&signature.result))
        && signature.parameters.len() <= 3
        && signature.parameters.iter().all(word)
        && !signature.variadic
        && signature.extensions.iter().all(Option::is_none)
}

/// Whether it takes further arguments than its parameters.
pub(super) fn is_variadic(function: Value) -> bool {
    function.value_type().function().is_some_and(|(_, _, variadic)| variadic)
}

/// Why a function with a body can never be executed.
fn refused_definition(attributes: &Attributes, function: Value) -> Option<Reason> {
    match function.linkage() {
        LLVMLinkage::LLVMExternalLinkage | LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage => {}
        LLVMLinkage::LLVMAvailableExternallyLinkage => {
            let why = "a definition that is only inline (C17 6.7.4): another file's may be linked in its place; declare it `static inline`, or use -fgnu89-inline if the build does";
            return Some(why.into());
        }
        _ => return Some(
            "weak or otherwise replaceable definition (where the program is linked as it stands, the flags -Dweak= \
             -D__weak__= say so)"
                .into(),
        ),
    }
    if function.has_comdat() {
        return Some("member of a comdat".into());
    }
    Attributes::check_symbol(function).and_then(|()| attributes.check_definition(function)).err()
}

/// Whether this is an old-style debug record.
fn is_debug_call(instruction: Value) -> bool {
    instruction.is_instruction(LLVMOpcode::LLVMCall)
        && instruction.callee().is_some_and(|f| f.is_function() && f.name().starts_with("llvm.dbg."))
}

fn import_phi(scope: &Scope, phi: Value) -> Result<Phi, Reason> {
    let incoming = phi.incoming().into_iter().map(|(value, block)| Ok((scope.block(block)?, scope.operand(value)?)));
    Ok(Phi {
        result: scope.registers.get(&phi).copied().ok_or("phi without a value")?,
        ty: scope.reader.ty(phi.ty())?,
        incoming: incoming.collect::<Result<_, Reason>>()?,
    })
}

/// For each register, the first C variable whose value it holds according to debug records.
fn variables(module: &Loaded, scope: &Scope, instructions: impl Iterator<Item = Value>) -> Table<Reg, Option<String>> {
    let mut variables: Table<Reg, Option<String>> = scope.registers.iter().map(|_| None).collect();
    for instruction in instructions {
        for (value, name) in module.debug_values(instruction) {
            if let Some(register) = scope.registers.get(&value) {
                variables[*register].get_or_insert(name);
            }
        }
    }
    variables
}
