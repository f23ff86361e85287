target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %m = add nsw i32 %n, 1
  %x = load i32, ptr null, align 4
  ret i32 0
}
