target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@t = constant [3 x i8] c"%d\00"
@s = constant [5 x i8] c"%d%s\00"
@z = constant [3 x i8] c"%f\00"
@e = constant [1 x i8] c"\00"
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(i32 %n, ...) {
start:
  call void @exit(i32 0)
  %l = alloca [24 x i8], align 16
  %m = alloca [64 x i8], align 16
  br label %test
test:
  %x = getelementptr i8, ptr %m, i64 8
  call void @llvm.va_copy.p0(ptr %x, ptr %l)
  %y = getelementptr i8, ptr %x, i64 8
  %r = load ptr, ptr %y, align 8
  ret void
}
