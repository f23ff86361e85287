target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@a = global i32 0
@b = global i32 0
define void @callee() {
  ret void
}

declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(ptr %p) {
start:
  call void @exit(i32 0)
  %x = alloca i32, align 4
  br label %test
test:
  call void @callee()
  ret void
}
