//! A C file that gives a program the inputs of a violation, so that the compiled program meets the error.

use crate::program::{Program, Signature, Type, library};
use crate::refute::Violation;
use certificates::Ending;
use std::fmt::Write;

/// The text of the file. Its functions return the inputs in the order in which the run asks for them.
pub(crate) fn test(program: &Program, violation: &Violation) -> String {
    let mut out = String::new();
    let what = super::violation::property(violation.refutation.claim.properties).words();
    let at = violation.location.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let _ = writeln!(out, "/* Inputs with which the program violates {what}:");
    let _ = writeln!(out, "   {}", format!("{at}{}", violation.what).replace("*/", "* /"));
    let _ = writeln!(
        out,
        "   Compile it with the program: clang -g -fsanitize=address,undefined PROGRAM.c THIS.c
   (Other compilers may evaluate the arguments of a call in another order, and so ask for inputs in another.) */"
    );
    let hidden = violation.inputs.iter().filter(|asked| asked.source.is_none()).count();
    if hidden > 0 && violation.refutation.claim.entry == "main" || violation.bytes > 0 {
        let _ = writeln!(out, "/* The run reads uninitialised variables, whose values a test cannot choose. */");
    }
    let _ = writeln!(out, "#include <stdlib.h>\n");
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
    let known = |name: &&String| !library::is_unknown_without_option(program, name);
    for (name, signature) in program.declarations.iter().filter(|(name, _)| known(name)) {
        if let Some(function) = defined(name, signature) {
            let _ = writeln!(out, "{function}\n");
        }
    }
    if violation.refutation.claim.entry != "main" {
        let _ = write!(out, "{}", started(program, violation));
    }
    out
}

/// A number as a C constant of type `long long`.
fn literal(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        Ok(value) => format!("{value}LL"),
        // Unsigned numbers are converted back where they are returned.
        Err(_) => format!("(long long){value}ULL"),
    }
}

/// The C type for a type of the module.
fn c_type(ty: Type, unsigned: bool) -> Option<&'static str> {
    Some(match (ty, unsigned) {
        (Type::Void, _) => "void",
        (Type::Int(1), _) => "_Bool",
        (Type::Int(8), false) => "signed char",
        (Type::Int(8), true) => "unsigned char",
        (Type::Int(16), false) => "short",
        (Type::Int(16), true) => "unsigned short",
        (Type::Int(32), false) => "int",
        (Type::Int(32), true) => "unsigned int",
        (Type::Int(64), false) => "long long",
        (Type::Int(64), true) => "unsigned long long",
        (Type::Pointer, _) => "void *",
        (Type::Float(4), _) => "float",
        (Type::Float(8), _) => "double",
        (Type::Float(10), _) => "long double",
        // A 128-bit integer, or a number whose value is irrelevant.
        (Type::Float(16), _) => "__int128",
        _ => return None,
    })
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
