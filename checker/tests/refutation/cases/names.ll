; what a run takes for granted because of names
; VALID memory safety | entry own | no-builtin | error 0
; INVALID CLAIM no builtin | entry own | error 0
; INVALID CLAIM -fno-builtin | entry own | no-builtin | error 0 | wants builtins
; VALID memory safety | entry input | no-builtin | contracts nondet_int | choices 0 | error 1
; INVALID CLAIM --sv-comp | entry input | no-builtin | contracts nondet_int | choices 0 | error 1 | wants no-sv-comp
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
