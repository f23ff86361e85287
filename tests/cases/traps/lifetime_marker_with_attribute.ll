; expect: unknown reason~"without being executed"
; concrete: none (the interpreter gives every object a place of its own)
; Both objects are dead before their markers, so they may share a place; one marker has an attribute.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @rand()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define i32 @main() {
entry:
  %a = alloca [16 x i32], align 4
  %b = alloca [16 x i32], align 4
  %n = call i32 @rand()
  store i32 0, ptr %a, align 4
  store i32 1, ptr %b, align 4
  br label %again

again:
  %v = load i32, ptr %a, align 4
  %z = icmp eq i32 %v, 0
  br i1 %z, label %next, label %bad

next:
  %x = urem i32 %n, 10
  %c = icmp eq i32 %x, 11
  br i1 %c, label %never, label %ok

never:
  call void @llvm.lifetime.start.p0(ptr nonnull %a)
  call void @llvm.lifetime.end.p0(ptr nonnull %a)
  call void @llvm.lifetime.start.p0(ptr nonnull %b)
  call void @llvm.lifetime.end.p0(ptr nonnull %b)
  ret i32 7

ok:
  ret i32 0

bad:
  store i32 1, ptr null, align 4
  ret i32 1
}
