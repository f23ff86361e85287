target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @qsort(ptr, i64, i64, ptr)
define i32 @c(ptr %a, ptr %b) {
start:
  ret i32 0
}
define void @f(i32 %n) {
start:
  %t = alloca [4 x i32], align 16
  call void @qsort(ptr %t, i64 4, i64 4, ptr @c)
  ret void
}
