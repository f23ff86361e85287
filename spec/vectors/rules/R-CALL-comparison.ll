target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@g = global i32 7, align 4
@t = constant [2 x i32] [i32 1, i32 2], align 8
@r = constant ptr @g, align 8
define void @f(i32 %n) {
start:
  br label %end
end:
  ret void
}
