; expect: proved
; An i7 wraps after 128 steps.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  br label %loop
loop:
  %i = phi i7 [ 0, %0 ], [ %next, %loop ]
  %next = add i7 %i, 1
  %more = icmp ne i7 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 0
}
