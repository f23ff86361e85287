; int x = nondet(); while (x > 5) { int y = nondet(); if (y == 7) x = x + 1; else x = y; } return
; VALID termination | refutes termination | contracts __VERIFIER_nondet_int | choices 10 10 10 | lasso 10 18
; VALID termination | refutes termination | contracts __VERIFIER_nondet_int | choices 10 10 10 10 | lasso 10 26
; INVALID Q-LASSO state | refutes termination | contracts __VERIFIER_nondet_int | choices 10 10 11 | lasso 10 18
; INVALID Q-LASSO state | refutes termination | contracts __VERIFIER_nondet_int | choices 10 10 10 | lasso 10 17
; VALID termination | refutes termination | contracts __VERIFIER_nondet_int | choices 10 10 | lasso 2 10
; INVALID Q-LASSO order | refutes termination | contracts __VERIFIER_nondet_int | choices 10 10 | lasso 10 10
; INVALID Q-RUN end | refutes termination | contracts __VERIFIER_nondet_int | choices 1 10 10 | lasso 10 18
; INVALID Q-ERROR first | refutes termination | contracts __VERIFIER_nondet_int | choices 2147483647 7 | lasso 10 18
; INVALID CLAIM properties | contracts __VERIFIER_nondet_int | choices 10 10 10 | lasso 10 18
; UNDECIDED Q-RUN limit | refutes termination | contracts __VERIFIER_nondet_int | choices 10 10 10 | lasso 10 50000001
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %w, %back ]
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %body, label %end

body:
  %y = call i32 @__VERIFIER_nondet_int()
  %is = icmp eq i32 %y, 7
  %up = add nsw i32 %x, 1
  %w = select i1 %is, i32 %up, i32 %y
  br label %back

back:
  br label %head

end:
  ret i32 0
}
