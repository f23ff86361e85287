//! C text that builds the memory of a call of a function with a contract, and calls the function.

use crate::code::Code;
use crate::contract::{self, Parameter};
use crate::program::{Program, Type};
use crate::refute::Violation;
use certificates::{Call, CallObject, Content};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Bytes in one line of the file.
const LINE: usize = 16;

/// The declarations and the `main` that make the call.
pub(super) fn built(program: &Program, violation: &Violation, call: &Call) -> String {
    let refutation = &violation.refutation;
    let entry = &refutation.claim.entry;
    let text = refutation.claim.precondition.as_deref().unwrap_or("");
    let parameters = contract::parse(text).map(|contract| contract.parameters).unwrap_or_default();
    let types = program.functions.get(entry).map(|f| f.signature.parameters.as_slice()).unwrap_or_default();
    let result = program.functions.get(entry).and_then(|f| c_type(f.signature.result, false));
    let declared: Option<Vec<String>> =
        types.iter().zip(&parameters).map(|(ty, p)| declared(*ty, p, program)).collect();
    let (Some(declared), Some(result)) = (declared, result) else {
        return format!("/* '{entry}' has parameters or a result that this test cannot give. */\n");
    };
    let test = Test { program, violation, call, included: is_included(program, violation, call) };
    let mut out = String::new();
    let name = if entry == "main" { "main_of_the_program" } else { entry };
    if entry == "main" && !test.included {
        let _ = writeln!(out, "/* The call is one of 'main': compile the program with -Dmain={name}. */");
    }
    let list = if declared.is_empty() { "void".to_owned() } else { declared.join(", ") };
    if !test.included {
        let _ = writeln!(out, "extern {result} {name}({list});");
    }
    let _ = writeln!(
        out,
        "static void test_fill(unsigned char *to, int byte, unsigned long size)\n{{\n    while (size--) *to++ = byte;\n}}\n\n\
         static void test_put(unsigned char *to, const char *bytes, unsigned long size)\n{{\n    \
         while (size--) *to++ = *bytes++;\n}}\n"
    );
    test.declarations(&mut out);
    let _ = writeln!(out, "\nint main(void)\n{{");
    test.memory(&mut out);
    let arguments: Vec<String> =
        types.iter().zip(&call.parameters).zip(&declared).map(|((ty, bits), c)| test.argument(*ty, *bits, c)).collect();
    let _ = writeln!(out, "    {name}({});\n    return 0;\n}}", arguments.join(", "));
    out
}

/// The C type of a parameter; all pointers are passed alike.
fn declared(ty: Type, parameter: &Parameter, program: &Program) -> Option<String> {
    let unsigned = parameter.ty.integer(program).is_some_and(|(_, signed)| !signed);
    c_type(ty, unsigned).map(str::to_owned)
}

/// Whether the file must contain the program: the function, or a variable that the call determines, is static.
pub(super) fn is_included(program: &Program, violation: &Violation, call: &Call) -> bool {
    let entry = &violation.refutation.claim.entry;
    let is_static = |line: &str| line.starts_with("define internal ") && line.contains(&format!("@{entry}("));
    let named = |place: &usize| call.contents.get(*place).and_then(|(global, _)| named(program, *global));
    let test = Test { program, violation, call, included: false };
    let pointed = test.pointers().filter_map(|value| test.variable(value)).any(|(name, _)| is_internal(program, name));
    pointed
        || program.text.lines().any(is_static)
        || violation.changed.iter().filter_map(named).any(|name| is_internal(program, name))
}

/// The name of a global variable, by its place in the program.
fn named(program: &Program, place: u32) -> Option<&str> {
    program.globals.get(usize::try_from(place).ok()?).map(|global| global.name.as_str())
}

/// Whether a global variable is static.
fn is_internal(program: &Program, name: &str) -> bool {
    let begin = format!("@{name} = ");
    program.text.lines().any(|line| line.strip_prefix(&begin).is_some_and(|rest| rest.contains("internal ")))
}

/// Smaller numbers are rarely meant as addresses.
const LOWEST: u64 = 1 << 12;

struct Test<'a> {
    program: &'a Program,
    violation: &'a Violation,
    call: &'a Call,
    included: bool,
}

