; expect: no termination
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @decrease(ptr byval(i32) align 4 %p) {
  %x = load i32, ptr %p, align 4
  %y = sub nsw i32 %x, 1
  store i32 %y, ptr %p, align 4
  ret void
}
define i32 @main() {
  %p = alloca i32, align 4
  store i32 5, ptr %p, align 4
  br label %loop
loop:
  call void @decrease(ptr byval(i32) align 4 %p)
  %x = load i32, ptr %p, align 4
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 0
}
