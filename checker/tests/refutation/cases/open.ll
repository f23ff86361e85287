; variables of other files, which may be larger than they are declared here
; UNDECIDED Q-RUN gap | entry bytes | choices @4096 @8192 @12288 @16384 | error 0
; UNDECIDED Q-RUN gap | entry member | choices @4096 @8192 @12288 @16384 | error 0
; VALID memory safety | entry fixed | choices @4096 @8192 @12288 @16384 | error 0
; VALID memory safety | entry own | choices @4096 @8192 @12288 @16384 | error 0
; VALID memory safety | entry far | choices @4096 @8192 @12288 @16384 | error 0
%flexible = type { i32, [0 x i8] }
@any = external global [0 x i8]
@last = external global %flexible
@four = external global [4 x i8]
@mine = global %flexible { i32 7, [0 x i8] zeroinitializer }

define i8 @bytes() {
  %x = load i8, ptr getelementptr (i8, ptr @any, i64 5), align 1
  ret i8 %x
}

define i8 @member() {
  %x = load i8, ptr getelementptr (i8, ptr @last, i64 4), align 1
  ret i8 %x
}

define i8 @fixed() {
  %x = load i8, ptr getelementptr (i8, ptr @four, i64 4), align 1
  ret i8 %x
}

define i8 @own() {
  %x = load i8, ptr getelementptr (i8, ptr @mine, i64 4), align 1
  ret i8 %x
}

define i8 @far() {
  %x = load i8, ptr getelementptr (i8, ptr @last, i64 1048580), align 1
  ret i8 %x
}
