//! Law: prover and checker read every case's module alike (`tests::readings`), for the data model that
//! the case is about.
//!
//! `cargo run --release -p tests --bin readings -- FOLDER...` does the same for other programs.

use certificates::DataModel;
use prover::frontend::{Options, load};
use std::path::{Path, PathBuf};
use tests::cases::{Case, read, root};
use tests::effort;
use tests::kept::{self, What};
use tests::parallel;
use tests::readings::{Reading, compare, compare_made, files};

#[test]
fn both_read_all_cases_alike() {
    let cases = files(&root());
    let results = parallel::map(&cases, |file| match made(file) {
        Some(text) => compare_made(&text, data_model(file)),
        None => compare(file, data_model(file)),
    });
    let read = |(outcome, _): &&(Reading, _)| matches!(outcome, Reading::Compared(_));
    let count = results.iter().filter(read).count();
    assert!(10 * count > 9 * cases.len(), "only {count} cases were read");
    let named = cases.iter().zip(&results).flat_map(|(file, (_, differences))| {
        let name = move |text| format!("{}: {text}", file.display());
        differences.iter().map(name)
    });
    let differences: Vec<String> = named.collect();
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}

/// The kept modules are those that the prover makes of the files now.
#[test]
fn kept_modules_are_made_again() {
    let kept: Vec<(PathBuf, String)> =
        files(&root()).into_iter().filter_map(|file| Some((file.clone(), made(&file)?))).collect();
    let some: Vec<&(PathBuf, String)> = kept.iter().step_by(effort::number("KEPT", 50, 1) as usize).collect();
    parallel::map(&some, |(file, text)| {
        let options = Options { data_model: data_model(file), no_builtin: no_builtin(file) };
        let again = load(file, options).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(again.text == *text, "{}: another module was kept", file.display());
    });
    println!("{} of {} kept modules are made again", some.len(), kept.len());
}

/// What the case is about.
fn data_model(file: &Path) -> DataModel {
    match std::fs::read_to_string(file).unwrap_or_default().contains("ilp32") {
        true => DataModel::Ilp32,
        false => DataModel::Lp64,
    }
}

fn no_builtin(file: &Path) -> bool {
    std::fs::read_to_string(file).unwrap_or_default().contains("options: -fno-builtin")
}

/// The module that haltcert has made of a C file as a whole, in `cases.rs`: it is the one that `compare` would make.
fn made(file: &Path) -> Option<String> {
    if file.extension().is_none_or(|extension| extension != "c") {
        return None;
    }
    let option = |case: &Case, option: &str| case.options.iter().any(|given| given == option);
    let whole = |case: &Case| case.entry.is_none() && !option(case, "--entry") && !option(case, "--precondition");
    let same = |case: &Case| {
        whole(case)
            && option(case, "-fno-builtin") == no_builtin(file)
            && option(case, "ilp32") == (data_model(file) == DataModel::Ilp32)
    };
    let case = read(file).ok()?.into_iter().find(same)?;
    String::from_utf8(kept::find(&case, What::Module)?).ok()
}

/// The attributes of LLVM 22 that are not strings, with an argument where they need one; and strings.
const ATTRIBUTES: &str = "\
    align(8) alignstack(16) allocalign allockind(\"alloc\") allocptr allocsize(0) alwaysinline builtin byref(i32) \
    byval(i32) captures(none) cold convergent coro_elide_safe coro_only_destroy_when_complete dead_on_return \
    dead_on_unwind dereferenceable(4) dereferenceable_or_null(4) disable_sanitizer_instrumentation elementtype(i32) \
    fn_ret_thunk_extern hot hybrid_patchable immarg inalloca(i32) initializes((0,4)) inlinehint inreg jumptable \
    memory(none) memory(read) minsize mustprogress naked nest noalias nobuiltin nocallback nocf_check \
    nocreateundeforpoison nodivergencesource noduplicate noext nofpclass(nan) nofree noimplicitfloat noinline nomerge \
    nonlazybind nonnull noprofile norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage nosync noundef \
    nounwind null_pointer_is_valid optdebug optforfuzzing optnone optsize preallocated(i32) presplitcoroutine \
    range(i32,0,5) readnone readonly returned returns_twice safestack sanitize_address sanitize_alloc_token \
    sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_numerical_stability sanitize_realtime \
    sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack signext skipprofile speculatable \
    speculative_load_hardening sret(i32) ssp sspreq sspstrong strictfp swiftasync swifterror swiftself uwtable \
    vscale_range(1,2) willreturn writable writeonly zeroext \"probe-stack\"=\"f\" \"stack-probe-size\"=\"4096\" \
    \"no-builtins\" \"target-features\"=\"+retpoline\" \"frame-pointer\"=\"all\" \"unheard-of\" \
    \"zero-call-used-regs\"=\"used\" \"patchable-function-entry\"=\"2\" \"disable-tail-calls\"=\"true\" \
    fastcc win64cc preserve_mostcc swiftcc weak weak_odr linkonce linkonce_odr available_externally common \
    extern_weak appending internal private hidden protected dllexport dllimport unnamed_addr local_unnamed_addr \
    comdat section(\"x\") gc(\"x\") prefix(i32) prologue(i32) personality(ptr) addrspace(1) partition(\"x\")";

