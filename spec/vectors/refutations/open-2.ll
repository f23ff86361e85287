target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@any = external global [0 x i8]
@four = external global [4 x i8]

define i8 @bytes() {
  %x = load i8, ptr getelementptr (i8, ptr @any, i64 5), align 1
  ret i8 %x
}

define i8 @far() {
  %x = load i8, ptr getelementptr (i8, ptr @any, i64 4097), align 1
  ret i8 %x
}

define i8 @other() {
  %x = load i8, ptr getelementptr (i8, ptr @four, i64 4), align 1
  ret i8 %x
}
