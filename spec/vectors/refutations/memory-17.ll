target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@g = global i16 7, align 2
@external = external global i32, align 4

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @main(i32 %argc, ptr %argv) {
  %second = getelementptr ptr, ptr %argv, i32 %argc
  %p = load ptr, ptr %second, align 8
  %n = load i16, ptr @g, align 2
  %q = getelementptr i8, ptr %p, i16 0
  %x = load i8, ptr %q, align 1
  ret i32 0
}

define i32 @twice() {
  %x = load i8, ptr @g, align 1
  %y = load i8, ptr @g, align 1
  %c = icmp eq i8 %x, %y
  br i1 %c, label %hit, label %miss

hit:
  unreachable

miss:
  ret i32 0
}

define i32 @once_more() {
  %x = load i16, ptr @g, align 1
  %c = icmp eq i16 %x, 1541
  br i1 %c, label %hit, label %miss

hit:
  unreachable

miss:
  ret i32 0
}

define i32 @other() {
  %x = load i32, ptr @external, align 4
  %y = udiv i32 1, %x
  ret i32 %y
}

define i32 @copied() {
  %v = alloca i8, align 1
  %w = alloca i8, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr %w, ptr %v, i64 1, i1 false)
  %x = load i8, ptr %v, align 1
  %y = load i8, ptr %w, align 1
  %d = sub i8 %x, %y
  %z = udiv i8 1, %d
  ret i32 0
}

define i32 @moved() {
  %p = call ptr @malloc(i64 2)
  store i8 3, ptr %p, align 1
  %q = call ptr @realloc(ptr %p, i64 4)
  %x = load i8, ptr %q, align 1
  %r = getelementptr i8, ptr %q, i64 1
  %y = load i8, ptr %r, align 1
  %d = sub i8 %x, %y
  %z = udiv i8 1, %d
  ret i32 0
}

define i32 @empty() {
  %p = call ptr @malloc(i64 0)
  %q = call ptr @malloc(i64 0)
  %c = icmp eq ptr %p, %q
  %x = load i8, ptr %p, align 1
  ret i32 0
}

define i32 @float() {
  %v = alloca i32, align 4
  store float 0.0, ptr %v, align 4
  %x = load i32, ptr %v, align 4
  %y = udiv i32 1, %x
  ret i32 0
}

define i32 @volatile() {
  %v = alloca i32, align 4
  store volatile i32 0, ptr %v, align 4
  %x = load i32, ptr %v, align 4
  %y = udiv i32 1, %x
  ret i32 0
}

define i32 @cleared() {
  %p = call ptr @calloc(i64 2, i64 4)
  %q = getelementptr i8, ptr %p, i64 4
  %x = load i32, ptr %q, align 4
  %y = udiv i32 1, %x
  ret i32 0
}
