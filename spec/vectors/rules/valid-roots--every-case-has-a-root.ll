target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p, ptr %q) {
start:
  %x = load i32, ptr %q, align 4
  store i32 %x, ptr %p, align 4
  ret void
}
