//! Where a run begins (`spec/refutation.md`, Start; `spec/concrete-calls.md`).

use std::collections::{BTreeMap, BTreeSet};

use certificates::{Call, CallObject, Choice, Claim, Content, Run};

use super::machine::{Frame, Machine, Seen, either};
use super::memory::{Birth, Byte, Kind, Memory, bytes};
use super::value::{Halt, Step, Value, gap};
use crate::answer::verdict::{Rejection, Stop};
use crate::proof::initial::globals;
use crate::reader::{Constant, ERRNO, Function, Global, Layout, Module, Operand, Type};

/// Parts of initialisers that are evaluated, at most; the rest stays unknown.
const MAX_PARTS: u64 = 1 << 22;

/// Where the functions lie: the n-th at 16 n, whether its address is used or not.
fn functions(module: &Module) -> BTreeMap<&str, u64> {
    let names: BTreeSet<&str> = module.functions.keys().chain(module.declarations.keys()).map(|name| &**name).collect();
    let addressed = names.into_iter().filter(|name| module.has_address(name));
    addressed.zip(1..).map(|(name, place): (_, u64)| (name, 16 * place)).collect()
}

/// The state in which the run begins: with a well-formed call what the call says, otherwise what the run chooses.
pub fn machine<'m>(
    module: &'m Module,
    claim: &'m Claim,
    choices: &'m [Choice],
    call: Option<&'m Call>,
) -> Step<Machine<'m>> {
    let Some(function) = module.functions.get(claim.entry.as_str()) else { return gap("there is no entry") };
    if let Some(reason) = &function.refused {
        return gap(format!("@{} is outside the subset: {reason}", claim.entry));
    }
    if function.signature.varargs {
        return gap(format!("@{} is variadic", claim.entry));
    }
    let functions = functions(module);
    let lowest = 16 * (functions.len() as u64 + 1);
    let memory = Memory::new(module.layout.pointer_bits, lowest);
    let (globals, allocas, called, callers, inputs, described) = Default::default();
    let mut m = Machine {
        module,
        claim,
        frame: Frame::new(function),
        callers,
        memory,
        choices: choices.iter(),
        globals,
        functions,
        callbacks: call.map_or(&[], |call| &call.callbacks),
        described,
        allocas,
        work: 0,
        waiting: 0,
        called,
        inputs,
        seen: Seen::default(),
    };
    objects(&mut m, call)?;
    match call {
        Some(call) => given(&mut m, function, call)?,
        None => parameters(&mut m, function)?,
    }
    Ok(m)
}

/// The global variables, at chosen or given addresses, with their initial values where the claim has them.
fn objects(m: &mut Machine, call: Option<&Call>) -> Step {
    let is_main = m.claim.entry == "main" && call.is_none();
    let all = globals(m.module);
    for (place, global) in all.iter().enumerate() {
        let base = match call {
            Some(call) => call.globals.get(place).copied().unwrap_or_default(),
            None => m.address("the address of a global variable", global.size, global.align)?,
        };
        let kind = match (&*global.name, global.constant) {
            (ERRNO, _) => Kind::Errno,
            (_, true) => Kind::Constant,
            (_, false) => Kind::Static,
        };
        let content = call.and_then(|call| {
            let found = call.contents.binary_search_by_key(&place, |(number, _)| *number as usize);
            Some(&call.contents.get(found.ok()?)?.1)
        });
        let known = is_main || global.constant;
        let birth = match (content, &global.initializer) {
            (Some(content), _) => Birth::Filled(content.fill),
            (None, None) => Birth::Unknown,
            (None, Some(_)) if !known => Birth::Uninitialised,
            (None, Some(Constant::Scalar(Operand::Zero))) => Birth::Filled(0),
            // Padding.
            (None, Some(_)) => Birth::Unknown,
        };
        m.object(base, global.size, global.align, kind, birth, format!("@{}", global.name))?;
        m.globals.insert(&global.name, base);
        content.map_or(Ok(()), |content| fill(m, base, content))?;
    }
    let mut parts = 0;
    for global in all.into_iter().filter(|global| is_main || global.constant) {
        if let (Some(constant), Some(base)) = (&global.initializer, m.globals.get(&*global.name).copied())
            && *constant != Constant::Scalar(Operand::Zero)
        {
            initialise(m, base, 0, constant, &global.ty, &mut parts)?;
        }
    }
    Ok(())
}

/// A variable of another file whose size this module does not say: `extern int t[];`, or a structure with such a member at
/// its end.
pub fn unsized_variable(module: &Module) -> Option<&Global> {
    let mut all = module.globals.values();
    all.find(|global| global.initializer.is_none() && is_open(&module.layout, &global.ty))
}

/// Whether a type ends in an array whose size another file may say. Behind it is padding at most.
fn is_open(layout: &Layout, ty: &Type) -> bool {
    match layout.resolve(ty) {
        Type::Array(0, _) => true,
        Type::Struct { fields, .. } => {
            let padding = |ty: &&Type| matches!(layout.resolve(ty), Type::Array(1.., of) if **of == Type::Int(8));
            fields.iter().rev().find(|field| !padding(field)).is_some_and(|last| is_open(layout, last))
        }
        _ => false,
    }
}

