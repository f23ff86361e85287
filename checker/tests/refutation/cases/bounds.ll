; int n = nondet(); if (n > 8) { int *p = malloc(40); p[n] = 1; }
; VALID memory safety | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6
; VALID memory safety | contracts __VERIFIER_nondet_int malloc | choices 11 @4112 | error 6
; VALID memory safety | contracts __VERIFIER_nondet_int malloc | choices 2147483647 @65536 | error 6 | wants anything
; VALID memory safety | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6 | wants may-fail
; INVALID Q-ERROR error | contracts __VERIFIER_nondet_int malloc | choices 9 @4096 | error 6
; INVALID Q-ERROR error | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 5
; INVALID Q-ERROR error | contracts __VERIFIER_nondet_int | choices 3 | error 3
; INVALID Q-RUN end | contracts __VERIFIER_nondet_int | choices 3 | error 6
; INVALID Q-ERROR first | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 7
; INVALID Q-ERROR property | refutes no-overflow | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6
; INVALID Q-CHOICE choices | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 3 | error 6
; INVALID Q-CHOICE choices | contracts __VERIFIER_nondet_int malloc | choices 10 | error 6
; INVALID Q-CHOICE choices | contracts __VERIFIER_nondet_int malloc | choices 10 4096 | error 6
; INVALID Q-CHOICE choices | contracts __VERIFIER_nondet_int malloc | choices @10 @4096 | error 6
; INVALID Q-CHOICE choices | contracts __VERIFIER_nondet_int malloc | choices #10 @4096 | error 6
; INVALID Q-CHOICE failure | contracts __VERIFIER_nondet_int malloc | choices 10 null | error 6
; VALID memory safety | may-fail | contracts __VERIFIER_nondet_int malloc | choices 10 null | error 6
; INVALID CLAIM malloc | may-fail | contracts __VERIFIER_nondet_int malloc | choices 10 null | error 6 | wants no-failure
; INVALID Q-CHOICE address | contracts __VERIFIER_nondet_int malloc | choices 10 @0 | error 6
; INVALID Q-CHOICE address | contracts __VERIFIER_nondet_int malloc | choices 10 @16 | error 6
; INVALID Q-CHOICE address | contracts __VERIFIER_nondet_int malloc | choices 10 @4100 | error 6
; INVALID Q-CHOICE address | contracts __VERIFIER_nondet_int malloc | choices 10 @18446744073709551600 | error 6
; INVALID Q-CHOICE address | contracts __VERIFIER_nondet_int malloc | choices 10 @18446744073709486080 | error 6
; VALID memory safety | contracts __VERIFIER_nondet_int malloc | choices 10 @18446744073709486032 | error 6
; INVALID Q-CHOICE input | contracts __VERIFIER_nondet_int malloc | choices 4294967296 @4096 | error 6
; INVALID CLAIM contracts | contracts __VERIFIER_nondet_int | choices 10 @4096 | error 6
; INVALID CLAIM contracts | contracts __VERIFIER_nondet_int free malloc | choices 10 @4096 | error 6
; INVALID CLAIM properties | all-properties | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6
; INVALID CLAIM properties | refutes nothing | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6
; INVALID CLAIM properties | refutes termination | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6
; INVALID CLAIM properties | refutes no-overflow | mode wrap | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6
; INVALID CLAIM properties | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6 | wants refutes termination
; INVALID CLAIM entry | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6 | wants entry f
; INVALID CLAIM data model | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6 | wants ilp32
; INVALID CLAIM signed overflow | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6 | wants mode wrap
; INVALID CLAIM precondition | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6 | wants precondition (void) requires 1 <= 2
; INVALID CLAIM precondition | precondition (void) requires 1 <= 2 | contracts malloc | error 6 | wants precondition (void) requires 2 <= 3
; INVALID CLAIM call | precondition (void) requires 1 <= 2 | contracts malloc | error 6
; UNDECIDED Q-RUN limit | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 50000001
; ERROR | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6 | other-module
; ERROR | entry g | contracts __VERIFIER_nondet_int malloc | choices 10 @4096 | error 6
declare i32 @__VERIFIER_nondet_int()
declare ptr @malloc(i64)

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %large = icmp sgt i32 %n, 8
  br i1 %large, label %then, label %end

then:
  %b = call ptr @malloc(i64 40)
  %i = sext i32 %n to i64
  %p = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 1, ptr %p, align 4
  ret i32 0

end:
  ret i32 1
}

define i32 @f() {
  ret i32 0
}
