target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @main(i32 %n) {
start:
  %i = alloca i32, align 4
  store i32 0, ptr %i, align 4
  br label %loop
loop:
  %a = load i32, ptr %i, align 4
  %c = icmp slt i32 %a, %n
  br i1 %c, label %next, label %end
next:
  %b = load i32, ptr %i, align 4
  %d = add nsw i32 %b, 1
  store i32 %d, ptr %i, align 4
  br label %loop
end:
  ret void
}
