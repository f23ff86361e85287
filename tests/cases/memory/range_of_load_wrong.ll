; expect: unknown reason~"is at least 253 and less than 255"
; concrete: none (the interpreter does not read !range)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %a = alloca i8, align 1
  store i8 -1, ptr %a, align 1
  %x = load i8, ptr %a, align 1, !range !0
  %y = sext i8 %x to i32
  ret i32 %y
}

!0 = !{i8 -3, i8 -1}
