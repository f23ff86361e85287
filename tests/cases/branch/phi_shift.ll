; expect: proved
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  br label %loop
loop:
  %a = phi i32 [ 3, %0 ], [ %b, %loop ]
  %b = phi i32 [ 2, %0 ], [ %next, %loop ]
  %next = sub nsw i32 %b, 1
  %c = icmp sgt i32 %a, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 0
}
