; what a float, a volatile load or a library function gives decides nothing
; UNDECIDED Q-RUN unknown | contracts rand | error 5
; UNDECIDED Q-RUN unknown | entry address | contracts rand | error 4
; UNDECIDED Q-RUN unknown | entry divisor | contracts rand | error 4
; UNDECIDED Q-RUN unknown | entry amount | contracts rand | error 4
; UNDECIDED Q-RUN unknown | entry flagged | contracts rand | error 4
; VALID memory safety | mode wrap | entry flagged | contracts rand | error 2
; UNDECIDED Q-RUN unknown | entry size | contracts malloc rand | error 4
; UNDECIDED Q-RUN unknown | entry float | error 4
; UNDECIDED Q-RUN unknown | entry volatile | choices @4096 | error 4
; UNDECIDED Q-RUN gap | entry undefined | error 4
; UNDECIDED Q-RUN gap | entry outside | error 4
; UNDECIDED Q-RUN gap | entry external | error 4
; VALID memory safety | entry frozen | choices 7 | error 2
; INVALID Q-ERROR error | entry frozen | choices 8 | error 2
; INVALID Q-CHOICE input | entry frozen | choices 4294967296 | error 2
declare i32 @rand()
declare ptr @malloc(i64)
declare i32 @something()

define i32 @main() {
  %x = call i32 @rand()
  %c = icmp eq i32 %x, 3
  br i1 %c, label %a, label %b

a:
  %y = load i32, ptr null, align 4
  ret i32 0

b:
  ret i32 0
}

define i32 @address() {
  %x = call i32 @rand()
  %w = sext i32 %x to i64
  %p = inttoptr i64 %w to ptr
  %y = load i32, ptr %p, align 4
  ret i32 0
}

define i32 @divisor() {
  %x = call i32 @rand()
  %y = udiv i32 3, %x
  ret i32 0
}

define i32 @amount() {
  %x = call i32 @rand()
  %y = shl i32 3, %x
  ret i32 0
}

define i32 @flagged() {
  %x = call i32 @rand()
  %y = add nsw i32 3, %x
  %z = load i32, ptr null, align 4
  ret i32 0
}

define i32 @size() {
  %x = call i32 @rand()
  %y = sext i32 %x to i64
  %z = call ptr @malloc(i64 %y)
  ret i32 0
}

define i32 @float() {
  %c = fcmp oeq double 1.0, 1.0
  br i1 %c, label %a, label %a

a:
  ret i32 0
}

define i32 @volatile() {
  %v = alloca i1, align 1
  store i8 1, ptr %v, align 1
  %x = load volatile i8, ptr %v, align 1
  %y = udiv i8 1, %x
  ret i32 0
}

define i32 @undefined() {
  %y = udiv i32 1, undef
  ret i32 0
}

define i32 @outside() {
  %y = add <2 x i32> zeroinitializer, zeroinitializer
  ret i32 0
}

define i32 @external() {
  %y = call i32 @something()
  ret i32 0
}

define i32 @frozen() {
  %x = freeze i32 undef
  %y = sub i32 %x, 7
  %z = udiv i32 1, %y
  ret i32 %z
}
