; int n = nondet(); n + 1; *(int *) 0
; VALID no overflow | refutes no-overflow | contracts __VERIFIER_nondet_int | choices 2147483647 | error 1
; INVALID Q-ERROR first | contracts __VERIFIER_nondet_int | choices 2147483647 | error 2
; INVALID Q-ERROR property | contracts __VERIFIER_nondet_int | choices 2147483647 | error 1
; VALID memory safety | contracts __VERIFIER_nondet_int | choices 5 | error 2
; VALID memory safety | mode wrap | contracts __VERIFIER_nondet_int | choices 2147483647 | error 2
; VALID memory safety | mode ideal | contracts __VERIFIER_nondet_int | choices 5 | error 2
; UNDECIDED Q-RUN overflow | mode ideal | contracts __VERIFIER_nondet_int | choices 2147483647 | error 2
; INVALID Q-ERROR property | refutes no-overflow | contracts __VERIFIER_nondet_int | choices 5 | error 2
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %m = add nsw i32 %n, 1
  %x = load i32, ptr null, align 4
  ret i32 0
}
