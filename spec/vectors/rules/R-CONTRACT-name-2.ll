target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.s = type { i32, i64 }
%struct.hidden = type opaque
@table = constant [4 x i8] c"abc\00", align 1
@count = global i32 0, align 4
@weak = weak global i32 0
define void @f(ptr %p, i32 %n, ptr %q) {
start:
  ret void
}
define void @uses(ptr %a) {
start:
  %b = getelementptr %struct.s, ptr %a, i64 1
  ret void
}
