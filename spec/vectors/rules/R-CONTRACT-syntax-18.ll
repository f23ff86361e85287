target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @memcpy(ptr)
define void @f(i32 %n) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %next ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %next, label %end
next:
  %j = add nuw i32 %i, 1
  br label %loop
end:
  ret void
}
