; expect: unknown message~"'fmod', which has a meaning"
; concrete: none (the interpreter knows no floating point)
; The remainder is a call of fmod: here of data.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@fmod = global i32 7
@z = global double zeroinitializer

define i32 @main() {
  %a = load double, ptr @z
  %b = frem double %a, 3.0
  store double %b, ptr @z
  ret i32 0
}
