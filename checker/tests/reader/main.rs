//! The reader: what it reads, what it refuses and where, and that no text makes it panic or hang.

mod functions;
mod globals;
mod hostile;
mod instructions;

use checker::reader::{BinaryOp, Callee, Constant, FloatKind, Function, Module, Op, Operand, Predicate, Type, read};

const LAYOUT64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

const LAYOUT32: &str = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

fn with_layout(layout: &str, text: &str) -> String {
    format!("target datalayout = \"{layout}\"\n{text}\n")
}

fn module(text: &str) -> Module {
    read(&with_layout(LAYOUT64, text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn module32(text: &str) -> Module {
    read(&with_layout(LAYOUT32, text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The message with which the whole text is refused.
fn error(text: &str) -> String {
    match read(&with_layout(LAYOUT64, text)) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The instructions of a function's entry block whose body is given.
fn operations(body: &str) -> Vec<Op> {
    let text = format!(
        "declare void @ext()\ndeclare void @use(ptr)\n\ndefine void @f(i32 %a, i32 %b, ptr %p, i1 %c, double %d) {{\n{body}\n}}"
    );
    let module = module(&text);
    module.functions["f"].blocks[0].instructions.iter().map(|instruction| instruction.op.clone()).collect()
}

fn operation(line: &str) -> Op {
    operations(&format!("  {line}\n  ret void"))[0].clone()
}

fn refused(line: &str) -> String {
    match operation(line) {
        Op::Refused { reason, .. } => reason.to_string(),
        other => panic!("`{line}` is read as {other:?}"),
    }
}

fn int(width: u32, bits: u64) -> Operand {
    Operand::Int { width, bits }
}

fn register(name: &str) -> Operand {
    Operand::Register(name.into())
}

fn labels(function: &Function) -> Vec<&str> {
    function.blocks.iter().map(|block| &*block.label).collect()
}
