//! Imports one instruction: LLVM's operation → [`Op`], or `Op::Unsupported` with the reason.

use super::attributes::extensions;
use super::constants::Reason;
use super::function::Scope;
use super::raw::{LLVMIntPredicate, LLVMOpcode as Code, Ty, Value};
use crate::program::{BinaryOp, CastOp, Flags, GepIndex, Op, Operand, Overflowing, Predicate, Type};

/// Imports an operation. `in_entry`: the instruction is in the entry block.
pub(super) fn import_operation(scope: &Scope, instruction: Value, in_entry: bool) -> Op {
    operation(scope, instruction, in_entry).unwrap_or_else(Op::Unsupported)
}

fn operation(scope: &Scope, i: Value, in_entry: bool) -> Result<Op, Reason> {
    scope.attributes.check_metadata(i)?;
    match i.opcode() {
        Code::LLVMAdd => binary(scope, i, BinaryOp::Add),
        Code::LLVMSub => binary(scope, i, BinaryOp::Sub),
        Code::LLVMMul => binary(scope, i, BinaryOp::Mul),
        Code::LLVMUDiv => binary(scope, i, BinaryOp::UDiv),
        Code::LLVMSDiv => binary(scope, i, BinaryOp::SDiv),
        Code::LLVMURem => binary(scope, i, BinaryOp::URem),
        Code::LLVMSRem => binary(scope, i, BinaryOp::SRem),
        Code::LLVMShl => binary(scope, i, BinaryOp::Shl),
        Code::LLVMLShr => binary(scope, i, BinaryOp::LShr),
        Code::LLVMAShr => binary(scope, i, BinaryOp::AShr),
        Code::LLVMAnd => binary(scope, i, BinaryOp::And),
        Code::LLVMOr => binary(scope, i, BinaryOp::Or),
        Code::LLVMXor => binary(scope, i, BinaryOp::Xor),
        Code::LLVMTrunc => cast(scope, i, CastOp::Trunc),
        Code::LLVMZExt => cast(scope, i, CastOp::ZExt),
        Code::LLVMSExt => cast(scope, i, CastOp::SExt),
        Code::LLVMPtrToInt => cast(scope, i, CastOp::PtrToInt),
        Code::LLVMIntToPtr => cast(scope, i, CastOp::IntToPtr),
        Code::LLVMBitCast => bitcast(scope, i),
        Code::LLVMFNeg
        | Code::LLVMFAdd
        | Code::LLVMFSub
        | Code::LLVMFMul
        | Code::LLVMFDiv
        | Code::LLVMFRem
        | Code::LLVMFPTrunc
        | Code::LLVMFPExt
        | Code::LLVMSIToFP
        | Code::LLVMUIToFP => float_result(scope, i),
        Code::LLVMFCmp | Code::LLVMFPToSI | Code::LLVMFPToUI => float_to_int(scope, i),
        Code::LLVMICmp => compare(scope, i),
        Code::LLVMSelect => select(scope, i),
        Code::LLVMFreeze => Ok(Op::Freeze { ty: scope.reader.ty(i.ty())?, value: operand(scope, i, 0)? }),
        Code::LLVMGetElementPtr => element_pointer(scope, i),
        Code::LLVMAlloca => alloca(scope, i, in_entry),
        Code::LLVMLoad => load(scope, i),
        Code::LLVMStore => store(scope, i),
        Code::LLVMBr => branch(scope, i),
        Code::LLVMSwitch => switch(scope, i),
        Code::LLVMRet if scope.is_noreturn => Err("`noreturn` function that returns".into()),
        Code::LLVMRet => match raw_operand(i, 0) {
            Ok(value) => Ok(Op::Return { ty: scope.reader.ty(value.ty())?, value: Some(scope.operand(value)?) }),
            Err(_) => Ok(Op::Return { ty: Type::Void, value: None }),
        },
        Code::LLVMUnreachable => Ok(Op::Unreachable),
        Code::LLVMCall => call(scope, i),
        Code::LLVMIndirectBr => Err("indirect branch".into()),
        Code::LLVMInvoke | Code::LLVMResume | Code::LLVMLandingPad => Err("exceptions".into()),
        Code::LLVMCallBr => Err("assembly goto".into()),
        Code::LLVMAddrSpaceCast => Err("another address space".into()),
        Code::LLVMFence | Code::LLVMAtomicCmpXchg | Code::LLVMAtomicRMW => Err("atomic operation".into()),
        Code::LLVMVAArg => Err("variable arguments (va_arg)".into()),
        Code::LLVMExtractValue => extract(scope, i),
        Code::LLVMInsertValue => Err("value of aggregate type".into()),
        Code::LLVMExtractElement | Code::LLVMInsertElement | Code::LLVMShuffleVector => Err("vector".into()),
        _ => Err("instruction outside the accepted subset".into()),
    }
}

