//! Layouts of random structures, for both data models: LLVM's numbers from a compiled program, clang's
//! from its own constants, and those of the checker's reader, the prover's import and the interpreter.
//!
//! `LAYOUTS=2000 LAYOUTS_SEED=3 cargo test -p tests --test layouts` tries more.

use certificates::DataModel;
use checker::reader;
use prover::frontend::{Options, load};
use prover::program::{Op, Operand};
use std::path::PathBuf;
use tests::meaning::structs::{self, Structure};
use tests::{clang, interpreter};

const MODELS: [(DataModel, u32); 2] = [(DataModel::Lp64, 64), (DataModel::Ilp32, 32)];

fn number(variable: &str, usual: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn count() -> usize {
    number("LAYOUTS", 150) as usize
}

fn folder(name: &str) -> PathBuf {
    let name = format!("haltcert-layouts-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Offsets of the fields, size, alignment of each structure, as the checker's reader has them.
fn of_the_checker(module: &reader::Module, structures: &[Structure]) -> Vec<u64> {
    let layout = &module.layout;
    let mut all = Vec::new();
    for (number, structure) in structures.iter().enumerate() {
        let ty = &module.globals[format!("g{number}").as_str()].ty;
        let field = |place: u64| layout.element(ty, place).expect("a field").1;
        all.extend((0..structure.fields.len() as u64).map(field));
        all.push(layout.size(ty).expect("a size"));
        all.push(layout.align(ty).expect("an alignment"));
    }
    all
}

/// The same of the interpreter.
fn of_the_interpreter(module: &interpreter::Module, structures: &[Structure]) -> Vec<u64> {
    let layout = &module.layout;
    let mut all = Vec::new();
    for (number, structure) in structures.iter().enumerate() {
        let name = format!("g{number}");
        let found = module
            .variables
            .iter()
            .find(|variable| variable.name == name);
        let kind = &found.expect("a variable").kind;
        all.extend((0..structure.fields.len()).map(|place| layout.field(kind, place)));
        all.push(layout.size(kind));
        all.push(layout.align(kind));
    }
    all
}

fn compare(what: &str, expected: &[u64], found: &[u64], structures: &[Structure]) {
    assert_eq!(expected.len(), found.len(), "{what}");
    let mut numbers = expected.iter().zip(found);
    for (number, structure) in structures.iter().enumerate() {
        for place in 0..structure.fields.len() + 2 {
            let (expected, found) = numbers.next().expect("as many");
            assert_eq!(
                expected, found,
                "{what}: number {place} of s{number}, {structure:?}"
            );
        }
    }
}

#[test]
fn of_llvm() {
    for (data_model, pointer) in MODELS {
        let folder = folder(&format!("llvm-{pointer}"));
        let structures = structs::in_llvm(count(), number("LAYOUTS_SEED", 1));
        let text = structs::module(&structures, pointer);
        let expected = structs::numbers(&folder, &text, pointer).expect("runs");
        let module = reader::read(&text).expect("is read");
        compare(
            "checker",
            &expected,
            &of_the_checker(&module, &structures),
            &structures,
        );
        // Addresses, as both programs read them.
        let function = &module.functions["f"];
        let offsets = function.blocks[0]
            .instructions
            .iter()
            .filter_map(|i| match &i.op {
                reader::Op::ElementPtr { offset, .. } => Some(*offset as u64),
                _ => None,
            });
        compare(
            "checker's addresses",
            &expected,
            &offsets.collect::<Vec<_>>(),
            &structures,
        );
        let program =
            load(&folder.join("structs.ll"), Options { data_model }).expect("is imported");
        let function = &program.functions["f"];
        let offsets = function.blocks[0]
            .instructions
            .iter()
            .filter_map(|i| match &i.op {
                Op::GetElementPtr { constant, .. } => Some(*constant as u64),
                _ => None,
            });
        compare(
            "prover's addresses",
            &expected,
            &offsets.collect::<Vec<_>>(),
            &structures,
        );
        // The same as constants of a global.
        let table = &module.globals["table"];
        let cells = module
            .layout
            .cells(table)
            .scalars
            .into_iter()
            .map(|cell| match cell.value {
                reader::Operand::Int { bits, .. } => bits,
                _ => u64::MAX,
            });
        compare(
            "checker's constants",
            &expected,
            &cells.collect::<Vec<_>>(),
            &structures,
        );
        let module = interpreter::parse(&text).expect("is read");
        let found = of_the_interpreter(&module, &structures);
        compare("interpreter", &expected, &found, &structures);
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[test]
fn of_c() {
    for (data_model, pointer) in MODELS {
        let folder = folder(&format!("c-{pointer}"));
        let structures = structs::in_c(count(), number("LAYOUTS_SEED", 1));
        let file = folder.join("structs.c");
        std::fs::write(&file, structs::program(&structures)).expect("written");
        let program = load(&file, Options { data_model }).expect("is imported");
        let table = program.globals.iter().find(|global| global.name == "table");
        let cells = table
            .and_then(|table| table.cells.as_ref())
            .expect("constants");
        let expected: Vec<u64> = cells
            .iter()
            .map(|cell| match cell.value {
                Operand::Int { bits, .. } => bits,
                _ => u64::MAX,
            })
            .collect();
        let module = reader::read(&program.text).expect("is read");
        compare(
            "checker",
            &expected,
            &of_the_checker(&module, &structures),
            &structures,
        );
        let raw = clang::module(&file, pointer == 64).expect("compiles");
        let module = interpreter::parse(&raw).expect("is read");
        let found = of_the_interpreter(&module, &structures);
        compare("interpreter", &expected, &found, &structures);
        let mut sizes = expected.iter();
        for (number, structure) in structures.iter().enumerate() {
            let all: Vec<u64> = sizes
                .by_ref()
                .take(structure.fields.len() + 2)
                .copied()
                .collect();
            if let Some((size, align)) = program.layouts.structs.get(&format!("s{number}")) {
                assert_eq!(
                    all[all.len() - 2..],
                    [*size, *align],
                    "prover: {structure:?}"
                );
            }
        }
        let _ = std::fs::remove_dir_all(folder);
    }
}
