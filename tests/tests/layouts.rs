//! Layouts of random structures, for both data models: LLVM's numbers from a compiled program, clang's
//! from its own constants, and those of the checker's reader, the prover's import and the interpreter.
//!
//! `LAYOUTS=2000 SEED=3 cargo test -p tests --test layouts` tries more.

use certificates::DataModel;
use checker::reader;
use prover::frontend::{Options, load};
use prover::program::{Op, Operand};
use tempfile::tempdir;
use tests::meaning::structs::{self, Structure};
use tests::{clang, effort, interpreter};

const MODELS: [(DataModel, u32); 2] = [(DataModel::Lp64, 64), (DataModel::Ilp32, 32)];

fn count() -> usize {
    effort::number("LAYOUTS", 150, 2000) as usize
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
        let found = module.variables.iter().find(|variable| variable.name == name);
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
            assert_eq!(expected, found, "{what}: number {place} of s{number}, {structure:?}");
        }
    }
}

#[test]
fn of_llvm() {
    for (data_model, pointer) in MODELS {
        let folder = tempdir().expect("a folder");
        let structures = structs::in_llvm(count(), 1 + effort::seed());
        let text = structs::module(&structures, pointer);
        let expected = structs::numbers(folder.path(), &text, pointer).expect("runs");
        let module = reader::read(&text).expect("is read");
        compare("checker", &expected, &of_the_checker(&module, &structures), &structures);
        // Addresses, as both programs read them.
        let function = &module.functions["f"];
        let offsets = function.blocks[0].instructions.iter().filter_map(|i| match &i.op {
            reader::Op::ElementPtr { offset, .. } => Some(*offset as u64),
            _ => None,
        });
        compare("checker's addresses", &expected, &offsets.collect::<Vec<_>>(), &structures);
        let program =
            load(&folder.path().join("structs.ll"), Options { data_model, no_builtin: false }).expect("is imported");
        let function = &program.functions["f"];
        let offsets = function.blocks[0].instructions.iter().filter_map(|i| match &i.op {
            Op::GetElementPtr { constant, .. } => Some(*constant as u64),
            _ => None,
        });
        compare("prover's addresses", &expected, &offsets.collect::<Vec<_>>(), &structures);
        // The same as constants of a global.
        let table = &module.globals["table"];
        let cells = module.layout.cells(table).scalars.into_iter().map(|cell| match cell.value {
            reader::Operand::Int { bits, .. } => bits,
            _ => u64::MAX,
        });
        compare("checker's constants", &expected, &cells.collect::<Vec<_>>(), &structures);
        let module = interpreter::parse(&text).expect("is read");
        let found = of_the_interpreter(&module, &structures);
        compare("interpreter", &expected, &found, &structures);
    }
}

/// Offsets of all elements of the module's type, then its size. The compiler may add elements for padding.
type Elements = Vec<u64>;

fn elements_of_the_checker(module: &reader::Module, number: usize) -> Elements {
    let layout = &module.layout;
    let ty = &module.globals[format!("g{number}").as_str()].ty;
    let offsets = (0..).map_while(|place| Some(layout.element(ty, place).ok()?.1));
    let mut all: Elements = offsets.collect();
    all.push(layout.size(ty).expect("a size"));
    all
}

fn elements_of_the_interpreter(module: &interpreter::Module, number: usize) -> Elements {
    let (layout, name) = (&module.layout, format!("g{number}"));
    let found = module.variables.iter().find(|variable| variable.name == name);
    let kind = &found.expect("a variable").kind;
    let interpreter::Type::Struct(fields, _) = kind else {
        return Elements::new();
    };
    let mut all: Elements = (0..fields.len()).map(|place| layout.field(kind, place)).collect();
    all.push(layout.size(kind));
    all
}

/// Whether C's offsets are offsets of elements, in order, and the sizes are equal.
fn fits(expected: &[u64], elements: &[u64]) -> bool {
    let mut rest = elements.iter();
    expected.last() == elements.last() && expected.iter().all(|offset| rest.any(|o| o == offset))
}

#[test]
fn of_c() {
    for (data_model, pointer) in MODELS {
        let folder = tempdir().expect("a folder");
        let structures = structs::in_c(count(), 1 + effort::seed());
        let file = folder.path().join("structs.c");
        std::fs::write(&file, structs::program(&structures)).expect("written");
        let program = load(&file, Options { data_model, no_builtin: false }).expect("is imported");
        let table = program.globals.iter().find(|global| global.name == "table");
        let cells = table.and_then(|table| table.cells.as_ref()).expect("constants");
        let expected: Vec<u64> = cells
            .iter()
            .map(|cell| match cell.value {
                Operand::Int { bits, .. } => bits,
                _ => u64::MAX,
            })
            .collect();
        let module = reader::read(&program.text).expect("is read");
        let raw = clang::module(&file, pointer == 64).expect("compiles");
        let concrete = interpreter::parse(&raw).expect("is read");
        let mut numbers = &expected[..];
        for (number, structure) in structures.iter().enumerate() {
            let (own, rest) = numbers.split_at(structure.fields.len() + 1);
            numbers = rest;
            let found = elements_of_the_checker(&module, number);
            assert!(fits(own, &found), "checker: s{number}: {own:?}, {found:?}");
            let found = elements_of_the_interpreter(&concrete, number);
            assert!(fits(own, &found), "interpreter: s{number}: {own:?}, {found:?}");
            if let Some((size, _)) = program.layouts.structs.get(&format!("s{number}")) {
                assert_eq!(own.last(), Some(size), "prover: s{number}");
            }
        }
    }
}