fn raw_operand(i: Value, index: u32) -> Result<Value, Reason> {
    i.operand(index).ok_or_else(|| "operand is missing".into())
}

fn operand(scope: &Scope, i: Value, index: u32) -> Result<Operand, Reason> {
    scope.operand(raw_operand(i, index)?)
}

/// Type of an operand.
fn operand_type(scope: &Scope, i: Value, index: u32) -> Result<Type, Reason> {
    scope.reader.ty(raw_operand(i, index)?.ty())
}

fn integer(ty: Type) -> Result<u32, Reason> {
    match ty {
        Type::Int(width) => Ok(width),
        _ => Err("an integer is expected".into()),
    }
}

/// Whether the type is the wide integer type, of which only the size is known.
fn is_wide(ty: Ty) -> bool {
    ty.int_bits() == Some(128)
}

/// An operation on wide integers. One that may fail is refused.
fn wide(scope: &Scope, i: Value, op: BinaryOp) -> Result<Op, Reason> {
    let flagged = match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => i.nsw() || i.nuw(),
        BinaryOp::LShr | BinaryOp::AShr => i.exact(),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => i.opcode() == Code::LLVMOr && i.disjoint(),
        _ => true,
    };
    let fits = match op {
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            matches!(raw_operand(i, 1)?.print().strip_prefix("i128 ").map(str::parse::<u32>), Some(Ok(..128)))
        }
        _ => true,
    };
    if flagged || !fits {
        return Err("division, overflow flag or unknown shift of an integer of 128 bits".into());
    }
    read_operands(scope, i)?;
    Ok(Op::FloatResult)
}

fn binary(scope: &Scope, i: Value, op: BinaryOp) -> Result<Op, Reason> {
    if is_wide(i.ty()) {
        return wide(scope, i, op);
    }
    let width = integer(scope.reader.ty(i.ty())?)?;
    let flags = match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => {
            Flags { nsw: i.nsw(), nuw: i.nuw(), exact: false }
        }
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => {
            Flags { exact: i.exact(), ..Flags::default() }
        }
        BinaryOp::Or if i.disjoint() => return Err("flag `disjoint`".into()),
        _ => Flags::default(),
    };
    Ok(Op::Binary { op, width, flags, left: operand(scope, i, 0)?, right: operand(scope, i, 1)? })
}

fn cast(scope: &Scope, i: Value, op: CastOp) -> Result<Op, Reason> {
    match op {
        CastOp::Trunc if i.nuw() || i.nsw() => return Err("trunc with flag nuw or nsw".into()),
        CastOp::ZExt if i.nneg() => return Err("flag `nneg`".into()),
        _ => {}
    }
    if is_wide(i.ty()) || is_wide(raw_operand(i, 0)?.ty()) {
        read_operands(scope, i)?;
        return match (op, scope.reader.ty(i.ty())?) {
            (CastOp::ZExt | CastOp::SExt, Type::Float(_)) => Ok(Op::FloatResult),
            (CastOp::Trunc, Type::Int(width)) => Ok(Op::FloatToInt { width }),
            _ => Err("conversion between a pointer and an integer of 128 bits".into()),
        };
    }
    Ok(Op::Cast { op, from: operand_type(scope, i, 0)?, to: scope.reader.ty(i.ty())?, value: operand(scope, i, 0)? })
}

fn bitcast(scope: &Scope, i: Value) -> Result<Op, Reason> {
    match (operand_type(scope, i, 0)?, scope.reader.ty(i.ty())?) {
        (_, Type::Float(_)) => Ok(Op::FloatResult),
        (Type::Float(_), to) => Ok(Op::FloatToInt { width: integer(to)? }),
        _ => cast(scope, i, CastOp::Bitcast),
    }
}

/// A part of a pair: the register that was bound together with the pair.
fn extract(scope: &Scope, i: Value) -> Result<Op, Reason> {
    let parts = scope.parts.get(&raw_operand(i, 0)?);
    let part = parts.zip(i.extracted()).and_then(|(parts, place)| parts.get(usize::try_from(place).ok()?));
    let part = *part.ok_or("value of aggregate type")?;
    let ty = scope.reader.ty(i.ty())?;
    Ok(Op::Cast { op: CastOp::Bitcast, from: ty, to: ty, value: Operand::Register(part) })
}

/// The operands of floating-point operations are read as well: an undefined one is refused.
fn read_operands(scope: &Scope, i: Value) -> Result<(), Reason> {
    for value in i.operands() {
        if scope.operand(value)? == Operand::Undef {
            return Err("undefined value".into());
        }
    }
    Ok(())
}

