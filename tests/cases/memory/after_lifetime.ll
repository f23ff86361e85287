; expect: unknown
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define i32 @main() {
  %p = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %p)
  store i32 7, ptr %p, align 4
  call void @llvm.lifetime.end.p0(ptr %p)
  %x = load i32, ptr %p, align 4
  ret i32 %x
}
