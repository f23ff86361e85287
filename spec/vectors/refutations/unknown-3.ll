target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
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