fn float_result(scope: &Scope, i: Value) -> Result<Op, Reason> {
    if i.opcode() == Code::LLVMUIToFP && i.nneg() {
        return Err("flag `nneg`".into());
    }
    read_operands(scope, i)?;
    match scope.reader.ty(i.ty())? {
        Type::Float(_) => Ok(Op::FloatResult),
        _ => Err("floating point operation of this type".into()),
    }
}

fn float_to_int(scope: &Scope, i: Value) -> Result<Op, Reason> {
    read_operands(scope, i)?;
    Ok(Op::FloatToInt { width: integer(scope.reader.ty(i.ty())?)? })
}

fn compare(scope: &Scope, i: Value) -> Result<Op, Reason> {
    if i.same_sign() {
        return Err("flag `samesign`".into());
    }
    let predicate = match i.predicate() {
        LLVMIntPredicate::LLVMIntEQ => Predicate::Eq,
        LLVMIntPredicate::LLVMIntNE => Predicate::Ne,
        LLVMIntPredicate::LLVMIntUGT => Predicate::Ugt,
        LLVMIntPredicate::LLVMIntUGE => Predicate::Uge,
        LLVMIntPredicate::LLVMIntULT => Predicate::Ult,
        LLVMIntPredicate::LLVMIntULE => Predicate::Ule,
        LLVMIntPredicate::LLVMIntSGT => Predicate::Sgt,
        LLVMIntPredicate::LLVMIntSGE => Predicate::Sge,
        LLVMIntPredicate::LLVMIntSLT => Predicate::Slt,
        LLVMIntPredicate::LLVMIntSLE => Predicate::Sle,
    };
    let ty = operand_type(scope, i, 0)?;
    if is_wide(raw_operand(i, 0)?.ty()) {
        read_operands(scope, i)?;
        return Ok(Op::FloatToInt { width: 1 });
    }
    Ok(Op::Compare { predicate, ty, left: operand(scope, i, 0)?, right: operand(scope, i, 1)? })
}

fn select(scope: &Scope, i: Value) -> Result<Op, Reason> {
    integer(operand_type(scope, i, 0)?)?;
    Ok(Op::Select {
        ty: scope.reader.ty(i.ty())?,
        condition: operand(scope, i, 0)?,
        yes: operand(scope, i, 1)?,
        no: operand(scope, i, 2)?,
    })
}

fn element_pointer(scope: &Scope, i: Value) -> Result<Op, Reason> {
    scope.reader.ty(i.ty())?;
    let indices: Vec<Value> = i.operands().into_iter().skip(1).collect();
    let steps = scope.reader.steps(i.gep_source(), &indices)?;
    let indices = steps
        .indices
        .into_iter()
        .map(|(value, width, stride)| Ok(GepIndex { value: scope.operand(value)?, width, stride }))
        .collect::<Result<_, Reason>>()?;
    Ok(Op::GetElementPtr { base: operand(scope, i, 0)?, constant: steps.constant, indices })
}

fn alloca(scope: &Scope, i: Value, in_entry: bool) -> Result<Op, Reason> {
    scope.reader.ty(i.ty())?;
    let ty = i.allocated_type();
    if ty.has_vector() {
        return Err("vector".into());
    }
    let element_size = scope.reader.layout.size(ty).ok_or_else(|| format!("local variable of type {}", ty.print()))?;
    let count_width = integer(operand_type(scope, i, 0)?)?;
    let is_static = in_entry && raw_operand(i, 0)?.constant_int().is_some();
    // The code generator aligns the stack by a constant in an instruction, which is at most this large.
    if i.alignment() > 1 << 24 {
        return Err("an alignment above 2^24".into());
    }
    Ok(Op::Alloca { element_size, align: i.alignment(), count: operand(scope, i, 0)?, count_width, is_static })
}

/// Type of a value in memory.
fn memory_type(ty: Type) -> Result<Type, Reason> {
    match ty {
        Type::Int(8 | 16 | 32 | 64) | Type::Pointer | Type::Float(_) => Ok(ty),
        Type::Int(width) => Err(format!("integer of {width} bits in memory")),
        Type::Void => Err("memory access without a value".into()),
    }
}

fn load(scope: &Scope, i: Value) -> Result<Op, Reason> {
    if i.is_atomic() {
        return Err("atomic operation".into());
    }
    let ty = memory_type(scope.reader.ty(i.ty())?)?;
    let range = scope.attributes.range(i, ty)?;
    Ok(Op::Load { ty, pointer: operand(scope, i, 0)?, align: i.alignment(), volatile: i.is_volatile(), range })
}

