//! A C file that gives a program the inputs of a violation, so that the compiled program meets the error.

use super::built::{self, c_type, literal};
use crate::program::{Program, Signature, Type, library};
use crate::refute::Violation;
use certificates::{Choice, Ending};
use std::fmt::Write;

/// The text of the file. Its functions return the inputs in the order in which the run asks for them.
pub(crate) fn test(program: &Program, violation: &Violation) -> String {
    let mut out = String::new();
    let what = super::violation::property(violation.refutation.claim.properties).words();
    let at = violation.location.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let with = if violation.call.is_some() { "A call" } else { "Inputs" };
    let _ = writeln!(out, "/* {with} with which the program violates {what}:");
    let _ = writeln!(out, "   {}", format!("{at}{}", violation.what).replace("*/", "* /"));
    if let Some(call) = &violation.call {
        let _ = writeln!(out, "   {}", call.replace("*/", "* /").replace("/*", "/ *"));
    }
    let _ = match &violation.call {
        Some(_) => writeln!(
            out,
            "   Compile it with the program: cc -g -fsanitize=address,undefined PROGRAM.c THIS.c\n   \
             (a program with a main of its own: cc -c -Dmain=other PROGRAM.c before) */"
        ),
        None => writeln!(
            out,
            "   Compile it with the program: clang -g -fsanitize=address,undefined PROGRAM.c THIS.c
   (Other compilers may evaluate the arguments of a call in another order, and so ask for inputs in another.) */"
        ),
    };
    let call = violation.refutation.call.as_ref();
    let known = |name: &&String| !library::is_unknown_without_option(program, name);
    let declared = program.declarations.iter().filter(|(name, _)| known(name));
    let functions: Vec<String> = declared.filter_map(|(name, signature)| defined(name, signature)).collect();
    remarks(&mut out, program, violation);
    // The program may define functions of the library itself.
    if call.is_none() || !functions.is_empty() {
        let _ = writeln!(out, "#include <stdlib.h>");
    }
    if let (Some(call), Some(at)) = (call, &program_file(program, violation))
        && built::is_included(program, violation, call)
    {
        let _ = writeln!(out, "#define main main_of_the_program\n#include \"{at}\"\n#undef main");
    }
    let _ = writeln!(out);
    if call.is_none() || !functions.is_empty() {
        inputs(&mut out, violation);
    }
    for function in functions {
        let _ = writeln!(out, "{function}\n");
    }
    match call {
        Some(call) => out.push_str(&built::built(program, violation, call)),
        None if violation.refutation.claim.entry != "main" => out.push_str(&started(program, violation)),
        None => {}
    }
    out
}

/// The file that defines the function which is called.
fn program_file(program: &Program, violation: &Violation) -> Option<String> {
    super::searched::defined(program, &violation.refutation.claim.entry).map(|at| at.file)
}

/// What the test cannot give.
fn remarks(out: &mut String, program: &Program, violation: &Violation) {
    let hidden = violation.inputs.iter().filter(|asked| asked.source.is_none()).count();
    let refutation = &violation.refutation;
    if hidden > 0 && (refutation.claim.entry == "main" || refutation.call.is_some()) || violation.bytes > 0 {
        let _ = writeln!(out, "/* The run reads uninitialised variables, whose values a test cannot choose. */");
    }
    let Some(call) = &refutation.call else { return };
    if refutation.choices.contains(&Choice::Null) {
        let _ = writeln!(out, "/* An allocation fails in the run, which a test cannot make it do. */");
    }
    if let Ending::Lasso { .. } | Ending::Closed { .. } = refutation.ending {
        let _ = writeln!(out, "/* The call does not return. */");
    }
    if built::is_included(program, violation, call) {
        let _ = writeln!(
            out,
            "/* This file includes the program, since the call is about something that is static in it:\n   \
             compile this file alone. */"
        );
    }
    let _ = writeln!(
        out,
        "/* The objects lie where malloc puts them, at the distance from a multiple of 16 that they have in the run.\n   \
         If the error depends on other properties of their addresses, it may not show. */"
    );
}

/// The inputs, and the function that returns one after the other.
fn inputs(out: &mut String, violation: &Violation) {
    let values: Vec<i128> =
        violation.inputs.iter().filter(|asked| asked.source.is_some()).map(|asked| asked.value).collect();
    let _ = writeln!(out, "static const long long inputs[] = {{");
    for row in values.chunks(8) {
        let row: Vec<String> = row.iter().map(|value| literal(*value)).collect();
        let _ = writeln!(out, "    {},", row.join(", "));
    }
    // C has no empty arrays, so there is always one more element.
    let _ = writeln!(out, "    0\n}};\n");
    let _ = writeln!(out, "static unsigned long place;\n");
    let _ = writeln!(out, "static long long next_input(void)\n{{");
    if matches!(violation.refutation.ending, Ending::Lasso { .. }) {
        let _ =
            writeln!(out, "    /* The run comes back to a state that it was in: from there on the inputs repeat. */");
        let _ = writeln!(out, "    if (place == {}) place = {};", values.len(), violation.repeats);
    }
    let _ = writeln!(
        out,
        "    return place < {} ? inputs[place++] : {};\n}}\n",
        values.len(),
        literal(violation.after.unwrap_or(0))
    );
}

/// The definition of a function that only verifiers know.
fn defined(name: &str, signature: &Signature) -> Option<String> {
    const EXITS: [&str; 3] = ["__VERIFIER_error", "reach_error", "assert_fail"];
    if library::is_nondet(name) {
        let kind = name.rsplit('_').next().unwrap_or("");
        let unsigned = kind.starts_with('u') || name.contains("unsigned_") || kind == "t" || kind.ends_with("ool");
        let ty = c_type(signature.result, unsigned)?;
        return Some(match signature.result {
            Type::Void => format!("void {name}(void) {{}}"),
            Type::Pointer => format!("void *{name}(void) {{ return 0; }}"),
            // No run asks for a floating-point input, since no decision of a run depends on one.
            Type::Float(_) => format!("{ty} {name}(void) {{ return 0; }}"),
            _ => format!("{ty} {name}(void) {{ return ({ty})next_input(); }}"),
        });
    }
    if EXITS.contains(&name) {
        return Some(format!("void {name}() {{ exit(0); }}"));
    }
    match name {
        "__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_assert" => {
            let result = c_type(signature.result, false)?;
            let value = if signature.result == Type::Void { "" } else { " return 0;" };
            Some(format!("{result} {name}(int holds) {{ if (!holds) exit(0);{value} }}"))
        }
        _ => None,
    }
}

/// A `main` that calls the function in which the run begins.
fn started(program: &Program, violation: &Violation) -> String {
    let entry = &violation.refutation.claim.entry;
    let Some(function) = program.functions.get(entry) else { return String::new() };
    let parameters = &function.signature.parameters;
    let types: Option<Vec<&str>> = parameters.iter().map(|ty| c_type(*ty, false)).collect();
    let (Some(types), Some(result)) = (types, c_type(function.signature.result, false)) else {
        return format!("/* '{entry}' has parameters that this test cannot give. */\n");
    };
    let mut values = violation.inputs.iter().filter(|asked| asked.source.is_none()).map(|asked| asked.value);
    let arguments = parameters.iter().map(|ty| match ty {
        Type::Int(_) => literal(values.next().unwrap_or(0)),
        _ => "0".to_owned(),
    });
    let arguments: Vec<String> = arguments.collect();
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    format!(
        "extern {result} {entry}({types});\n\nint main(void)\n{{\n    {entry}({});\n    return 0;\n}}\n",
        arguments.join(", ")
    )
}
