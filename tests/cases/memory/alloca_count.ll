; expect: proved
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %p = alloca i32, i32 5, align 4
  %q = getelementptr i32, ptr %p, i64 4
  store i32 7, ptr %q, align 4
  ret i32 0
}
