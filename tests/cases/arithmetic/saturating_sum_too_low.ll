; expect: unknown
; The difference may be -128.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@t = global [256 x i8] zeroinitializer

declare i8 @__VERIFIER_nondet_char()
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)

define i32 @main() {
  %a = call i8 @__VERIFIER_nondet_char()
  %b = call i8 @__VERIFIER_nondet_char()
  %s = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  %d = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  %i = zext i8 %s to i64
  %p = getelementptr i8, ptr @t, i64 %i
  store i8 1, ptr %p
  %w = sext i8 %d to i64
  %m = add i64 %w, 127
  %q = getelementptr i8, ptr @t, i64 %m
  store i8 1, ptr %q
  %over = icmp ult i8 %s, %a
  br i1 %over, label %bad, label %good

bad:
  unreachable

good:
  ret i32 0
}
