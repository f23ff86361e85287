; expect: unknown reason~"index of one bit"
; concrete: none (refused)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %p = alloca [4 x i8], align 4
  %i = freeze i1 undef
  %q = getelementptr i8, ptr %p, i1 %i
  ret i32 0
}
