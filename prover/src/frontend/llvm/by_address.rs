//! Structures that are passed and returned by value (`spec/decisions/promises-of-functions.md`).

use super::promises::defined;
use super::raw::{
    AttributeIndex, Block, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, Layout, Loaded, OddParameter, Passing, Returning,
    Ty, Use, Value,
};

/// Functions that return a structure in registers write it to memory instead, and functions with structures of 3, 5, 6
/// or 7 bytes as parameters are given addresses. Left alone are functions whose address is used for anything but calls.
pub(super) fn pass_structures(module: &Loaded) {
    let returning = |function| module.return_by_address(&returning(module, function)?);
    let made: Vec<Value> = defined(module).into_iter().filter_map(returning).collect();
    for function in defined(module) {
        if let Some(passing) = passing(function, !made.contains(&function)) {
            module.pass_addresses(&passing);
        }
    }
}

/// What there is to change of a function that returns a structure: of scalars, or as the number that its bytes are.
fn returning(module: &Loaded, function: Value) -> Option<Returning> {
    let (result, ..) = function.value_type().function()?;
    if !is_fixed(function) || !is_structure(function, result) {
        return None;
    }
    let instructions = function.blocks().into_iter().flat_map(Block::instructions);
    let ends = instructions.filter(|i| i.is_instruction(LLVMOpcode::LLVMRet)).map(|ret| {
        let load = ret.operand(0).filter(|value| value.is_instruction(LLVMOpcode::LLVMLoad))?;
        let fits = is_never_a_number(result) || load.operand(0).is_some_and(is_variable);
        (fits && !load.is_volatile() && load.users() == [ret]).then_some((ret, load))
    });
    let ends = ends.collect::<Option<Vec<_>>>()?;
    let uses = calls(function)?.into_iter().map(|call| taken_apart(module, result, call));
    let uses = uses.collect::<Option<Vec<_>>>()?;
    let without_result = is_never_a_number(result);
    (result.fields().is_some() || !uses.is_empty()).then_some(Returning { function, ends, uses, without_result })
}

/// What there is to change of a function with structures of odd sizes as parameters, integers of as many bits. `named`:
/// whether the source has it.
fn passing(function: Value, named: bool) -> Option<Passing> {
    let (_, types, _) = function.value_type().function()?;
    // What is a number in the source has an attribute.
    let bare = |number: u32| function.function_attributes(AttributeIndex::Parameter(number)).is_empty();
    let integers = (0..).zip(&types).filter(|(number, _)| bare(*number));
    let integers = integers.filter_map(|(number, ty)| Some((number, odd_bytes(*ty)?)));
    let parameters = function.parameters();
    let odd = integers.map(|(number, bytes)| {
        let parameter = *parameters.get(number as usize)?;
        let [store] = parameter.users()[..] else { return None };
        let plain = store.is_instruction(LLVMOpcode::LLVMStore) && !store.is_volatile();
        (plain && store.operand(0) == Some(parameter)).then_some(OddParameter { number, store, bytes })
    });
    let odd = odd.collect::<Option<Vec<_>>>()?;
    if !is_fixed(function) || odd.is_empty() {
        return None;
    }
    Some(Passing { function, odd, calls: calls(function)?, named })
}

/// The size in bytes of an integer that no access reads or writes.
fn odd_bytes(ty: Ty) -> Option<u64> {
    ty.int_bits().filter(|bits| [24, 40, 48, 56].contains(bits)).map(|bits| u64::from(bits / 8))
}

/// Whether calls of a function execute this definition, as C's calls do: nothing is linked in its place.
fn is_fixed(function: Value) -> bool {
    let variadic = function.value_type().function().is_none_or(|(_, _, variadic)| variadic);
    let linkages =
        [LLVMLinkage::LLVMExternalLinkage, LLVMLinkage::LLVMInternalLinkage, LLVMLinkage::LLVMPrivateLinkage];
    let special = function.has_comdat() || function.has_section() || function.has_extras();
    !variadic && linkages.contains(&function.linkage()) && function.calling_convention() == 0 && !special
}

/// All uses of a function, if they are plain calls of it with the definition's type.
fn calls(function: Value) -> Option<Vec<Value>> {
    let is_call = |call: &Value| {
        let direct = call.is_instruction(LLVMOpcode::LLVMCall) && call.callee() == Some(function);
        let alike = || call.called_type() == function.value_type() && !call.arguments().contains(&function);
        let plain = || call.call_convention() == 0 && call.bundle_count() == 0;
        direct && alike() && plain() && !matches!(call.tail_kind(), LLVMTailCallKind::LLVMTailCallKindMustTail)
    };
    let users = function.users();
    users.iter().all(is_call).then_some(users)
}

/// Whether a function's result is a structure in the source: of scalars, or the number that its bytes are.
fn is_structure(function: Value, result: Ty) -> bool {
    let scalar = |ty: &Ty| ty.array().is_none() && ty.fields().is_none();
    match result.fields() {
        Some(fields) => !fields.is_empty() && fields.iter().all(scalar),
        // A `char` or a pointer has an attribute.
        None => result.int_bits().is_some() && function.function_attributes(AttributeIndex::Result).is_empty(),
    }
}

/// What is done with the result of a call: it is stored as a whole, or taken apart.
fn taken_apart(module: &Loaded, result: Ty, call: Value) -> Option<Use> {
    // Users are listed from the last to the first.
    let users: Vec<Value> = call.users().into_iter().rev().collect();
    let whole = |store: Value| {
        let plain = store.is_instruction(LLVMOpcode::LLVMStore) && !store.is_volatile();
        let target = store.operand(1).filter(|_| plain && store.operand(0) == Some(call))?;
        (is_never_a_number(result) || is_variable(target)).then_some((target, store))
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

/// Whether a result's type is that of no number in C.
fn is_never_a_number(result: Ty) -> bool {
    result.fields().is_some() || odd_bytes(result).is_some()
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
