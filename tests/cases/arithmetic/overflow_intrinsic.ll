; expect: proved
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 1)
  %o = extractvalue { i32, i1 } %r, 1
  br i1 %o, label %end, label %go
go:
  %s = extractvalue { i32, i1 } %r, 0
  %t = sub nsw i32 %s, 1
  ret i32 %t
end:
  ret i32 0
}
