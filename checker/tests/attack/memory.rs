//! Blocks that live longer or shorter than it seems, and accesses of types that have no bytes.

use super::*;

#[test]
fn refused_globals_are_not_in_the_initial_state() {
    let text = module(
        "@weak = weak global i32 0, align 4\n@own = global i32 0, align 4\n\n\
         define i32 @main() {\nentry:\n  ret i32 0\n}\n",
    );
    let read = reader::read(&text).expect("is read");
    let mut context = Context::new(&read, Overflow::Error, false);
    let state = initial::initial(&mut context, "main", &initial::globals(&read)).expect("a state");
    assert_eq!(state.blocks.len(), 1);
    assert!(state.global("own").is_some());
}

const SAVES: &str = "\ndeclare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)\n";

#[test]
fn the_stack_is_restored_to_a_saved_place_only() {
    let text = |operand: &str| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  %s = call ptr @llvm.stacksave.p0()\n  \
             call void @llvm.stackrestore.p0(ptr {operand})\n  ret i32 0\n}}\n{SAVES}"
        ))
    };
    let proof = |text: &str| straight(text, vec![hint(Detail::None), hint(Detail::None)]);
    assert!(matches!(verdict(&proof(&text("%s"))), Verdict::Valid(_)));
    rejected(&proof(&text("null")), "M-STACKRESTORE");
    rejected(&proof(&text("inttoptr (i64 16 to ptr)")), "M-STACKRESTORE");
}

#[test]
fn a_static_alloca_behind_a_save_dies_when_the_stack_is_restored() {
    let text = |first: &str, second: &str| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  {first}\n  {second}\n  \
             call void @llvm.stackrestore.p0(ptr %s)\n  store i32 1, ptr %a, align 4\n  ret i32 0\n}}\n{SAVES}"
        ))
    };
    let (save, alloca) = ("%s = call ptr @llvm.stacksave.p0()", "%a = alloca i32, align 4");
    let proof = |text: &str| {
        let access = certificates::Access { block: 0, multiple: certificates::Multiple::Plain };
        let store = Detail::Store { access, keep: Vec::new(), within: Vec::new() };
        straight(text, vec![hint(Detail::None), hint(Detail::None), hint(Detail::None), hint(store)])
    };
    assert!(matches!(verdict(&proof(&text(alloca, save))), Verdict::Valid(_)));
    rejected(&proof(&text(save, alloca)), "M-STACKRESTORE");
}

/// An object that has lifetime markers is dead before them, also where a marker is refused.
#[test]
fn lifetime_markers_are_not_overlooked() {
    let call = |call: &str| {
        module(&format!(
            "declare void @llvm.lifetime.start.p0(ptr)\n\ndefine void @f() {{\nentry:\n  %a = alloca i32, align 4\n\
             \x20 store i32 0, ptr %a, align 4\n  ret void\n\nnever:\n  {call} %a)\n  ret void\n}}\n"
        ))
    };
    let text = |name: &str, argument: &str| call(&format!("call void {name}({argument}"));
    assert!(reader::read(&call("tail call void @llvm.lifetime.start.p0(ptr")).is_err());
    assert!(reader::read(&call("call void @llvm.lifetime.start.p0(i64 4, ptr")).is_err());
    let moved = "%b = getelementptr i8, ptr %a, i64 0\n  call void @llvm.lifetime.start.p0(ptr %b)\n";
    assert!(reader::read(&call(&format!("{moved}  call void @llvm.lifetime.start.p0(ptr"))).is_err());
    assert!(reader::read(&text("@llvm.lifetime.start.p0", "ptr")).is_ok());
    assert!(reader::read(&text("@llvm.lifetime.start.p0", "ptr nonnull")).is_err());
    assert!(reader::read(&text("@\"llvm.lifetime.\\73tart.p0\"", "ptr nonnull")).is_err());
}

/// Nothing that a type says of memory is enforced, so tags are refused; one of four operands says that the memory
/// is constant.
#[test]
fn types_of_accesses() {
    let text = |tag: &str| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  %x = alloca i32, align 4\n  store i32 0, ptr %x, align 4{tag}\n  ret i32 0\n}}\n\
             !0 = !{{!1, !1, i64 0, i64 1}}\n!1 = !{{!\"int\", !2}}\n!2 = !{{!\"root\"}}\n"
        ))
    };
    let refused = |tag: &str| {
        let read = reader::read(&text(tag)).expect("is read");
        matches!(read.functions["main"].blocks[0].instructions[1].op, reader::Op::Refused { .. })
    };
    assert!(!refused("") && refused(", !tbaa !0") && refused(", !tbaa.struct !0"));
}
