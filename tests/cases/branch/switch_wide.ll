; expect: proved
; No int is 4294967295.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %w = sext i32 %x to i64
  switch i64 %w, label %other [
    i64 -1, label %minus
    i64 4294967295, label %never
  ]
minus:
  ret i32 1
never:
  unreachable
other:
  ret i32 0
}
