; expect: unknown reason~"label of the compiler"
; concrete: none (refused)
; Behind the prefix that private names get, this is the name of the constant pool of the second function.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define private i32 @CPI1_0(i32 %n) {
  ret i32 %n
}

define i32 @main() {
  %r = call i32 @CPI1_0(i32 0)
  ret i32 %r
}
