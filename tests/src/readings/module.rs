//! The checker's view of a module, in the common notation.

use super::REFUSED;
use checker::reader as read;

pub fn type_text(layout: &read::Layout, ty: &read::Type) -> String {
    match ty {
        read::Type::Int(width) if *width <= 64 => format!("i{width}"),
        read::Type::Pointer => "ptr".into(),
        // The prover knows nothing but the size of either.
        read::Type::Float(_) | read::Type::Int(read::WIDE) => {
            format!("float{}", layout.store_size(ty).unwrap_or_default())
        }
        // The prover gives registers of other types no type.
        _ => "void".into(),
    }
}

pub fn text(operand: &read::Operand) -> String {
    use read::Operand;
    match operand {
        Operand::Register(name) => format!("%{name}"),
        Operand::Int { width, bits } => format!("{bits}:{width}"),
        Operand::Null => "null".into(),
        Operand::Global { name, offset } => format!("@{name}+{offset}"),
        Operand::Function(name) => format!("function {name}"),
        Operand::Float => "float".into(),
        Operand::Undef | Operand::Poison => "undef".into(),
        Operand::Zero | Operand::Refused(_) => REFUSED.into(),
    }
}

pub fn phi_text(layout: &read::Layout, phi: &read::Phi) -> String {
    let incoming: Vec<_> = phi.incoming.iter().map(|(value, label)| format!("{} from {label}", text(value))).collect();
    format!("%{} {} {incoming:?}", phi.result, type_text(layout, &phi.ty))
}

pub fn operation_text(layout: &read::Layout, instruction: &read::Instruction) -> String {
    use read::Op;
    let ty = |ty: &read::Type| type_text(layout, ty);
    let written = match &instruction.op {
        Op::Binary { op, nuw, nsw, exact, left, right } => {
            format!("{op:?} {} {nuw} {nsw} {exact} {} {}", ty(&instruction.ty), text(left), text(right))
        }
        Op::Compare { predicate, ty: operands, left, right } => {
            format!("icmp {predicate:?} {} {} {}", ty(operands), text(left), text(right))
        }
        Op::Cast { kind, from, value } => {
            format!("{} {} {} {}", format!("{kind:?}").to_lowercase(), ty(from), ty(&instruction.ty), text(value))
        }
        Op::Select { condition, if_true, if_false } => {
            format!("select {} {} {} {}", ty(&instruction.ty), text(condition), text(if_true), text(if_false))
        }
        Op::Freeze(value) => format!("freeze {} {}", ty(&instruction.ty), text(value)),
        Op::Float(_) => "floating point".into(),
        Op::ElementPtr { base, offset, indices } => {
            let all: Vec<_> =
                indices.iter().map(|i| format!("{}:{} * {}", text(&i.value), i.width, i.stride)).collect();
            format!("address {} + {offset} {all:?}", text(base))
        }
        Op::Alloca { size, count, align, is_static, .. } => {
            format!("alloca {size} * {} align {align} {is_static}", text(&count.value))
        }
        Op::Load { pointer, align, volatile, range } => {
            format!("load {} {} align {align} {volatile} {range:?}", ty(&instruction.ty), text(pointer))
        }
        Op::Store { ty: stored, value, pointer, align, volatile } => {
            format!("store {} {} {} align {align} {volatile}", ty(stored), text(value), text(pointer))
        }
        Op::Branch(label) => format!("br {label}"),
        Op::CondBranch { condition, if_true, if_false } => {
            format!("br {} {if_true} {if_false}", text(condition))
        }
        Op::Switch { width, value, default, cases } => {
            let all: Vec<_> = cases.iter().map(|(case, label)| format!("{case}: {label}")).collect();
            format!("switch i{width} {} {all:?} {default}", text(value))
        }
        Op::Return(None) => "ret void".into(),
        Op::Return(Some(value)) => format!("ret {} {}", ty(&value.ty), text(&value.value)),
        Op::Unreachable => "unreachable".into(),
        Op::Call { callee, signature, arguments, .. } => {
            let all: Vec<_> = arguments.iter().map(|a| format!("{} {}", ty(&a.ty), text(&a.value))).collect();
            let result = ty(&signature.result);
            match callee {
                read::Callee::Direct(name) => format!("call {result} @{name} {all:?}"),
                read::Callee::Indirect(value) => {
                    let extensions = &signature.extensions;
                    format!("call {result} {} {all:?} {extensions:?}", text(value))
                }
            }
        }
        // Not imported by the prover.
        Op::Refused { .. } => REFUSED.into(),
    };
    // An instruction with a refused operand is refused as a whole by the prover.
    if written.contains(REFUSED) { REFUSED.into() } else { written }
}

/// Result, parameters, extensions.
pub fn signature_text(layout: &read::Layout, signature: &read::Signature) -> String {
    let types = signature.parameters.iter();
    let parameters: Vec<String> = types.map(|ty| type_text(layout, ty)).collect();
    format!("{} {parameters:?} {} {:?}", type_text(layout, &signature.result), signature.varargs, signature.extensions)
}
