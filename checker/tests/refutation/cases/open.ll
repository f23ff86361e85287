; Variables of other files, of which this module does not say how large they are, so that no run of it is followed.
; UNDECIDED Q-RUN gap | entry bytes | choices @4096 @8192 | error 0
; UNDECIDED Q-RUN gap | entry far | choices @4096 @8192 | error 0
; UNDECIDED Q-RUN gap | entry other | choices @4096 @8192 | error 0
@any = external global [0 x i8]
@four = external global [4 x i8]

define i8 @bytes() {
  %x = load i8, ptr getelementptr (i8, ptr @any, i64 5), align 1
  ret i8 %x
}

define i8 @far() {
  %x = load i8, ptr getelementptr (i8, ptr @any, i64 4097), align 1
  ret i8 %x
}

define i8 @other() {
  %x = load i8, ptr getelementptr (i8, ptr @four, i64 4), align 1
  ret i8 %x
}
