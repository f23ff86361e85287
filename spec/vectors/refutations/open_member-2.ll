target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%flexible = type { i32, [0 x i8], [12 x i8] }
@last = external global %flexible

define i8 @member() {
  %x = load i8, ptr getelementptr (i8, ptr @last, i64 16), align 1
  ret i8 %x
}
