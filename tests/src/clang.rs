//! C to LLVM text for the interpreter, without haltcert's front end: clang's own, nothing promoted.

use std::path::Path;
use std::process::Command;

/// The module's text of a C file. `lp64` chooses the data model.
pub fn module(file: &Path, lp64: bool) -> Result<String, String> {
    let mut command = Command::new("clang-22");
    command.args(["-std=gnu17", "-O1", "-Xclang", "-disable-llvm-passes", "-w", "-S", "-emit-llvm", "-o", "-"]);
    // Functions of the library are called, as in the module that is proved.
    command.args(["-U__OPTIMIZE__", "-D__NO_INLINE__"]);
    command.arg(if lp64 { "-m64" } else { "-m32" }).arg(file);
    let output = command.output().map_err(|error| format!("clang-22: {error}"))?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Compiles a C file to a program, with wrapping signed overflow.
pub fn program(file: &Path, to: &Path) -> Result<(), String> {
    let mut command = Command::new("clang-22");
    command.args(["-std=gnu17", "-O0", "-fwrapv", "-w", "-o"]).arg(to).arg(file);
    let output = command.output().map_err(|error| format!("clang-22: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
