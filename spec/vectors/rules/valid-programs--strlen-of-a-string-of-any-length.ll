target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare i64 @__VERIFIER_nondet_ulong()
declare ptr @malloc(i64)
declare void @free(ptr)
define i64 @length(ptr %str) {
start:
  br label %loop
loop:
  %s = phi ptr [ %str, %start ], [ %t, %next ]
  %b = load i8, ptr %s, align 1
  %c = icmp ne i8 %b, 0
  br i1 %c, label %next, label %end
next:
  %t = getelementptr inbounds i8, ptr %s, i64 1
  br label %loop
end:
  %x = ptrtoint ptr %s to i64
  %y = ptrtoint ptr %str to i64
  %r = sub i64 %x, %y
  ret i64 %r
}
define i32 @main() {
  %n = call i64 @__VERIFIER_nondet_ulong()
  %c = icmp ult i64 %n, 1000
  br i1 %c, label %go, label %out
go:
  %m = add nuw i64 %n, 1
  %p = call ptr @malloc(i64 %m)
  %e = getelementptr i8, ptr %p, i64 %n
  store i8 0, ptr %e, align 1
  %l = call i64 @length(ptr %p)
  call void @free(ptr %p)
  br label %out
out:
  ret i32 0
}
