; options: --data-model ilp32
; expect: unknown reason~"wider than a pointer"
; concrete: none (refused)
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"

define i32 @main() {
  %p = alloca [4 x i8], align 4
  %i = freeze i64 undef
  %q = getelementptr i8, ptr %p, i64 %i
  ret i32 0
}
