target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@c = constant i32 7

declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare ptr @memcpy(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @strlen(ptr)
declare i32 @abs(i32)
declare void @exit(i32)
declare void @__VERIFIER_assume(i32)
declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @external()

define i32 @load_outside() {
  %p = getelementptr i8, ptr @c, i64 1
  %q = getelementptr i8, ptr %p, i64 0
  %x = load i32, ptr %q, align 1
  ret i32 %x
}

define i32 @store_before() {
  %p = getelementptr i8, ptr @c, i64 0
  %q = getelementptr i8, ptr %p, i64 -1
  store i8 1, ptr %q, align 1
  ret i32 0
}

define ptr @local() {
  %v = alloca i32, align 4
  ret ptr %v
}

define i32 @after_return() {
  %p = call ptr @local()
  %x = load i32, ptr %p, align 4
  ret i32 %x
}

define i32 @misaligned() {
  %p = getelementptr i8, ptr @c, i64 0
  %q = getelementptr i8, ptr %p, i64 2
  %x = load i16, ptr %q, align 8
  ret i32 0
}

define i32 @constant() {
  store i32 1, ptr @c, align 4
  ret i32 0
}

define i32 @free_stack() {
  %v = alloca i32, align 4
  call void @free(ptr %v)
  ret i32 0
}

define i32 @free_inside() {
  %p = call ptr @malloc(i64 8)
  %q = getelementptr i8, ptr %p, i64 1
  call void @free(ptr %q)
  ret i32 0
}

define i32 @free_twice() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  call void @free(ptr %p)
  ret i32 0
}

define i32 @realloc_freed() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  %q = call ptr @realloc(ptr %p, i64 16)
  ret i32 0
}

define i32 @unreachable() {
  unreachable
}

define i32 @behind_call() {
  %p = call ptr @local2()
  unreachable
}

define ptr @local2() {
  ret ptr null
}

define i32 @overlap() {
  %p = call ptr @malloc(i64 8)
  %q = getelementptr i8, ptr %p, i64 3
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  ret i32 0
}

define i32 @overlap_c() {
  %p = call ptr @malloc(i64 8)
  %q = call ptr @memcpy(ptr %p, ptr %p, i64 4)
  ret i32 0
}

define i32 @large() {
  %v = alloca i32, i64 4611686018427387904, align 4
  ret i32 0
}

define i32 @zero() {
  %x = urem i32 1, 0
  ret i32 0
}

define i32 @quotient(i32 %a, i32 %b) {
  %x = sdiv i32 %a, %b
  ret i32 %x
}

define i32 @rest(i32 %a, i32 %b) {
  %x = srem i32 %a, %b
  ret i32 %x
}

define i32 @shift(i32 %a) {
  %x = lshr i32 1, %a
  ret i32 %x
}

define i32 @exact(i32 %a) {
  %x = ashr exact i32 %a, 1
  ret i32 %x
}

define i32 @nuw(i32 %a) {
  %x = add nuw i32 %a, 1
  ret i32 %x
}

define i32 @both(i32 %a) {
  %x = add nuw nsw i32 %a, 1
  ret i32 %x
}

define i32 @wild(i64 %a) {
  %p = inttoptr i64 %a to ptr
  call void %p()
  ret i32 0
}

define i32 @other_type() {
  call void @both_of()
  ret i32 0
}

define void @both_of() {
  %f = select i1 true, ptr @both, ptr null
  %x = call i64 %f(i64 1)
  ret void
}

define i32 @declared() {
  %f = select i1 true, ptr @external, ptr null
  call void %f()
  ret i32 0
}

define i32 @direct() {
  %x = call i64 @both(i64 1)
  ret i32 0
}

define i32 @text() {
  %v = alloca [2 x i8], align 1
  store i16 257, ptr %v, align 1
  %p = getelementptr i8, ptr %v, i64 1
  %n = call i64 @strlen(ptr %p)
  ret i32 0
}

define i32 @scope() {
  %v = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  store i32 1, ptr %v, align 4
  call void @llvm.lifetime.end.p0(ptr %v)
  %x = load i32, ptr %v, align 4
  ret i32 %x
}

define i32 @saved() {
  %s = call ptr @llvm.stacksave.p0()
  br label %next

next:
  %v = alloca i32, align 4
  call void @llvm.stackrestore.p0(ptr %s)
  %x = load i32, ptr %v, align 4
  ret i32 %x
}

define i32 @exits() {
  call void @exit(i32 1)
  unreachable
}

define i32 @assumes(i32 %a) {
  call void @__VERIFIER_assume(i32 %a)
  %x = load i32, ptr null, align 4
  ret i32 %x
}

define i32 @llvm_assumes(i1 %a) {
  call void @llvm.assume(i1 %a)
  %x = load i32, ptr null, align 4
  ret i32 %x
}

define i32 @range() {
  %x = load i8, ptr @c, align 1, !range !0
  ret i32 0
}

define i32 @smallest(i32 %a) {
  %x = call i32 @abs(i32 %a)
  ret i32 %x
}

define i32 @realloc_zero() {
  %p = call ptr @malloc(i64 8)
  %q = call ptr @realloc(ptr %p, i64 0)
  ret i32 0
}

define i32 @much() {
  %p = call ptr @malloc(i64 1073741824)
  %x = load i8, ptr %p, align 1
  ret i32 0
}

define i32 @too_much() {
  %p = call ptr @malloc(i64 -9223372036854775808)
  %x = load i8, ptr %p, align 1
  ret i32 0
}

!0 = !{i8 0, i8 2}
