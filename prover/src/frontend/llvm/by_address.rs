//! Structures that are passed and returned by value (`spec/decisions/promises-of-functions.md`).

use super::promises::defined;
use super::raw::{AttributeIndex, Block, LLVMOpcode, Layout, Loaded, Returning, Ty, Use, Value};

/// Functions that return a structure in registers write it to memory instead. Left alone are functions whose address is
/// used for anything but calls.
pub(super) fn return_by_address(module: &Loaded) {
    for function in defined(module) {
        if let Some(returning) = returning(module, function) {
            module.return_by_address(&returning);
        }
    }
}

/// What there is to change of a function that returns a structure: of scalars, or as the number that its bytes are.
fn returning(module: &Loaded, function: Value) -> Option<Returning> {
    let (result, _, variadic) = function.value_type().function()?;
    let scalar = |ty: &Ty| ty.array().is_none() && ty.fields().is_none();
    let is_structure = match result.fields() {
        Some(fields) => !fields.is_empty() && fields.iter().all(scalar),
        // What is a number in the source has an attribute.
        None => result.int_bits().is_some() && function.function_attributes(AttributeIndex::Result).is_empty(),
    };
    if variadic || !is_structure || function.has_comdat() {
        return None;
    }
    let instructions = function.blocks().into_iter().flat_map(Block::instructions);
    let ends = instructions.filter(|i| i.is_instruction(LLVMOpcode::LLVMRet)).map(|ret| {
        let load = ret.operand(0).filter(|value| value.is_instruction(LLVMOpcode::LLVMLoad))?;
        let fits = result.fields().is_some() || load.operand(0).is_some_and(is_variable);
        (fits && !load.is_volatile() && load.users() == [ret]).then_some((ret, load))
    });
    let ends = ends.collect::<Option<Vec<_>>>()?;
    let uses = function.users().into_iter().map(|call| {
        let direct = call.is_instruction(LLVMOpcode::LLVMCall) && call.callee() == Some(function);
        let alike = direct && call.called_type() == function.value_type() && !call.arguments().contains(&function);
        alike.then(|| taken_apart(module, result, call))?
    });
    let uses = uses.collect::<Option<Vec<_>>>()?;
    (result.fields().is_some() || !uses.is_empty()).then_some(Returning { function, ends, uses })
}

/// What is done with the result of a call: it is stored as a whole, or taken apart.
fn taken_apart(module: &Loaded, result: Ty, call: Value) -> Option<Use> {
    // Users are listed from the last to the first.
    let users: Vec<Value> = call.users().into_iter().rev().collect();
    let whole = |store: Value| {
        let plain = store.is_instruction(LLVMOpcode::LLVMStore) && !store.is_volatile();
        let target = store.operand(1).filter(|_| plain && store.operand(0) == Some(call))?;
        (result.fields().is_some() || is_variable(target)).then_some((target, store))
    };
    match users[..] {
        [] => return Some(Use { call, parts: Vec::new(), stored: None }),
        [store] if let Some(stored) = whole(store) => {
            return Some(Use { call, parts: Vec::new(), stored: Some(stored) });
        }
        _ if result.fields().is_none() => return None,
        _ => {}
    }
    let stored = stored(module, result, &users);
    let outermost = |part: &Value| part.is_instruction(LLVMOpcode::LLVMExtractValue) && part.part().is_some();
    users.iter().all(outermost).then_some(Use { call, parts: users, stored })
}

/// Whether an address is that of a variable which is a structure.
fn is_variable(address: Value) -> bool {
    address.is_instruction(LLVMOpcode::LLVMAlloca) && address.allocated_type().fields().is_some()
}

/// The object that all parts are stored to, each to its place, and the last of the stores.
fn stored(module: &Loaded, ty: Ty, parts: &[Value]) -> Option<(Value, Value)> {
    let (mut object, mut last) = (None, None);
    for (number, part) in (0..).zip(parts) {
        let [store] = part.users()[..] else { return None };
        let plain =
            store.is_instruction(LLVMOpcode::LLVMStore) && store.operand(0) == Some(*part) && !store.is_volatile();
        let address = store.operand(1).filter(|_| plain && part.part() == Some(number))?;
        let inside = address.is_instruction(LLVMOpcode::LLVMGetElementPtr);
        let base = match inside {
            true if address.gep_source() == ty && address.operand_count() == 3 => {
                let at = |place| address.operand(place).and_then(Value::constant_int);
                (at(1) == Some(0) && at(2) == Some(number.into())).then(|| address.operand(0))??
            }
            true => return None,
            false if number == 0 => address,
            false => return None,
        };
        if object.is_some_and(|object| object != base) {
            return None;
        }
        (object, last) = (Some(base), Some(store));
    }
    let all = u32::try_from(parts.len()).ok() == ty.fields().and_then(|fields| u32::try_from(fields.len()).ok());
    // A field that ends behind the structure's own end would be none of the object's.
    all.then_some((object?, last?)).filter(|_| Layout::of(module).size(ty).is_some())
}
