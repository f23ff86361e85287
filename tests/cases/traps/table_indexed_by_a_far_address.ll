; expect: unknown
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@here = global i8 0
@far = global ptr getelementptr (i8, ptr @here, i64 -4611686018427387904)
@table = global [4 x i32] zeroinitializer

define i32 @main() {
  %p = load ptr, ptr @far
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr @here to i64
  %above = icmp ugt i64 %a, %b
  %index = select i1 %above, i64 1048576, i64 0
  %place = getelementptr i32, ptr @table, i64 %index
  store i32 1, ptr %place
  ret i32 0
}
