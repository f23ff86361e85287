target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %w, %back ]
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %body, label %end

body:
  %y = call i32 @__VERIFIER_nondet_int()
  %is = icmp eq i32 %y, 7
  %up = add nsw i32 %x, 1
  %w = select i1 %is, i32 %up, i32 %y
  br label %back

back:
  br label %head

end:
  ret i32 0
}
