//! No text makes the reader panic or hang.

use std::time::{Duration, Instant};

use super::*;

/// A text that uses most of the language.
fn sample() -> String {
    with_layout(
        LAYOUT32,
        "%s = type { i8, %t, ptr }
%t = type <{ i16, [2 x { i32, float }] }>
$c = comdat any
@a = private unnamed_addr constant [4 x i8] c\"\\00\\FFx\\22\", align 1
@b = global %s { i8 1, %t <{ i16 -3, [2 x { i32, float }] zeroinitializer }>, ptr getelementptr inbounds (%s, ptr @b, i32 0, i32 2) }
@\"quoted name\" = internal global ptr inttoptr (i32 add (i32 ptrtoint (ptr @a to i32), i32 4) to ptr), align 4
declare !dbg !6 noalias ptr @malloc(i32 noundef) #0
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #1 !dbg !6 {
    #dbg_value(i32 %0, !5, !DIExpression(), !7)
  %3 = alloca [2 x %s], i32 %0, align 16, !dbg !7
  %4 = call ptr @malloc(i32 noundef 12), !dbg !7
  switch i32 %0, label %5 [
    i32 1, label %8
    i32 u0x2, label %8
  ]

5:                                                ; preds = %2
  %6 = phi i32 [ 0, %2 ], [ %7, %5 ]
  %7 = add nuw nsw i32 %6, 1
  br i1 true, label %5, label %8, !llvm.loop !8

8:                                                ; preds = %5, %2, %2
  %9 = extractvalue { i32, i1 } zeroinitializer, 1
  %10 = fcmp fast olt float 0x36A0000000000000, -1.5e-03
  %11 = getelementptr inbounds nuw %s, ptr %3, i32 %0, i32 1, i32 1, i64 1
  store ptr %11, ptr @\"quoted name\", align 4, !prof !9
  invoke void @main(i32 1)
          to label %12 unwind label %12

12:
  ret i32 undef
}
attributes #0 = { nounwind memory(argmem: readwrite) \"a\"=\"b\" }
attributes #1 = { noreturn alignstack=4 }
!llvm.module.flags = !{!1}
!1 = !{i32 7, !\"PIC Level\", i32 2}
!5 = !DILocalVariable(name: \"x\", scope: !6, flags: A | B)
!6 = distinct !DISubprogram(name: \"main\", scope: null, file: !10)
!7 = !DILocation(line: 1, column: 2, scope: !6)
!8 = distinct !{!8, !7}
!9 = !{!1, !1, i64 0}
!10 = !DIFile(filename: \"m.c\", directory: \"\")
",
    )
}

#[test]
fn the_sample_is_read() {
    let module = read(&sample()).unwrap();
    let main = &module.functions["main"];
    assert_eq!(main.blocks.len(), 4);
    let last = main.block("8").unwrap().instructions.last().unwrap();
    assert!(matches!(last.op, Op::Refused { terminator: true, .. }));
}

#[test]
fn truncated_texts_do_not_panic() {
    let text = sample();
    for end in 0..text.len() {
        let _ = read(&text[..end]);
        let _ = read(&text[text.len() - end..]);
    }
}

/// `SEED` of the run, if there is one (`tests/src/effort.rs`), told from others by `own`.
fn seed(own: u64) -> u64 {
    let chosen: u64 = std::env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    chosen.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(own)
}

/// How many texts are tried; more where `LONG` is set.
fn most(short: usize) -> usize {
    if std::env::var("LONG").is_ok_and(|value| !value.is_empty() && value != "0") { 25 * short } else { short }
}

/// Deterministic noise.
fn noise(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn altered_texts_are_refused_or_well_formed() {
    let text = sample();
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let mut seed = seed(1);
    for _ in 0..most(4000) {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + noise(&mut seed) % 4 {
            let place = noise(&mut seed) % bytes.len();
            bytes[place] = b"\"%@!#(){}[]<>,=:;.-0123456789aix \n\\\x00\xff"[noise(&mut seed) % 37];
        }
        let altered = String::from_utf8_lossy(&bytes).into_owned();
        inspect(&altered);
        let mut shuffled = words.clone();
        for _ in 0..1 + noise(&mut seed) % 3 {
            let (from, to) = (noise(&mut seed) % words.len(), noise(&mut seed) % words.len());
            shuffled[to] = words[from];
        }
        inspect(&shuffled.concat());
    }
}

/// Reads a text, and looks at what came out.
fn inspect(text: &str) {
    if let Ok(module) = read(text) {
        for global in module.globals.values() {
            let _ = module.layout.cells(global);
        }
        for function in module.functions.values() {
            for block in &function.blocks {
                let (last, others) = block.instructions.split_last().expect("a block without instructions");
                assert!(last.op.is_terminator() && !others.iter().any(|other| other.op.is_terminator()));
                for label in last.op.targets() {
                    assert!(function.block(label).is_some());
                }
            }
        }
    }
}

#[test]
fn random_bytes_are_refused_or_well_formed() {
    let mut seed = seed(7);
    for length in (0..most(600)).map(|length| length % 600) {
        let bytes: Vec<u8> = (0..length).map(|_| noise(&mut seed) as u8).collect();
        inspect(&String::from_utf8_lossy(&bytes));
        let signs: String =
            (0..length).map(|_| char::from(b"%@!#(){}[]<>,=:;\"i8x \n"[noise(&mut seed) % 22])).collect();
        inspect(&with_layout(LAYOUT64, &signs));
    }
}

#[test]
fn hostile_sizes_end_in_time() {
    let started = Instant::now();
    let many = 200_000;
    let nested = |open: &str, close: &str| format!("{}i8{}", open.repeat(many), close.repeat(many));
    for ty in [nested("[1 x ", "]"), nested("{", "}"), nested("<{", "}>"), nested("{i8,", "}")] {
        error(&format!("@a = global {ty} zeroinitializer"));
        error(&format!("%t = type {{ {ty} }}"));
        refused(&format!("%x = load {ty}, ptr %p"));
    }
    let values = format!("{}1{}", "[1 x i8] [".repeat(many), "]".repeat(many));
    error(&format!("@a = global {values}"));
    let expression = format!("{}@a{}", "bitcast (ptr ".repeat(many), " to ptr)".repeat(many));
    let _ = read(&with_layout(LAYOUT64, &format!("@a = global i8 0\n@b = global ptr {expression}")));
    error(&format!("!0 = {}", "!{".repeat(many)));
    let name = "n".repeat(1_000_000);
    let long = module(&format!("define void @{name}(i32 %{name}) {{\n{name}1:\n  ret void\n}}"));
    assert!(long.functions.contains_key(name.as_str()));
    assert!(error(&format!("define void @f() {{\n  %{name} = {name}")).len() < 300);
    assert!(error(&format!("define void @f() {{\n  %x = {name} i32 %a\n  ret void\n}}")).len() < 300);
    assert!(refused(&format!("%x = va_arg ptr %{name}, i32")).len() < 300);
    // Named types that contain each other, or double their size at every step.
    module("%a = type { %b }\n%b = type { [2 x %a] }\n@x = global %a zeroinitializer");
    let doubling: String = (1..100).map(|n| format!("%t{n} = type {{ %t{m}, %t{m} }}\n", m = n - 1)).collect();
    let doubled = module(&format!(
        "%t0 = type {{ i8 }}\n{doubling}@x = global %t20 zeroinitializer\n@y = global %t99 zeroinitializer"
    ));
    assert_eq!(doubled.globals["x"].size, 1 << 20);
    assert!(doubled.globals["y"].refused.is_some());
    assert!(!doubled.layout.cells(&doubled.globals["x"]).complete);
    let empty = module(
        "@x = global [9223372036854775807 x {}] zeroinitializer\n@y = global [9223372036854775807 x i8] zeroinitializer",
    );
    assert!(!empty.layout.cells(&empty.globals["x"]).complete);
    assert!(empty.globals["y"].refused.is_none());
    // Elements of no size whose type is enormous: beyond what a checker may spend on a certificate.
    let fields = vec!["i8"; 8000].join(", ");
    let enormous = module(&format!("@x = global [16000 x [0 x {{ {fields} }}]] zeroinitializer"));
    assert!(enormous.layout.cells(&enormous.globals["x"]).work as u64 > checker::proof::context::MAX_WORK);
    assert!(module("@y = global [9223372036854775807 x i16] zeroinitializer").globals["y"].refused.is_some());
    // Many branches into a block with many phis.
    let cases: String = (0..20_000).map(|n| format!("    i32 {n}, label %m\n")).collect();
    let phis: String = (0..2_000).map(|n| format!("  %p{n} = phi i32 [ {n}, %1 ]\n")).collect();
    module(&format!("define void @f(i32 %0) {{\n  switch i32 %0, label %m [\n{cases}  ]\n\nm:\n{phis}  ret void\n}}"));
    assert!(started.elapsed() < Duration::from_secs(60));
}