impl Test<'_> {
    /// The variables that hold the objects, and what the call refers to.
    fn declarations(&self, out: &mut String) {
        let functions: BTreeSet<String> = self.pointers().filter_map(|value| self.function(value)).collect();
        for name in functions.iter().filter(|name| *name != "callback") {
            if !self.included {
                let _ = writeln!(out, "extern void {name}();");
            }
        }
        if functions.contains("callback") {
            let _ = writeln!(out, "static long callback() {{ return 0; }}");
        }
        let changed = self.globals().filter_map(|place| named(self.program, place));
        let pointed = self.pointers().filter_map(|value| self.variable(value)).map(|(name, _)| name);
        let variables: BTreeSet<&str> = changed.chain(pointed).filter(|_| !self.included).collect();
        for name in variables {
            let _ = writeln!(out, "extern unsigned char {name}[];");
        }
        for (number, object) in (1..).zip(&self.call.objects) {
            if self.is_constant(object) {
                let _ = writeln!(out, "static const unsigned char constant{number}[{}] = {{", object.size);
                let bytes: Vec<u8> = (0..object.size).map(|at| byte(&object.content, at)).collect();
                for line in bytes.chunks(LINE) {
                    let line: Vec<String> = line.iter().map(u8::to_string).collect();
                    let _ = writeln!(out, "    {},", line.join(", "));
                }
                let _ = writeln!(out, "}};");
            }
            let _ = writeln!(out, "static unsigned char *object{number};");
        }
    }

    /// Whether an object has to be one that the machine does not let anybody write to.
    fn is_constant(&self, object: &CallObject) -> bool {
        const MOST: u64 = 1 << 16;
        self.violation.code == Code::NotWritable && !object.writable && object.size <= MOST
    }

    /// Bytes in front of an object in its block. What must not be freed is not where a block begins.
    fn extra(&self, object: &CallObject) -> u64 {
        let kept = self.violation.code == Code::InvalidFree && !object.heap;
        object.address % 16 + if kept { 16 } else { 0 }
    }

    /// Statements that make the objects with their bytes.
    fn memory(&self, out: &mut String) {
        for (number, object) in (1..).zip(&self.call.objects) {
            let size = object.size;
            if self.is_constant(object) {
                let _ = writeln!(out, "    object{number} = (unsigned char *)constant{number};");
                continue;
            }
            // What malloc returns is a multiple of 16; the end of the object is the end of the block.
            match self.extra(object) {
                0 => {
                    let _ = writeln!(out, "    object{number} = __builtin_malloc({size}u);");
                }
                extra => {
                    let _ = writeln!(
                        out,
                        "    object{number} = (unsigned char *)__builtin_malloc({}u) + {extra};",
                        size + extra
                    );
                }
            }
            let _ = writeln!(out, "    test_fill(object{number}, {}, {size}u);", object.content.fill);
            write_runs(out, &format!("object{number}"), &object.content);
        }
        for (number, object) in (1..).zip(&self.call.objects) {
            self.write_pointers(out, &format!("object{number}"), object.size, &object.content);
        }
        for (place, content) in self.call.contents.iter().filter(|(place, _)| self.globals().any(|own| own == *place)) {
            let global = usize::try_from(*place).ok().and_then(|place| self.program.globals.get(place));
            let Some(global) = global else { continue };
            let name = if self.included { format!("((unsigned char *)&{})", global.name) } else { global.name.clone() };
            if !global.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                let _ =
                    writeln!(out, "    /* '{}' holds other bytes in the run; no test can set them. */", global.name);
                continue;
            }
            let _ = writeln!(out, "    test_fill({name}, {}, {}u);", content.fill, global.size);
            write_runs(out, &name, content);
            self.write_pointers(out, &name, global.size, content);
        }
    }

    /// The global variables that hold something else than the program gives them, by their places in it.
    fn globals(&self) -> impl Iterator<Item = u32> + '_ {
        self.violation.changed.iter().filter_map(|place| self.call.contents.get(*place)).map(|(global, _)| *global)
    }

    /// The variable of the program in which an address lies, if C can name it, and the variable's address.
    fn variable(&self, address: u64) -> Option<(&str, u64)> {
        let globals = self.program.globals.iter().zip(&self.call.globals);
        let mut around = globals.filter(|(global, base)| {
            address >= LOWEST && address.checked_sub(**base).is_some_and(|offset| offset < global.size)
        });
        let (global, base) = around.next()?;
        let plain = global.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        plain.then_some((global.name.as_str(), *base))
    }

    /// All numbers of the call that may be addresses.
    fn pointers(&self) -> impl Iterator<Item = u64> + '_ {
        let parameters = self.call.parameters.iter().copied();
        let objects = self.call.objects.iter().flat_map(|object| self.found(object.size, &object.content));
        parameters.chain(objects.map(|(_, value)| value))
    }

    /// The pointers in an object, by their offsets.
    fn found(&self, size: u64, content: &Content) -> Vec<(u64, u64)> {
        let width = u64::from(self.program.pointer_bits / 8);
        let mut found = Vec::new();
        let mut at = 0;
        for run in &content.runs {
            let end = run.offset.saturating_add(run.bytes.len() as u64).min(size);
            at = at.max(run.offset.saturating_sub(width));
            while at < end && at + width <= size {
                let value = (0..width).rev().fold(0, |value, place| value << 8 | u64::from(byte(content, at + place)));
                let step = if value != 0 && self.expression(value).is_some() {
                    found.push((at, value));
                    width
                } else {
                    1
                };
                at += step;
            }
        }
        found
    }

    fn write_pointers(&self, out: &mut String, name: &str, size: u64, content: &Content) {
        for (at, value) in self.found(size, content) {
            if let Some(text) = self.expression(value) {
                let _ =
                    writeln!(out, "    {{ void *p = {text}; test_put({name} + {at}, (const char *)&p, sizeof p); }}");
            }
        }
    }

    /// The function at an address.
    fn function(&self, address: u64) -> Option<String> {
        if self.call.callbacks.contains(&address) {
            return Some("callback".to_owned());
        }
        crate::refute::function_at(self.program, address)
    }

    /// C for an address of the call; `None` if nothing is there.
    fn expression(&self, address: u64) -> Option<String> {
        let behind = |base: u64| if address == base { String::new() } else { format!(" + {}", address - base) };
        let mut objects = (1..).zip(&self.call.objects);
        let inside = |object: &CallObject| {
            address.checked_sub(object.address).is_some_and(|offset| offset <= object.size) && address >= LOWEST
        };
        if let Some((number, object)) = objects.find(|(_, object)| inside(object)) {
            return Some(format!("object{number}{}", behind(object.address)));
        }
        if let Some(text) = near(&self.call.objects, address) {
            return Some(text);
        }
        if let Some((name, base)) = self.variable(address) {
            let first = if self.included { format!("(unsigned char *)&{name}") } else { name.to_owned() };
            return Some(first + &behind(base));
        }
        self.call.callbacks.contains(&address).then(|| "(void *)callback".to_owned())
    }

    /// C for a parameter.
    fn argument(&self, ty: Type, bits: u64, c: &str) -> String {
        match ty {
            Type::Pointer if bits == 0 => "0".to_owned(),
            Type::Pointer => {
                let named = self.expression(bits).or_else(|| self.function(bits).map(|name| format!("(void *){name}")));
                named.unwrap_or_else(|| format!("(void *){bits}ul"))
            }
            Type::Float(4) => f32::from_bits(u32::try_from(bits).unwrap_or(0)).to_string(),
            Type::Float(_) => f64::from_bits(bits).to_string(),
            _ => format!("({c}){}", literal(i128::from(bits))),
        }
    }
}

