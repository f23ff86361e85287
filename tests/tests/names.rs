//! The lists of names that mean something outside a module (spec/language.md, "Names"), compared with what the
//! installed LLVM and C library say.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use certificates::DataModel;
use checker::reader::{self, names};
use prover::frontend::{Options, load};
use tests::parallel;

const LAYOUT: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The strings of one table of names in a header that LLVM generates from its descriptions.
fn table(header: &str, begins: &str, ends: &str) -> Vec<String> {
    let folder = output("llvm-config-22", &["--includedir"]);
    let path = Path::new(folder.trim()).join(header);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (_, rest) = text.split_once(begins).expect("the table");
    let (table, _) = rest.split_once(ends).expect("the end of the table");
    let names = table.lines().filter_map(|line| {
        let name = line.trim().strip_prefix('"')?.split_once("\\0\"")?.0;
        (!name.is_empty()).then(|| name.to_owned())
    });
    names.collect()
}

/// What optimisers recognise (TargetLibraryInfo), and what the code generator calls (RuntimeLibcalls).
fn known_to_llvm() -> BTreeSet<String> {
    let recognised =
        table("llvm/Analysis/TargetLibraryInfo.inc", "StandardNamesStrTableStorage[]", "StandardNamesStrTable =");
    let called = table("llvm/IR/RuntimeLibcalls.inc", "#ifdef GET_INIT_RUNTIME_LIBCALL_NAMES", "};");
    assert!(recognised.len() > 500, "{}", recognised.len());
    assert!(called.len() > 2000, "{}", called.len());
    recognised.into_iter().chain(called).collect()
}

#[test]
fn every_name_that_llvm_knows() {
    let known = |name: &&String| {
        // No global has such a name.
        let refused = name.starts_with('.') || name.contains('@');
        refused || names::reserved(name) || names::recognised(name)
    };
    let all = known_to_llvm();
    let missing: Vec<_> = all.iter().filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // What the code generator calls by itself is not for programs: attributes do not hinder it. Mathematics and
    // memory are: floating point and the intrinsics are refused beside them.
    let helpers = all.iter().filter(|name| name.starts_with("__"));
    let open: Vec<_> = helpers.filter(|name| !names::reserved(name)).collect();
    assert!(open.is_empty(), "{open:?}");
}

/// Functions whose declaration of another type the compiler says to be the library's.
fn warned(compiler: &str, arguments: &[&str], names: &BTreeSet<String>, says: &str) -> BTreeSet<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("names.c");
    let lines = names.iter().map(|name| format!("struct haltcert {name}(struct haltcert);\n"));
    let text: String = std::iter::once("struct haltcert { int a[9]; };\n".to_owned()).chain(lines).collect();
    std::fs::write(&file, text).expect("is written");
    let output = Command::new(compiler).args(arguments).arg("-fsyntax-only").arg(&file).env("LC_ALL", "C").output();
    let output = output.unwrap_or_else(|error| panic!("{compiler}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let warnings = said.split(says).skip(1).filter_map(|rest| rest.split_once('\''));
    warnings.map(|(name, _)| name.to_owned()).collect()
}

/// Words of a binary that could be names of functions, for a compiler also what follows `__builtin_`.
fn words(path: &str) -> BTreeSet<String> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let texts = bytes.split(|byte| !letter(byte)).filter(|word| (1..=24).contains(&word.len()));
    let texts = texts.filter(|word| !word[0].is_ascii_digit()).map(|word| String::from_utf8_lossy(word).into_owned());
    texts.flat_map(|word| [word.strip_prefix("__builtin_").map(str::to_owned), Some(word)]).flatten().collect()
}

