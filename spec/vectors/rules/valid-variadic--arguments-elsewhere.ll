target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @llvm.va_start.p0(ptr)
define void @callee(double %n, ...) {
start:
  %l = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %l)
  ret void
}

declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(i32 %a, ptr %p) {
start:
  call void @exit(i32 0)
  
  br label %test
test:
  call void (double, ...) @callee(double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0)
  ret void
}
