; The last member of a structure of another file, with padding behind it, may have elements.
; UNDECIDED Q-RUN gap | entry member | choices @4096 | error 0
%flexible = type { i32, [0 x i8], [12 x i8] }
@last = external global %flexible

define i8 @member() {
  %x = load i8, ptr getelementptr (i8, ptr @last, i64 16), align 1
  ret i8 %x
}
