target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%flexible = type { i32, [0 x i8] }
%header = type { i32, [8 x i8] }
@four = external global [4 x i8]
@mine = global %flexible { i32 7, [0 x i8] zeroinitializer }
@head = external global %header

define i8 @fixed() {
  %x = load i8, ptr getelementptr (i8, ptr @four, i64 4), align 1
  ret i8 %x
}

define i8 @own() {
  %x = load i8, ptr getelementptr (i8, ptr @mine, i64 4), align 1
  ret i8 %x
}

define i8 @bytes() {
  %x = load i8, ptr getelementptr (i8, ptr @head, i64 12), align 1
  ret i8 %x
}
