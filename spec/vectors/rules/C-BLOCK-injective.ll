target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @both(ptr %p, ptr %q) {
  ret void
}
define void @main() {
  %x = alloca i8, align 1
  call void @both(ptr %x, ptr %x)
  ret void
}
