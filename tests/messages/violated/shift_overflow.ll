; $ haltcert prove shift_overflow.ll --no-refute
; $ haltcert prove shift_overflow.ll
; $ haltcert prove shift_overflow.ll --json | grep -o '"id":"[^"]*"'
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %amount = and i32 %n, 31
  %r = shl nsw i32 3, %amount
  ret i32 %r
}
