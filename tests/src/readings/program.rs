//! The prover's view of a module, in the common notation.

use super::REFUSED;
use prover::program as imported;

pub fn type_name(ty: imported::Type) -> String {
    match ty {
        imported::Type::Int(width) => format!("i{width}"),
        imported::Type::Pointer => "ptr".into(),
        imported::Type::Float(bytes) => format!("float{bytes}"),
        imported::Type::Void => "void".into(),
    }
}

pub fn operand(function: Option<&imported::Function>, operand: &imported::Operand) -> String {
    use imported::Operand;
    match operand {
        Operand::Register(register) => match function {
            Some(function) => format!("%{}", function.registers[*register].name),
            None => "register".into(),
        },
        Operand::Int { width, bits } => format!("{bits}:{width}"),
        Operand::Null => "null".into(),
        Operand::Global { name, offset } => format!("@{name}+{offset}"),
        Operand::Function(name) => format!("function {name}"),
        Operand::Float => "float".into(),
        Operand::Undef => "undef".into(),
    }
}

pub fn phi_name(function: &imported::Function, phi: &imported::Phi) -> String {
    let incoming: Vec<_> = phi
        .incoming
        .iter()
        .map(|(block, value)| format!("{} from {}", operand(Some(function), value), function.blocks[*block].label))
        .collect();
    format!("%{} {} {incoming:?}", function.registers[phi.result].name, type_name(phi.ty))
}

pub fn operation(function: &imported::Function, op: &imported::Op) -> String {
    use imported::Op;
    let value = |value: &imported::Operand| operand(Some(function), value);
    let label = |block: &usize| function.blocks[*block].label.clone();
    let list = |arguments: &[(imported::Type, imported::Operand)]| {
        let all: Vec<_> = arguments.iter().map(|(ty, v)| format!("{} {}", type_name(*ty), value(v))).collect();
        format!("{all:?}")
    };
    match op {
        Op::Binary { op, width, flags, left, right } => {
            format!("{op:?} i{width} {} {} {} {} {}", flags.nuw, flags.nsw, flags.exact, value(left), value(right))
        }
        Op::Compare { predicate, ty, left, right } => {
            format!("icmp {predicate:?} {} {} {}", type_name(*ty), value(left), value(right))
        }
        Op::Cast { op, from, to, value: v } => {
            format!("{} {} {} {}", format!("{op:?}").to_lowercase(), type_name(*from), type_name(*to), value(v))
        }
        Op::Select { ty, condition, yes, no } => {
            format!("select {} {} {} {}", type_name(*ty), value(condition), value(yes), value(no))
        }
        Op::Freeze { ty, value: v } => format!("freeze {} {}", type_name(*ty), value(v)),
        Op::FloatResult | Op::FloatToInt { .. } => "floating point".into(),
        Op::GetElementPtr { base, constant, indices } => {
            let all: Vec<_> =
                indices.iter().map(|i| format!("{}:{} * {}", value(&i.value), i.width, i.stride)).collect();
            format!("address {} + {constant} {all:?}", value(base))
        }
        Op::Alloca { element_size, align, count, is_static, .. } => {
            format!("alloca {element_size} * {} align {align} {is_static}", value(count))
        }
        Op::Load { ty, pointer, align, volatile, range } => {
            format!("load {} {} align {align} {volatile} {range:?}", type_name(*ty), value(pointer))
        }
        Op::Store { ty, value: v, pointer, align, volatile } => {
            format!("store {} {} {} align {align} {volatile}", type_name(*ty), value(v), value(pointer))
        }
        Op::Branch { target } => format!("br {}", label(target)),
        Op::CondBranch { condition, yes, no } => {
            format!("br {} {} {}", value(condition), label(yes), label(no))
        }
        Op::Switch { width, value: v, cases, default } => {
            let all: Vec<_> = cases.iter().map(|(case, block)| format!("{case}: {}", label(block))).collect();
            format!("switch i{width} {} {all:?} {}", value(v), label(default))
        }
        Op::Return { value: None, .. } => "ret void".into(),
        Op::Return { ty, value: Some(v) } => format!("ret {} {}", type_name(*ty), value(v)),
        Op::Unreachable => "unreachable".into(),
        Op::Call { callee, result, arguments } => {
            format!("call {} @{callee} {}", type_name(*result), list(arguments))
        }
        Op::IndirectCall { callee, extensions, result, arguments } => {
            format!("call {} {} {} {extensions:?}", type_name(*result), value(callee), list(arguments))
        }
        Op::WithOverflow(o) => {
            let (sign, op) = (if o.signed { 's' } else { 'u' }, format!("{:?}", o.op).to_lowercase());
            let ty = imported::Type::Int(o.width);
            let operands = list(&[(ty, o.left.clone()), (ty, o.right.clone())]);
            format!("call void @llvm.{sign}{op}.with.overflow.i{} {operands}", o.width)
        }
        Op::Unsupported(_) => REFUSED.into(),
    }
}

/// Result, parameters, extensions.
pub fn signature_name(signature: &imported::Signature) -> String {
    let parameters: Vec<String> = signature.parameters.iter().map(|ty| type_name(*ty)).collect();
    format!("{} {parameters:?} {} {:?}", type_name(signature.result), signature.variadic, signature.extensions)
}