/// C for an address beside an object, if one is near.
fn near(objects: &[CallObject], address: u64) -> Option<String> {
    const NEAR: u64 = 1 << 12;
    (1..).zip(objects).find_map(|(number, object)| {
        let before = object.address.checked_sub(address).filter(|distance| *distance <= NEAR);
        let behind = address.checked_sub(object.address.saturating_add(object.size)).filter(|d| *d <= NEAR);
        match (before, behind) {
            (Some(distance), _) => Some(format!("object{number} - {distance}")),
            (_, Some(distance)) => Some(format!("object{number} + {}", distance.saturating_add(object.size))),
            (None, None) => None,
        }
    })
}

/// Statements that write the runs of a content.
fn write_runs(out: &mut String, name: &str, content: &Content) {
    for run in &content.runs {
        for (line, bytes) in run.bytes.chunks(LINE).enumerate() {
            let text: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
            let at = run.offset + (line * LINE) as u64;
            let _ = writeln!(out, "    test_put({name} + {at}, \"{text}\", {});", bytes.len());
        }
    }
}

/// A byte of a content.
fn byte(content: &Content, at: u64) -> u8 {
    let run = content.runs.iter().take_while(|run| run.offset <= at).last();
    let inside = run.and_then(|run| run.bytes.get(usize::try_from(at - run.offset).ok()?));
    inside.copied().unwrap_or(content.fill)
}

/// A number as a C constant of type `long long`.
pub(super) fn literal(value: i128) -> String {
    match i64::try_from(value) {
        Ok(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        Ok(value) => format!("{value}LL"),
        // Unsigned numbers are converted back where they are returned.
        Err(_) => format!("(long long){value}ULL"),
    }
}

/// The C type for a type of the module.
pub(super) fn c_type(ty: Type, unsigned: bool) -> Option<&'static str> {
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
