//! One module with a function for each operation, for the compiler and for the interpreter alike.

use super::{Operation, Type};
use std::fmt::Write;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

/// Functions `f0`, `f1`, ... that take three `i64` and return one.
pub fn module(operations: &[Operation], pointer: u32) -> String {
    let mut text = header(pointer);
    for (number, operation) in operations.iter().enumerate() {
        let _ = writeln!(text, "define i64 @f{number}(i64 %x0, i64 %x1, i64 %x2) {{\nentry:");
        for (place, ty) in operation.operands.iter().enumerate() {
            let cast = match ty {
                Type::Int(64) => format!("freeze i64 %x{place}"),
                Type::Int(width) => format!("trunc i64 %x{place} to i{width}"),
                Type::Pointer => format!("inttoptr i64 %x{place} to ptr"),
            };
            let _ = writeln!(text, "  %a{place} = {cast}");
        }
        let body = instance(operation, 0, |place| format!("%a{place}"));
        let back = match operation.result {
            Type::Int(64) => "freeze i64 %r0".into(),
            Type::Int(width) => format!("zext i{width} %r0 to i64"),
            Type::Pointer => "ptrtoint ptr %r0 to i64".into(),
        };
        let _ = writeln!(text, "{body}\n  %back = {back}\n  ret i64 %back\n}}");
    }
    text + &declarations(operations)
}

/// Layout and triple of a data model, as clang writes them.
pub fn header(pointer: u32) -> String {
    let (layout, triple) = match pointer {
        64 => {
            ("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", "x86_64-pc-linux-gnu")
        }
        _ => (
            "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128",
            "i386-pc-linux-gnu",
        ),
    };
    format!("target datalayout = \"{layout}\"\ntarget triple = \"{triple}\"\n")
}

/// The operation's instructions with these operands and this number in its names.
pub fn instance(operation: &Operation, number: usize, operand: impl Fn(usize) -> String) -> String {
    let mut text = operation.text.replace('#', &number.to_string());
    for place in 0..operation.operands.len() {
        text = text.replace(&format!("{{{place}}}"), &operand(place));
    }
    text
}

/// Declarations of the intrinsics that are called.
pub fn declarations(operations: &[Operation]) -> String {
    let mut lines = std::collections::BTreeSet::new();
    for operation in operations {
        let Some((before, rest)) = operation.text.split_once('@') else {
            continue;
        };
        let result = before.rsplit(' ').nth(1).unwrap_or_default();
        let (name, arguments) = rest.split_once('(').unwrap_or_default();
        let arguments = arguments.split(')').next().unwrap_or_default();
        let types: Vec<&str> = arguments.split(", ").filter_map(|argument| argument.split(' ').next()).collect();
        let flag =
            if [".abs.", ".ctlz.", ".cttz."].iter().any(|flagged| name.contains(flagged)) { " immarg" } else { "" };
        lines.insert(format!("declare {result} @{name}({}{flag})", types.join(", ")));
    }
    lines.into_iter().fold(String::new(), |text, line| text + &line + "\n")
}

/// Compiles the functions without optimisation and calls each with its operands; the results, in order.
pub fn run(
    folder: &Path,
    operations: &[Operation],
    pointer: u32,
    calls: &[(usize, Vec<u64>)],
) -> Result<Vec<u64>, String> {
    let text = |error: std::io::Error| error.to_string();
    let (functions, main) = (folder.join("functions.ll"), folder.join("main.c"));
    let (program, input) = (folder.join("program"), folder.join("input"));
    std::fs::write(&functions, module(operations, pointer)).map_err(text)?;
    std::fs::write(&main, caller(operations.len())).map_err(text)?;
    // Operands come from a file, so that nothing can be computed by the compiler.
    let lines: String = calls.iter().fold(String::new(), |mut lines, (number, values)| {
        let of = |place: usize| values.get(place).copied().unwrap_or(0);
        let _ = writeln!(lines, "{number} {} {} {}", of(0), of(1), of(2));
        lines
    });
    std::fs::write(&input, lines).map_err(text)?;
    compile(&[&main, &functions], &program, pointer)?;
    let input = Stdio::from(File::open(&input).map_err(text)?);
    let output = Command::new(&program).stdin(input).output().map_err(text)?;
    let results: Vec<u64> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| line.parse().ok()).collect();
    match results.len() == calls.len() {
        true => Ok(results),
        false => Err(format!("{} results, {}", results.len(), output.status)),
    }
}

/// Compiles files without optimisation to a program.
///
/// # Errors
/// What the compiler says.
pub fn compile(files: &[&Path], program: &Path, pointer: u32) -> Result<(), String> {
    let mut clang = Command::new("clang-22");
    clang.args(["-O0", "-w", "-o"]).arg(program).args(files);
    if pointer == 32 {
        // gcc's 32-bit start files are not part of the C library's package.
        clang.args(["-m32", "-fno-pic", "-no-pie", "-nostartfiles", "-nodefaultlibs"]);
        clang.args(["/usr/lib32/crt1.o", "/usr/lib32/crti.o", "-lc", "/usr/lib32/crtn.o"]);
    }
    let built = clang.output().map_err(|error| error.to_string())?;
    match built.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&built.stderr).into_owned()),
    }
}

fn caller(count: usize) -> String {
    let mut text = String::from("#include <stdio.h>\ntypedef unsigned long long u;\n");
    let mut list = String::new();
    for number in 0..count {
        let _ = writeln!(text, "u f{number}(u, u, u);");
        let _ = write!(list, "f{number}, ");
    }
    text + &format!(
        "static u (*functions[])(u, u, u) = {{{list}}};\n\
         int main(void) {{ u n, a, b, c; while (scanf(\"%llu %llu %llu %llu\", &n, &a, &b, &c) == 4)\n\
         printf(\"%llu\\n\", functions[n](a, b, c)); return 0; }}\n"
    )
}
