target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@t = constant [3 x ptr] [ptr @h, ptr @g, ptr @h]
@u = global ptr @g
define i32 @g(i32 %x) {
  ret i32 %x
}
define i32 @h(i32 %x) {
  ret i32 0
}
define void @main() {
  ret void
}
define void @other() {
  ret void
}
