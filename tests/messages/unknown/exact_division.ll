; $ haltcert prove exact_division.ll --no-refute
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %half = sdiv exact i32 %n, 2
  %third = add nuw i32 %half, 7
  ret i32 %third
}
