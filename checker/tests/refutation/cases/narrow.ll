; types of inputs, in 32 bits
; VALID memory safety | model ilp32 | entry main | contracts __VERIFIER_nondet_char __VERIFIER_nondet_pointer __VERIFIER_nondet_ushort malloc | choices -128 65535 @4096 | error 5
; INVALID Q-CHOICE input | model ilp32 | contracts __VERIFIER_nondet_char | choices 128 | error 5
; INVALID Q-CHOICE input | model ilp32 | contracts __VERIFIER_nondet_char | choices -129 | error 5
; INVALID Q-CHOICE input | model ilp32 | contracts __VERIFIER_nondet_char | choices 1 -1 | error 5
; INVALID Q-CHOICE input | model ilp32 | contracts __VERIFIER_nondet_char | choices 1 65536 | error 5
; INVALID Q-CHOICE address | model ilp32 | contracts __VERIFIER_nondet_char | choices 1 1 @4294967288 | error 5
; INVALID Q-CHOICE address | model ilp32 | contracts __VERIFIER_nondet_char | choices 1 1 @4098 | error 5
; VALID memory safety | model ilp32 | contracts __VERIFIER_nondet_char __VERIFIER_nondet_pointer __VERIFIER_nondet_ushort malloc | choices 1 1 @4294967280 | error 5
; VALID memory safety | model ilp32 | entry flag | contracts nondet_bool | choices 1 | error 1
; INVALID Q-CHOICE input | model ilp32 | entry flag | contracts nondet_bool | choices 2 | error 1
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
