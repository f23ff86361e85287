target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @main(i32 %n, i32 %m) {
start:
  br label %outer
outer:
  %i = phi i32 [ 0, %start ], [ %i1, %step ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %pre, label %end
pre:
  br label %inner
inner:
  %j = phi i32 [ 0, %pre ], [ %j1, %body ]
  %d = icmp slt i32 %j, %m
  br i1 %d, label %body, label %step
body:
  %j1 = add nsw i32 %j, 1
  br label %inner
step:
  %i1 = add nsw i32 %i, 1
  br label %outer
end:
  ret void
}
