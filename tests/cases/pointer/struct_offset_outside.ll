; expect: unknown
; Sixteen bytes: the fourth i16 would still fit the padding, the fifth does not.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%s = type { i8, i32, [3 x i16] }
define i32 @main() {
  %p = alloca %s, align 4
  %q = getelementptr %s, ptr %p, i32 0, i32 2, i64 4
  store i16 7, ptr %q, align 2
  ret i32 0
}
