; expect: unknown message~"'clang.arc.use', which has a meaning"
; concrete: none (LLVM replaces the function by one that does nothing)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @clang.arc.use(ptr %p) {
  store i32 3, ptr %p, align 4
  ret void
}

define i32 @main() {
  %x = alloca i32, align 4
  store i32 1000000, ptr %x, align 4
  %t = alloca [4 x i32], align 4
  call void @clang.arc.use(ptr %x)
  %i = load i32, ptr %x, align 4
  %q = getelementptr [4 x i32], ptr %t, i32 0, i32 %i
  store i32 7, ptr %q, align 4
  ret i32 0
}
