target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define x86_fp80 @callee(i32 %n, ...) {
start:
  ret x86_fp80 0xK00000000000000000000
}

declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(i32 %a, ptr %p) {
start:
  call void @exit(i32 0)
  
  br label %test
test:
  %r = call x86_fp80 (i32, ...) @callee(i32 1, i32 %a)
  ret void
}
