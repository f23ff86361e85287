; what memory holds at the start, and what is chosen once
; VALID memory safety | entry twice | choices @4096 @8192 #5 | error 4
; INVALID Q-CHOICE choices | entry twice | choices @4096 @8192 #5 #5 | error 4
; VALID memory safety | entry once_more | choices @4096 @8192 #5 #6 | error 3
; INVALID Q-RUN end | entry once_more | choices @4096 @8192 #6 #5 | error 9
; VALID memory safety | choices @4096 @8192 @16384 @32768 | error 4
; INVALID Q-CHOICE address | choices @4096 @4097 @16384 @32768 | error 4
; INVALID Q-CHOICE address | choices @4097 @8192 @16384 @32768 | error 4
; UNDECIDED Q-RUN unknown | entry other | choices @4096 @8192 | error 2
; VALID memory safety | entry copied | choices @4096 @8192 @16384 @20480 #9 | error 6
; VALID memory safety | entry moved | contracts malloc realloc | choices @4096 @8192 @16384 @16384 #3 | error 7
; INVALID Q-CHOICE address | entry moved | contracts malloc realloc | choices @4096 @8192 @16384 @8192 #3 | error 7
; VALID memory safety | entry empty | contracts malloc | choices @4096 @8192 @16384 @16400 | error 3
; INVALID Q-CHOICE address | entry empty | contracts malloc | choices @4096 @8192 @16384 @16384 | error 3
; UNDECIDED Q-RUN unknown | entry float | choices @4096 @8192 @16384 | error 5
; UNDECIDED Q-RUN unknown | entry volatile | choices @4096 @8192 @16384 | error 5
; VALID memory safety | entry cleared | contracts calloc | choices @4096 @8192 @16384 | error 3
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