/// What gcc and clang warn of when it is declared with another type is on the lists. The compilers are asked about each
/// word that stands in gcc's binary or on the lists, also with what may follow it.
#[test]
fn every_name_that_front_ends_know() {
    let compiler = output("gcc", &["-print-prog-name=cc1"]);
    let mut stems = words(compiler.trim());
    stems.extend(listed("recognised.txt").into_iter().chain(listed("recognised-by-front-ends.txt")));
    let mathematics = ["recognised-mathematics.txt", "recognised-mathematics-by-front-ends.txt"].map(listed).concat();
    stems.extend(mathematics.iter().cloned());
    let mut names = stems.clone();
    for suffix in ["f", "l", "f16", "f32", "f64", "f128", "f32x", "f64x", "f128x", "d32", "d64", "d128"] {
        names.extend(mathematics.iter().map(|name| format!("{name}{suffix}")));
    }
    names.retain(|name| {
        !name.starts_with("__builtin_") && !name.starts_with("__sync_") && !name.starts_with("__atomic_")
    });
    let gcc = warned("gcc", &["-fopenmp", "-fopenacc"], &names, "conflicting types for built-in function '");
    let clang = warned("clang-22", &["-ferror-limit=0"], &names, "incompatible redeclaration of library function '");
    assert!(gcc.len() > 400 && clang.len() > 250, "{} {}", gcc.len(), clang.len());
    let known =
        |name: &&String| names::reserved(name) || names::recognised(name) || names::recognised_by_front_ends(name);
    let missing: Vec<_> = gcc.iter().chain(&clang).filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The lines of a list of the specification.
fn listed(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/names").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with("# ")).map(str::to_owned).collect()
}

/// Each list says what it is, and has its names once, in order; what is on a list says nothing new on another.
#[test]
fn lists_are_well_formed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/names");
    let page = std::fs::read_to_string(folder.join("../language.md")).expect("the page");
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).expect("the lists") {
        let path = entry.expect("a list").path();
        let file = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        let names = listed(&file);
        assert!(text.starts_with("# ") && text.ends_with('\n') && !names.is_empty(), "{file}");
        assert!(names.is_sorted_by(|a, b| a < b), "{file}: in order, each once");
        let blank = |name: &String| name.is_empty() || name.contains(char::is_whitespace);
        assert!(!names.iter().any(blank), "{file}: a name a line");
        assert!(page.contains(&format!("`{file}`")), "{file}: language.md says what it means");
        files += 1;
    }
    assert_eq!(files, 13);
    let lists = ["reserved.txt", "recognised.txt", "recognised-mathematics.txt", "recognised-by-front-ends.txt"];
    let lists = lists.into_iter().chain(["recognised-mathematics-by-front-ends.txt", "library-variables.txt"]);
    let mut seen = BTreeSet::new();
    for name in lists.flat_map(listed) {
        assert!(seen.insert(name.clone()), "{name} is on two lists");
    }
    let beginnings = listed("reserved-beginnings.txt");
    let shorter = |name: &String| beginnings.iter().any(|begin| begin != name && name.starts_with(begin.as_str()));
    assert!(!beginnings.iter().any(shorter), "a beginning of a beginning");
    assert!(!seen.iter().any(shorter), "a name that is reserved by its beginning");
}

/// Variables that the C library and the dynamic linker export: the program's would take their place.
#[test]
fn every_variable_of_the_library() {
    let maps = std::fs::read_to_string("/proc/self/maps").expect("what this process has loaded");
    let files = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    let library = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        name.starts_with("libc.") || name.starts_with("libm.") || name.starts_with("ld-")
    };
    let libraries: BTreeSet<&str> = files.filter(library).collect();
    assert!(!libraries.is_empty(), "{maps}");
    for path in libraries {
        let symbols = output("nm", &["-D", "--defined-only", path]);
        for line in symbols.lines() {
            let [_, kind, symbol] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                continue;
            };
            // Only the default version of a symbol can be replaced.
            let Some((name, _)) = symbol.split_once("@@").filter(|_| "BDGRSV".contains(kind)) else {
                continue;
            };
            assert!(names::reserved(name) || names::of_the_library(name), "{path}: {symbol}");
        }
    }
}

/// Prover and checker have lists of their own.
#[test]
fn prover_and_checker_refuse_the_same_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let harmless = ["f", "__VERIFIER_assert", "__list_add", "strlenx", "logl2", "readl", "_end_of", "x.sin"];
    let of_the_library = [
        "__strchrnul",
        "__memrchr",
        "__vfprintf_internal",
        "stdout",
        "optarg",
        "timezone",
        "__progname_full",
        "_rtld_global_ro",
        "_res",
    ];
    let mut all = known_to_llvm();
    all.extend(harmless.into_iter().chain(of_the_library).map(str::to_owned));
    let front_ends = ["isnan", "iswalpha", "index", "j0l", "sinf16", "gamma_r", "isnanx"];
    all.extend(front_ends.into_iter().map(str::to_owned));
    let options = Options { data_model: DataModel::Lp64, no_builtin: false };
    let definitions = |name: &String| {
        [
            format!("define void @\"{name}\"() \"no-builtins\" {{\n  ret void\n}}\n"),
            format!("define internal void @\"{name}\"() {{\n  ret void\n}}\n"),
            format!("@\"{name}\" = global i32 0\n"),
            format!("@\"{name}\" = internal global i32 0\n"),
        ]
        .map(|definition| (name.clone(), definition))
    };
    let all: Vec<(usize, (String, String))> = all.iter().flat_map(definitions).enumerate().collect();
    let read = parallel::map(&all, |(number, (_, definition))| {
        let text = format!("{LAYOUT}{definition}");
        let file = folder.path().join(format!("{number}.ll"));
        std::fs::write(&file, &text).expect("is written");
        let proved = load(&file, options).is_ok();
        std::fs::remove_file(&file).expect("is removed");
        (proved, reader::read(&text).is_ok())
    });
    let (mut differ, mut accepted) = (Vec::new(), Vec::new());
    for ((_, (name, definition)), (proved, checked)) in all.into_iter().zip(read) {
        if proved != checked && !name.starts_with('.') {
            differ.push(definition);
        } else if checked {
            accepted.push(definition);
        }
    }
    assert!(differ.is_empty(), "{differ:?}");
    let open = |name: &str| accepted.iter().filter(|text| text.contains(&format!("@\"{name}\""))).count();
    assert_eq!(harmless.map(open), [4; 8]);
    assert_eq!(front_ends.map(open), [4; 7]);
    assert_eq!(
        ["strlen", "fmod", "__divdi3", "stdout", "__progname_full", "__strchrnul"].map(open),
        [1, 1, 0, 2, 0, 3]
    );
}
