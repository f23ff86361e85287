target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @main(i32 %n) {
  call void @main(i32 %n)
  ret void
}
