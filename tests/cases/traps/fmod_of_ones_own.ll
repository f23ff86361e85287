; expect: unknown message~"floating point .* beside the definition of 'fmod'"
; concrete: none (the interpreter knows no floating point)
; The instruction is a call of the function itself, whatever the attributes.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define double @fmod(double %a, double %b) "no-builtins" {
  %r = frem double %a, %b
  ret double %r
}

define i32 @main(i32 %n, ptr %p) "no-builtins" {
  %x = sitofp i32 %n to double
  %r = call double @fmod(double %x, double 2.000000e+00) nobuiltin
  ret i32 0
}