/// Modules with the attribute in each place where it may stand.
fn attributed(attribute: &str) -> Vec<String> {
    let attribute = match attribute {
        "range(i32,0,5)" => "range(i32 0, 5)".to_owned(),
        "section(\"x\")" | "gc(\"x\")" | "partition(\"x\")" => attribute.replace(['(', ')'], " "),
        "prefix(i32)" | "prologue(i32)" => attribute.replace("(i32)", " i32 1"),
        "personality(ptr)" => "personality ptr @e".into(),
        _ => attribute.to_owned(),
    };
    let module = |f: &str, d: &str, call: &str| {
        format!(
            "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
             target triple = \"x86_64-pc-linux-gnu\"\n\n$f = comdat any\n\ndeclare {d}\n\ndeclare void @e()\n\n\
             define {f} {{\n  {call}\n  unreachable\n}}\n"
        )
    };
    let (f, d, call) = ("ptr @f(ptr %p, i32 %n)", "ptr @d(ptr, i32)", "%x = call ptr @d(ptr %p, i32 %n)");
    let behind = |text: &str| format!("{text} {attribute}");
    let before = |text: &str| format!("{attribute} {text}");
    let pointer = |text: &str| text.replacen("(ptr", &format!("(ptr {attribute}"), 1);
    let number = |text: &str| text.replacen("i32", &format!("i32 {attribute}"), 1);
    let result = |text: &str| text.replacen("call", &format!("call {attribute}"), 1);
    let mut all: Vec<String> = Vec::new();
    for change in [&behind as &dyn Fn(&str) -> String, &before, &pointer, &number] {
        all.push(module(&change(f), d, call));
        all.push(module(f, &change(d), call));
    }
    all.extend(
        [&behind as &dyn Fn(&str) -> String, &result, &pointer, &number].map(|change| module(f, d, &change(call))),
    );
    // Only the declaration says how values are widened; a call must agree with it.
    all.push(module(f, &number(d), &number(call)));
    all
}

/// What a proof can do with `@f`: its header and both instructions are read, and `@d` may be called.
fn checker_accepts(text: &str) -> bool {
    let Ok(module) = checker::reader::read(text) else { return false };
    let accepted = module.functions.get("f").is_some_and(|f| {
        let refused = |i: &checker::reader::Instruction| matches!(i.op, checker::reader::Op::Refused { .. });
        f.refused.is_none() && !f.blocks.iter().flat_map(|b| &b.instructions).any(refused)
    });
    accepted && module.declarations.get("d").is_some_and(|d| d.refused.is_none())
}

/// Whatever attribute, linkage or convention the checker refuses the prover refuses too, so that nothing is called
/// proved whose certificate is INVALID for it.
#[test]
fn both_refuse_the_same_attributes() {
    use prover::frontend::{Options, load};
    use prover::program::Op;
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<(usize, String)> = ATTRIBUTES.split_whitespace().flat_map(attributed).enumerate().collect();
    let results = parallel::map(&all, |(number, text)| {
        let file = folder.path().join(format!("{number}.ll"));
        std::fs::write(&file, text).expect("written");
        let options = Options { data_model: DataModel::Lp64, no_builtin: false };
        let Ok(program) = load(&file, options) else { return (None, text.clone()) };
        let calls = || program.functions["f"].blocks.iter().flat_map(|b| &b.instructions);
        let unsupported = calls().any(|i| matches!(i.op, Op::Unsupported(_)));
        let prover = program.functions["f"].refused.is_none() && !unsupported;
        (Some((prover, checker_accepts(&program.text))), text.clone())
    });
    let read = results.iter().filter(|(accepted, _)| accepted.is_some()).count();
    assert!(read > 400, "only {read} modules");
    // What is peculiar is in one of these lines. (The checker compares a call with its callee when it gets there, so
    // that the prover may refuse more.)
    let lines = |text: &str| text.lines().filter(|line| line.contains(['@', '%'])).collect::<Vec<_>>().join("\n");
    let wrong = results.iter().filter(|(accepted, _)| *accepted == Some((true, false)));
    let wrong: Vec<String> = wrong.map(|(_, text)| lines(text)).collect();
    assert!(wrong.is_empty(), "{} modules that only the prover accepts:\n{}", wrong.len(), wrong.join("\n\n"));
}
