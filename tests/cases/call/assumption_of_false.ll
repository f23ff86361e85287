; expect: unknown
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare void @llvm.assume(i1)

define i32 @main() {
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %x, 7
  br i1 %c, label %odd, label %end

odd:
  %never = icmp ne i32 %x, 7
  call void @llvm.assume(i1 %never)
  br label %end

end:
  ret i32 0
}
