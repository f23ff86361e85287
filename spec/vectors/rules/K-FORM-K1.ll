target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i1 @__VERIFIER_nondet_bool()
define void @main(i64 %i0, i64 %n0) {
start:
  br label %loop
loop:
  %i = phi i64 [ %i0, %start ], [ %i1, %loop ]
  %n = phi i64 [ %n0, %start ], [ %n1, %loop ]
  %c = call i1 @__VERIFIER_nondet_bool()
  %i1 = freeze i64 undef
  %n1 = freeze i64 undef
  br label %loop
}