/// What the caller gives: its objects, functions and arguments. A floating-point number is unknown.
fn given<'m>(m: &mut Machine<'m>, function: &'m Function, call: &Call) -> Step {
    for CallObject { address, size, writable, heap, content } in &call.objects {
        let kind = match (heap, writable) {
            (true, _) => Kind::Heap,
            (false, true) => Kind::Static,
            (false, false) => Kind::Constant,
        };
        let name = format!("the caller's object at {address:#x}");
        m.object(*address, *size, 1, kind, Birth::Filled(content.fill), name)?;
        fill(m, *address, content)?;
    }
    for address in &call.callbacks {
        m.memory.free_at(*address, 1, 1)?;
        m.memory.reserve(*address, 1);
    }
    for (parameter, bits) in function.parameters.iter().zip(&call.parameters) {
        let value = m.width(&parameter.ty).map_or(Value::Unknown, |_| Value::Bits(*bits));
        m.frame.registers.insert(&parameter.name, value);
    }
    Ok(())
}

/// Writes the runs of a content.
fn fill(m: &mut Machine, base: u64, content: &Content) -> Step {
    for Run { offset, bytes } in &content.runs {
        m.charge(bytes.len() as u64)?;
        for (byte, place) in bytes.iter().zip(0..) {
            m.memory.begin(base, offset.saturating_add(place), Byte::Known(*byte));
        }
    }
    Ok(())
}

/// Writes an initialiser. Bytes that it does not define stay unknown. Recursion is as deep as the type.
fn initialise(m: &mut Machine, base: u64, offset: u64, constant: &Constant, ty: &Type, parts: &mut u64) -> Step {
    let module = m.module;
    let (Ok(size), ty) = (module.layout.store_size(ty), module.layout.resolve(ty)) else { return Ok(()) };
    let put = |m: &mut Machine, offset: u64, all: &mut dyn Iterator<Item = Byte>| {
        all.zip(offset..).try_for_each(|(byte, offset)| {
            m.charge(1)?;
            m.memory.begin(base, offset, byte);
            Ok(())
        })
    };
    match constant {
        Constant::Bytes(text) => put(m, offset, &mut text.iter().map(|byte| Byte::Known(*byte))),
        Constant::Scalar(Operand::Zero) => put(m, offset, &mut (0..size).map(|_| Byte::Known(0))),
        Constant::Scalar(value) => {
            let value = match (m.width(ty), value) {
                (Some(width), Operand::Int { bits, .. }) if u64::from(width) == 8 * size => Value::Bits(*bits),
                (Some(_), Operand::Null) => Value::Bits(0),
                (Some(_), Operand::Function(name)) if *ty == Type::Pointer => {
                    m.functions.get(&**name).map_or(Value::Unknown, |address| Value::Bits(*address))
                }
                (Some(_), Operand::Global { name, offset }) if *ty == Type::Pointer => {
                    let base = m.globals.get(&**name);
                    base.map_or(Value::Unknown, |base| Value::Bits(base.wrapping_add_signed(*offset)))
                }
                _ => Value::Unknown,
            };
            put(m, offset, &mut bytes(value, size))
        }
        Constant::Aggregate(elements) => {
            for (place, element) in elements.iter().enumerate() {
                // Finding an element of a structure visits all of its elements.
                *parts += if let Type::Struct { fields, .. } = ty { fields.len() as u64 } else { 1 };
                if *parts > MAX_PARTS {
                    return Ok(());
                }
                let Ok((ty, inside)) = module.layout.element(ty, place as u64) else { return Ok(()) };
                initialise(m, base, offset.saturating_add(inside), element, &ty, parts)?;
            }
            Ok(())
        }
    }
}

/// The arguments of the entry. Pointers are never chosen.
fn parameters<'m>(m: &mut Machine<'m>, function: &'m Function) -> Step {
    let is_main = m.claim.entry == "main";
    let pointer = u64::from(m.pointer() / 8);
    for (place, parameter) in function.parameters.iter().enumerate() {
        let value = match (&parameter.ty, is_main, place) {
            (Type::Int(1..=64), true, 0) => Value::Bits(1),
            (Type::Pointer, true, 1) => {
                let what = "the address of what main gets";
                let name = m.address(what, 2, 1)?;
                m.object(name, 2, 1, Kind::Static, Birth::Filled(0), "the program's name".into())?;
                m.memory.begin(name, 0, Byte::Known(b'a'));
                let list = m.address(what, 2 * pointer, pointer)?;
                m.object(list, 2 * pointer, pointer, Kind::Static, Birth::Filled(0), "argv".into())?;
                bytes(Value::Bits(name), pointer)
                    .zip(0..)
                    .for_each(|(byte, offset)| m.memory.begin(list, offset, byte));
                Value::Bits(list)
            }
            (Type::Pointer, false, _) => Value::Bits(0),
            (Type::Int(width @ 1..=64), false, _) => {
                m.input(&format!("parameter %{}", parameter.name), *width, either(*width))?
            }
            _ => Value::Unknown,
        };
        m.frame.registers.insert(&parameter.name, value);
    }
    Ok(())
}

/// The verdict if the run cannot be followed at all.
pub fn outside(halt: Halt, when: &str) -> Stop {
    match halt {
        Halt::Invalid(premise, message) => Stop::invalid("Q-CHOICE", premise, format!("{message}, in {when}")),
        Halt::Undecided(premise, message) => {
            Stop::Undecided(Box::new(Rejection::new("Q-RUN", premise, format!("{message}, in {when}"))))
        }
        Halt::Error(_, message) | Halt::End(message) => Stop::invalid("Q-RUN", "end", format!("{message}, in {when}")),
    }
}
