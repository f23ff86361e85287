target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define i32 @callee(i32 %n) {
start:
  br label %loop
loop:
  %i = phi i32 [ %n, %start ], [ %j, %next ]
  %c = icmp sgt i32 %i, 0
  br i1 %c, label %next, label %end
next:
  %j = sub nsw i32 %i, 1
  br label %loop
end:
  ret i32 %i
}

declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(i32 %a) {
start:
  call void @exit(i32 0)
  
  br label %test
test:
  %r = call i32 @callee(i32 %a)
  ret void
}
