target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @look(ptr %p) {
  %v = load i8, ptr %p
  ret void
}
define void @main() {
  %x = alloca i8, align 1
  store i8 1, ptr %x
  call void @look(ptr %x)
  %r = load i8, ptr %x
  ret void
}
