//! A memory as a module and a concrete call, for the checker.

use certificates::{Call, CallObject, Content, Run};
use checker::proof::initial;
use checker::reader::Module;

use super::linked::Access;
use super::random::pick;
use super::{Object, Parameter, World};
use crate::interpreter::Inputs;

/// Bytes of a pointer, and the data layout.
pub const LAYOUTS: [(i128, &str); 2] = [
    (8, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"),
    (4, "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"),
];

/// A module with a function of these parameters and these global variables.
pub fn module(world: &World, layout: &str) -> String {
    let mut text = format!("target datalayout = \"{layout}\"\n%struct.s = type {{ i32, i64 }}\n");
    if world.pointer == 4 {
        text = text.replace("{ i32, i64 }", "{ i32, i32 }");
    }
    for object in &world.objects {
        let Some(name) = &object.global else { continue };
        let bytes: String = object.bytes.iter().map(|byte| format!("\\{byte:02X}")).collect();
        let kind = if object.constant { "constant" } else { "global" };
        let length = object.bytes.len();
        let content = if length == 0 { "zeroinitializer".into() } else { format!("c\"{bytes}\"") };
        text += &format!("@{name} = {kind} [{length} x i8] {content}, align {}\n", object.align);
    }
    let types = world.parameters.iter().enumerate().map(|(place, parameter)| match parameter {
        Parameter::Pointer { .. } => format!("ptr %a{place}"),
        Parameter::Integer { llvm, .. } => format!("{llvm} %a{place}"),
    });
    let types: Vec<String> = types.collect();
    text + &format!(
        "define void @f({}) {{\nstart:\n  %size = getelementptr %struct.s, ptr null, i64 1\n  ret void\n}}\n",
        types.join(", ")
    )
}

/// The call of the memory; what is freed by the function comes from `malloc`.
pub fn call(world: &World, module: &Module) -> Call {
    let named = |name: &str| world.objects.iter().find(|object| object.global.as_deref() == Some(name));
    let globals: Vec<&Object> = initial::globals(module).iter().filter_map(|global| named(&global.name)).collect();
    let variable = |(place, object): (usize, &&Object)| (!object.constant).then(|| (place as u32, content(object)));
    let owned = world.linked.iter().filter(|linked| linked.access == Access::Owned);
    let cells: Vec<i128> = owned.filter_map(|linked| world.cells(linked)).flatten().collect();
    let given = |object: &&Object| object.global.is_none() && !object.bytes.is_empty();
    let mut objects: Vec<&Object> = world.objects.iter().filter(given).collect();
    objects.sort_by_key(|object| object.base);
    let object = |object: &Object| CallObject {
        address: object.base as u64,
        size: object.bytes.len() as u64,
        writable: !object.constant,
        heap: cells.contains(&object.base),
        content: content(object),
    };
    Call {
        globals: globals.iter().map(|object| object.base as u64).collect(),
        contents: globals.iter().enumerate().filter_map(variable).collect(),
        parameters: world.parameters.iter().map(bits).collect(),
        objects: objects.into_iter().map(object).collect(),
        callbacks: Vec::new(),
    }
}

/// The bytes of an object, most of them as one run.
fn content(object: &Object) -> Content {
    let bytes = object.bytes.clone();
    match bytes.split_first() {
        Some((first, rest)) if rest.iter().all(|byte| byte == first) => Content { fill: *first, runs: Vec::new() },
        Some(_) => Content { fill: 7, runs: vec![Run { offset: 0, bytes }] },
        None => Content::default(),
    }
}

fn bits(parameter: &Parameter) -> u64 {
    match parameter {
        Parameter::Pointer { value, .. } => *value as u64,
        Parameter::Integer { llvm, value, .. } => {
            let width: u32 = llvm[1..].parse().expect("a width");
            *value as u64 & (u64::MAX >> (64 - width))
        }
    }
}

/// Changes a byte, a permission, the size of an object, or a parameter.
pub fn changed(world: &mut World, random: &mut Inputs) {
    let place = random.below(world.objects.len() as u64) as usize;
    let base = pick(&world.objects, random).base;
    let object = &mut world.objects[place];
    match random.below(8) {
        0..=2 if !object.bytes.is_empty() => {
            let byte = random.below(object.bytes.len() as u64) as usize;
            object.bytes[byte] = pick(&[0, 0, 1, 97, 255, base as u8], random);
        }
        3 => object.constant = !object.constant,
        // Places in globals are read wherever they are.
        4 if object.global.is_none() => drop(object.bytes.pop()),
        _ if world.parameters.is_empty() => {}
        _ => {
            let place = random.below(world.parameters.len() as u64) as usize;
            match &mut world.parameters[place] {
                Parameter::Pointer { value, .. } if random.below(3) == 0 => *value = base,
                Parameter::Pointer { value, .. } if *value > 0 => *value += random.below(3) as i128 - 1,
                Parameter::Integer { value, llvm: "i32" | "i8", .. } if (0..100).contains(value) => {
                    *value = (*value + random.below(5) as i128 - 2).max(0);
                }
                _ => {}
            }
        }
    }
}
