target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@g = global [4 x i8] zeroinitializer, align 1
@p = global ptr getelementptr (i8, ptr @g, i64 0), align 8
define void @main() {
start:
  ret void
}
