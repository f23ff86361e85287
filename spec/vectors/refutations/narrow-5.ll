target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
declare i32 @__VERIFIER_nondet_char()
declare i32 @__VERIFIER_nondet_ushort()
declare ptr @__VERIFIER_nondet_pointer()
declare i8 @nondet_bool()
declare ptr @malloc(i32)

define i32 @main() {
  %c = call i32 @__VERIFIER_nondet_char()
  %u = call i32 @__VERIFIER_nondet_ushort()
  %p = call ptr @malloc(i32 8)
  %n = call ptr @__VERIFIER_nondet_pointer()
  store i32 %c, ptr %p, align 4
  %x = load i32, ptr %n, align 4
  ret i32 0
}

define i32 @flag() {
  %b = call i8 @nondet_bool()
  %x = load i32, ptr null, align 4
  ret i32 0
}
