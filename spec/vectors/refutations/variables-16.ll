target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@alias.x = internal global i32 1, align 4
@stdout = external global ptr, align 8
@far.y = global [8 x i8] zeroinitializer, align 8
define i32 @alias(ptr %p) {
  store i32 1, ptr @alias.x, align 4
  store i32 0, ptr %p, align 4
  %v = load i32, ptr @alias.x, align 4
  %q = sdiv i32 10, %v
  ret i32 %q
}
define i32 @clears(ptr %p) {
  store ptr null, ptr %p, align 8
  %s = load ptr, ptr @stdout, align 8
  %n = ptrtoint ptr %s to i64
  %q = sdiv i64 1, %n
  ret i32 0
}
define i32 @between(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %x = load i8, ptr %q, align 1
  ret i32 0
}
define i32 @far(ptr %p, i32 %n) {
  %c = icmp eq ptr %p, @far.y
  br i1 %c, label %bad, label %good
bad:
  %x = sdiv i32 1, 0
  ret i32 %x
good:
  ret i32 0
}
