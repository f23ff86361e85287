target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i64 @__VERIFIER_nondet_long()
define void @main() {
start:
  %x0 = call i64 @__VERIFIER_nondet_long()
  %y0 = call i64 @__VERIFIER_nondet_long()
  br label %loop
loop:
  %x = phi i64 [ %x0, %start ], [ %x1, %next ]
  %y = phi i64 [ %y0, %start ], [ %y1, %next ]
  %c = icmp sge i64 %x, 0
  br i1 %c, label %next, label %end
next:
  %x1 = add nsw i64 %x, %y
  %y1 = sub nsw i64 %y, 1
  br label %loop
end:
  ret void
}
