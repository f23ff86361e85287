target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @__VERIFIER_nondet_int()
declare ptr @malloc(i64)

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %large = icmp sgt i32 %n, 8
  br i1 %large, label %then, label %end

then:
  %b = call ptr @malloc(i64 40)
  %i = sext i32 %n to i64
  %p = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 1, ptr %p, align 4
  ret i32 0

end:
  ret i32 1
}

define i32 @f() {
  ret i32 0
}
