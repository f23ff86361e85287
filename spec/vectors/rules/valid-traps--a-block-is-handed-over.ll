target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @set(ptr %p) {
  store i8 5, ptr %p
  ret void
}
define void @main() {
  %x = alloca i8, align 1
  store i8 1, ptr %x
  call void @set(ptr %x)
  %r = load i8, ptr %x
  ret void
}
