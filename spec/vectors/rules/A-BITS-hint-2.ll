target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(i32 %a, i32 %b) {
start:
  call void @exit(i32 0)
  
  br label %test
test:
  %r = or i32 %a, 1024
  ret void
}
