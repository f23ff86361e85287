; expect: unknown reason~"assembler"
; concrete: none (which function it is only the linker decides)
; The linker sees one function: LLVM drops the byte 1.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@pool = global [4 x i8] zeroinitializer, align 16

define ptr @"\01malloc"(i64 %n) {
  ret ptr @pool
}

declare ptr @malloc(i64)

define i32 @main() {
  %p = call ptr @malloc(i64 4000000)
  %r = getelementptr i8, ptr %p, i64 3999999
  store i8 1, ptr %r, align 1
  ret i32 0
}
