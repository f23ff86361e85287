target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
define void @callee(i32 %n, ...) {
  ret void
}
define i32 @main() {
  call void (i32, ...) @callee(i32 1)
  ret i32 0
}
