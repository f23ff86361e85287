target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare ptr @realloc(ptr, i64)
declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(ptr %p, i64 %n, i64 %m) {
start:
  call void @exit(i32 0)
  
  br label %test
test:
  %r = call ptr @realloc(ptr %p, i64 %n)
  ret void
}
