target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"
@g = global [9 x i8] zeroinitializer
declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f() {
start:
  call void @exit(i32 0)
  
  br label %test
test:
  ret void
}
