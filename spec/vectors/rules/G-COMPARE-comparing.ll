target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@t = constant [4 x i32] zeroinitializer
@v = global i32 0
declare void @qsort(ptr, i64, i64, ptr)
define i32 @c(ptr %a, ptr %b) {
start:
  %x = load i32, ptr %b, align 4
  ret i32 0
}

declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(ptr %p, i64 %n, ptr %k) {
start:
  call void @exit(i32 0)
  
  br label %test
test:
  call void @qsort(ptr %p, i64 %n, i64 8, ptr @c)
  ret void
}
