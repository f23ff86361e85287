target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define i32 @down(i32 %n) {
start:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %more, label %end
more:
  %m = sub nsw i32 %n, 1
  %r = call i32 @down(i32 %m)
  br label %end
end:
  %x = phi i32 [ %n, %start ], [ %r, %more ]
  ret i32 %x
}
define void @main(i32 %n) {
  %r = call i32 @down(i32 %n)
  ret void
}
