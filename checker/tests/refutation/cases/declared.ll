; Variables whose sizes the module says.
; VALID memory safety | entry fixed | choices @4096 @8192 @12288 | error 0
; VALID memory safety | entry own | choices @4096 @8192 @12288 | error 0
; VALID memory safety | entry bytes | choices @4096 @8192 @12288 | error 0
%flexible = type { i32, [0 x i8] }
%header = type { i32, [8 x i8] }
@four = external global [4 x i8]
@mine = global %flexible { i32 7, [0 x i8] zeroinitializer }
@head = external global %header

define i8 @fixed() {
  %x = load i8, ptr getelementptr (i8, ptr @four, i64 4), align 1
  ret i8 %x
}

define i8 @own() {
  %x = load i8, ptr getelementptr (i8, ptr @mine, i64 4), align 1
  ret i8 %x
}

define i8 @bytes() {
  %x = load i8, ptr getelementptr (i8, ptr @head, i64 12), align 1
  ret i8 %x
}
