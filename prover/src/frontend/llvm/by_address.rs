//! Structures that are passed and returned by value (`spec/decisions/promises-of-functions.md`).

use super::promises::defined;
use super::raw::{Layout, LLVMOpcode, Loaded, Returning, Use, Value};

/// Functions that return a structure in registers write it to memory instead. Left alone are functions whose address is
/// used for anything but calls.
pub(super) fn return_by_address(module: &Loaded) {
    for function in defined(module) {
        if let Some(returning) = returning(module, function) {
            module.return_by_address(&returning);
        }
    }
}

/// What there is to change of a function that returns a structure of scalars.
fn returning(module: &Loaded, function: Value) -> Option<Returning> {
    let (result, _, variadic) = function.value_type().function()?;
    let fields = result.fields()?;
    let scalar = |ty: &super::raw::Ty| ty.array().is_none() && ty.fields().is_none();
    if variadic || fields.is_empty() || !fields.iter().all(scalar) || !super::symbols::is_internal(function) && function.has_comdat() {
        return None;
    }
    let instructions = function.blocks().into_iter().flat_map(super::raw::Block::instructions);
    let ends = instructions.filter(|i| i.is_instruction(LLVMOpcode::LLVMRet)).map(|ret| {
        let load = ret.operand(0).filter(|value| value.is_instruction(LLVMOpcode::LLVMLoad))?;
        (!load.is_volatile() && load.users() == [ret]).then_some((ret, load))
    });
    let ends = ends.collect::<Option<Vec<_>>>()?;
    let uses = function.users().into_iter().map(|call| {
        let direct = call.is_instruction(LLVMOpcode::LLVMCall) && call.callee() == Some(function);
        let alike = direct && call.called_type() == function.value_type() && !call.arguments().contains(&function);
        let parts = if alike { call.users() } else { return None };
        // Users are listed from the last to the first.
        let parts: Vec<Value> = parts.into_iter().rev().collect();
        let outermost = |part: &Value| part.is_instruction(LLVMOpcode::LLVMExtractValue) && part.part().is_some();
        let stored = stored(module, result, &parts);
        parts.iter().all(outermost).then_some(Use { call, parts, stored })
    });
    Some(Returning { function, ends, uses: uses.collect::<Option<Vec<_>>>()? })
}

/// The object that all parts are stored to, each to its place, and the last of the stores.
fn stored(module: &Loaded, ty: super::raw::Ty, parts: &[Value]) -> Option<(Value, Value)> {
    let (mut object, mut last) = (None, None);
    for (number, part) in (0..).zip(parts) {
        let [store] = part.users()[..] else { return None };
        let plain = store.is_instruction(LLVMOpcode::LLVMStore) && store.operand(0) == Some(*part) && !store.is_volatile();
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