fn store(scope: &Scope, i: Value) -> Result<Op, Reason> {
    if i.is_atomic() {
        return Err("atomic operation".into());
    }
    let ty = memory_type(operand_type(scope, i, 0)?)?;
    Ok(Op::Store {
        ty,
        value: operand(scope, i, 0)?,
        pointer: operand(scope, i, 1)?,
        align: i.alignment(),
        volatile: i.is_volatile(),
    })
}

fn branch(scope: &Scope, i: Value) -> Result<Op, Reason> {
    match i.successors().as_slice() {
        [target] => Ok(Op::Branch { target: scope.block(*target)? }),
        [yes, no] => {
            Ok(Op::CondBranch { condition: operand(scope, i, 0)?, yes: scope.block(*yes)?, no: scope.block(*no)? })
        }
        _ => Err("branch with unknown targets".into()),
    }
}

fn switch(scope: &Scope, i: Value) -> Result<Op, Reason> {
    let width = integer(operand_type(scope, i, 0)?)?;
    let successors = i.successors();
    let default = scope.block(*successors.first().ok_or("switch without a default")?)?;
    let cases = successors
        .iter()
        .zip(0u32..)
        .skip(1)
        .map(|(&block, number)| {
            let value = i.case_value(number).and_then(Value::constant_int).ok_or("case that is not constant")?;
            Ok((value, scope.block(block)?))
        })
        .collect::<Result<_, Reason>>()?;
    Ok(Op::Switch { width, value: operand(scope, i, 0)?, cases, default })
}

fn call(scope: &Scope, i: Value) -> Result<Op, Reason> {
    let callee = i.callee().ok_or("call without a callee")?;
    if callee.is_inline_assembly() {
        return Err("inline assembly".into());
    }
    let direct = callee.is_function().then_some(callee);
    scope.attributes.check_call(i, direct, scope.has_stack)?;
    if let Some(function) = direct
        && function.value_type() != i.called_type()
        && !without_prototype(function, i)
    {
        return Err(format!("call of `{}` with a type that is not its own", function.name()));
    }
    let parameters = i.called_type().function().map_or(0, |(_, types, _)| types.len());
    let extended = extensions(parameters, |place| i.call_attributes(place));
    if let Some(function) = direct
        && !without_prototype(function, i)
        && extended != extensions(parameters, |place| function.function_attributes(place))
    {
        return Err(format!("call of `{}` whose `signext` or `zeroext` attributes are not its own", function.name()));
    }
    if let Some(operation) = direct.and_then(|function| with_overflow(scope, i, &function.name())) {
        return operation;
    }
    let result = scope.reader.ty(i.ty())?;
    let arguments = i.arguments();
    if arguments.iter().any(|argument| argument.is_metadata()) {
        return Err("metadata argument".into());
    }
    let arguments = arguments
        .into_iter()
        .map(|argument| Ok((scope.reader.ty(argument.ty())?, scope.operand(argument)?)))
        .collect::<Result<_, Reason>>()?;
    match direct {
        Some(function) => Ok(Op::Call { callee: function.name(), result, arguments }),
        None if matches!(i.called_type().function(), Some((_, _, true))) => {
            Err("call of a variadic function through a pointer".into())
        }
        None => Ok(Op::IndirectCall { callee: scope.operand(callee)?, extensions: extended, result, arguments }),
    }
}

/// A call of `llvm.sadd.with.overflow` or a related intrinsic.
fn with_overflow(scope: &Scope, i: Value, name: &str) -> Option<Result<Op, Reason>> {
    let mut words = name.strip_prefix("llvm.")?.split('.');
    let operation = words.next()?;
    if words.next() != Some("with") || words.next() != Some("overflow") {
        return None;
    }
    let op = match operation.get(1..)? {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        _ => BinaryOp::Mul,
    };
    let parts = *scope.parts.get(&i)?;
    let of = |index| scope.operand(raw_operand(i, index)?);
    let whole = |(left, right)| {
        let width = integer(operand_type(scope, i, 0)?)?;
        Ok(Op::WithOverflow(Overflowing { op, signed: operation.starts_with('s'), width, left, right, parts }))
    };
    Some(of(0).and_then(|left| Ok((left, of(1)?))).and_then(whole))
}

/// A C declaration without a prototype, `T f()`, fits any arguments.
fn without_prototype(function: Value, call: Value) -> bool {
    function.is_declaration()
        && match (function.value_type().function(), call.called_type().function()) {
            (Some((declared, parameters, true)), Some((called, ..))) => parameters.is_empty() && declared == called,
            _ => false,
        }
}
