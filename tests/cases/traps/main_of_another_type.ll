; expect: unknown reason~"start code"
; concrete: none (the interpreter's argument is 8 bits)
; Start code does not extend the argument.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @main(i8 zeroext %c) {
  %t = alloca [256 x i8]
  %i = zext i8 %c to i64
  %q = getelementptr [256 x i8], ptr %t, i64 0, i64 %i
  store volatile i8 7, ptr %q, align 1
  ret i32 0
}
