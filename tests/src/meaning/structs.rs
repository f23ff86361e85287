//! Random structures, in LLVM's language and in C, and what their layouts are.

use super::native;
use crate::interpreter::Inputs;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A structure: its fields' types as they are written, and whether it is packed.
#[derive(Clone, Debug)]
pub struct Structure {
    pub fields: Vec<String>,
    pub packed: bool,
}

/// Random structures `%struct.s0`, `%struct.s1`, ...; later ones contain earlier ones.
pub fn in_llvm(count: usize, seed: u64) -> Vec<Structure> {
    let scalars = ["i8", "i16", "i32", "i64", "ptr", "float", "double", "x86_fp80"];
    random(count, seed, |random, known| {
        let scalar = scalars[random.below(scalars.len() as u64) as usize];
        match random.below(8) {
            0 => format!("[{} x {scalar}]", random.below(5)),
            1 if known > 0 => format!("%struct.s{}", random.below(known)),
            2 if known > 0 => format!("[{} x %struct.s{}]", 1 + random.below(3), known - 1),
            3 => format!("{{ {scalar}, i8 }}"),
            4 => format!("<{{ i8, {scalar} }}>"),
            _ => scalar.to_owned(),
        }
    })
}

/// Random structures `struct s0`, `struct s1`, ... with fields `f0`, `f1`, ...
pub fn in_c(count: usize, seed: u64) -> Vec<Structure> {
    let scalars = ["char", "short", "int", "long", "long long", "float", "double", "long double", "void *", "_Bool"];
    random(count, seed, |random, known| {
        let scalar = scalars[random.below(scalars.len() as u64) as usize];
        match random.below(6) {
            0 => format!("{scalar} #[{}]", 1 + random.below(4)),
            1 if known > 0 => format!("struct s{} #", random.below(known)),
            2 if known > 0 => format!("struct s{} #[2]", known - 1),
            _ => format!("{scalar} #"),
        }
    })
}

fn random(count: usize, seed: u64, field: impl Fn(&mut Inputs, u64) -> String) -> Vec<Structure> {
    let mut random = Inputs::seeded(seed);
    let mut all = Vec::new();
    for known in 0..count as u64 {
        let packed = random.below(5) == 0;
        let fields = (0..1 + random.below(6)).map(|_| field(&mut random, known));
        let fields = fields.collect();
        all.push(Structure { fields, packed });
    }
    all
}

/// A module with a global `@gK` of each structure, a function `@f` with an address for each number
/// of [`numbers`], and the numbers themselves as constants in `@table`.
pub fn module(structures: &[Structure], pointer: u32) -> String {
    let (mut types, mut globals) = (native::header(pointer), String::new());
    let (mut body, mut table) = (String::new(), Vec::new());
    for (number, structure) in structures.iter().enumerate() {
        let fields = structure.fields.join(", ");
        let name = format!("%struct.s{number}");
        let _ = match structure.packed {
            true => writeln!(types, "{name} = type <{{ {fields} }}>"),
            false => writeln!(types, "{name} = type {{ {fields} }}"),
        };
        let _ = writeln!(globals, "@g{number} = global {name} zeroinitializer");
        let fields = (0..structure.fields.len()).map(|field| (name.clone(), format!("i32 0, i32 {field}")));
        let size = (name.clone(), "i32 1".to_owned());
        let align = (format!("{{ i8, {name} }}"), "i32 0, i32 1".to_owned());
        for (place, (ty, indices)) in fields.chain([size, align]).enumerate() {
            let _ = writeln!(body, "  %a{number}.{place} = getelementptr {ty}, ptr %p, {indices}");
            table.push(format!("i{pointer} ptrtoint (ptr getelementptr ({ty}, ptr null, {indices}) to i{pointer})"));
        }
    }
    format!(
        "{types}{globals}@count = constant i32 {0}\n@table = constant [{0} x i{pointer}] [{1}]\n\
         define void @f(ptr %p) {{\n{body}  ret void\n}}\n",
        table.len(),
        table.join(", ")
    )
}

/// The table of a module, as the compiled program prints it: for each structure the offsets of its
/// fields, its size and its alignment.
///
/// # Errors
/// It does not compile or run.
pub fn numbers(folder: &Path, text: &str, pointer: u32) -> Result<Vec<u64>, String> {
    let (module, main) = (folder.join("structs.ll"), folder.join("structs.c"));
    let program = folder.join("structs");
    let printing = "#include <stdio.h>\nextern const int count; extern const unsigned long table[];\n\
                    int main(void) { for (int i = 0; i < count; i++) printf(\"%lu\\n\", table[i]); return 0; }\n";
    let written = std::fs::write(&module, text).and_then(|()| std::fs::write(&main, printing));
    written.map_err(|error| error.to_string())?;
    native::compile(&[&module, &main], &program, pointer)?;
    let output = Command::new(&program).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.parse().ok()).collect())
}

/// A C program with a variable `gK` of each structure, and a constant `table` of offsets and sizes as the C
/// compiler's front end computes them. (Not the alignments: the compiler may choose a type of another one, if only
/// the offsets are right.)
pub fn program(structures: &[Structure]) -> String {
    let mut text = String::from("#include <stddef.h>\n");
    let mut table = Vec::new();
    for (number, structure) in structures.iter().enumerate() {
        let mut fields = String::new();
        for (place, field) in structure.fields.iter().enumerate() {
            fields += &format!("{}; ", field.replace('#', &format!("f{place}")));
            table.push(format!("offsetof(struct s{number}, f{place})"));
        }
        let packed = if structure.packed { "__attribute__((packed)) " } else { "" };
        let _ = writeln!(text, "struct {packed}s{number} {{ {fields}}} g{number};");
        table.push(format!("sizeof(struct s{number})"));
    }
    let _ = writeln!(text, "const unsigned long table[] = {{{}}};", table.join(", "));
    text + "int main(void) { return 0; }\n"
}
