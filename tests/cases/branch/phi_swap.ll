; expect: no termination
; Phis of a block are evaluated at once: a and b are exchanged, never equal.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  br label %loop
loop:
  %a = phi i32 [ 0, %0 ], [ %b, %loop ]
  %b = phi i32 [ 1, %0 ], [ %a, %loop ]
  %c = icmp eq i32 %a, %b
  br i1 %c, label %end, label %loop
end:
  ret i32 0
}
