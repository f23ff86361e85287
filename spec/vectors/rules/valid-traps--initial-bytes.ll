target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@g = global i32 7, align 4
@k = constant i32 8, align 4
define void @main() {
  ret void
}
define void @other() {
  ret void
}
