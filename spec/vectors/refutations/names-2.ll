target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @nondet_int()

define i32 @isnan(double %d) "no-builtins" {
  ret i32 4
}

define void @own() "no-builtins" {
  unreachable
}

define i32 @input() "no-builtins" {
  %n = call i32 @nondet_int() nobuiltin
  %q = sdiv i32 1, %n
  ret i32 %q
}
