target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@text = constant [8 x i8] c" -0x1fg\00"
@digits = constant [24 x i8] c"99999999999999999999999\00"
@one = constant [3 x i8] c"-1\00"
@number = constant [6 x i8] c"%03dz\00"
@same = constant [3 x i8] c"%s\00"
declare i64 @strtol(ptr, ptr, i32)
declare i64 @strtoul(ptr, ptr, i32)
declare i32 @atoi(ptr)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @sprintf(ptr, ptr, ...)

define i64 @hexadecimal() {
  %end = alloca ptr, align 8
  %n = call i64 @strtol(ptr @text, ptr %end, i32 16)
  %e = load ptr, ptr %end, align 8
  %a = ptrtoint ptr %e to i64
  %b = ptrtoint ptr @text to i64
  %l = sub i64 %a, %b
  %s = add i64 %n, %l
  %z = add i64 %s, 25
  %d = add i64 %z, 0
  %q = udiv i64 1, %d
  ret i64 %q
}

define i64 @octal() {
  %end = alloca ptr, align 8
  %n = call i64 @strtol(ptr @text, ptr %end, i32 8)
  %e = load ptr, ptr %end, align 8
  %a = ptrtoint ptr %e to i64
  %b = ptrtoint ptr @text to i64
  %l = sub i64 %a, %b
  %s = add i64 %n, %l
  %q = udiv i64 1, %s
  ret i64 %q
}

define i64 @base_one() {
  %n = call i64 @strtol(ptr @text, ptr null, i32 1)
  ret i64 %n
}

define i64 @large() {
  %n = call i64 @strtol(ptr @digits, ptr null, i32 10)
  ret i64 %n
}

define i64 @negative() {
  %n = call i64 @strtoul(ptr @one, ptr null, i32 0)
  %m = add i64 %n, 1
  %q = udiv i64 1, %m
  ret i64 %q
}

define i32 @simple() {
  %n = call i32 @atoi(ptr @one)
  %m = add i32 %n, 1
  %q = udiv i32 1, %m
  ret i32 %q
}

define i32 @simple_large() {
  %n = call i32 @atoi(ptr @digits)
  %m = add i32 %n, 1
  %q = udiv i32 1, %m
  ret i32 %q
}

define i32 @cut() {
  %b = alloca [3 x i8], align 1
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %b, i64 3, ptr @number, i32 -5)
  %m = sub i32 %n, 4
  %q = udiv i32 1, %m
  ret i32 %q
}

define i32 @cut_short() {
  %b = alloca [3 x i8], align 1
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %b, i64 3, ptr @number, i32 -5)
  %x = load i16, ptr %b, align 1
  %y = zext i16 %x to i32
  %m = sub i32 %y, 12333
  %r = add i32 %m, 1
  %q = udiv i32 1, %r
  ret i32 %q
}

define i32 @beyond() {
  %b = alloca [4 x i8], align 1
  %n = call i32 (ptr, ptr, ...) @sprintf(ptr %b, ptr @number, i32 -5)
  ret i32 %n
}

define i32 @itself() {
  %b = alloca [4 x i8], align 1
  store i8 0, ptr %b, align 1
  %n = call i32 (ptr, ptr, ...) @sprintf(ptr %b, ptr @same, ptr %b)
  ret i32 %n
}
