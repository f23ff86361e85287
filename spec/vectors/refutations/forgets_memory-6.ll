target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@table = constant [4 x i8] c"\01\02\03\04"
@number = global i32 0
declare i32 @__VERIFIER_nondet_int()
declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @total() {
  br label %head

head:
  %n = load i32, ptr @number, align 4
  %m = add i32 %n, 1
  store i32 %m, ptr @number, align 4
  br label %head
}

define i32 @total_ends() {
  br label %head

head:
  %n = load i32, ptr @number, align 4
  %m = add i32 %n, 1
  store i32 %m, ptr @number, align 4
  %e = icmp eq i32 %n, 77777777
  br i1 %e, label %out, label %head

out:
  ret i32 0
}

define i32 @looks() {
  br label %head

head:
  %n = phi i64 [ 0, %0 ], [ %m, %head ]
  %m = add i64 %n, 1
  %k = and i64 %n, 3
  %p = getelementptr i8, ptr @table, i64 %k
  %x = load i8, ptr %p, align 1
  br label %head
}

define i32 @written() {
  %v = alloca i8, align 1
  br label %head

head:
  store i8 7, ptr %v, align 1
  br label %head
}

define i32 @chosen() {
  %v = alloca i8, align 1
  br label %head

head:
  %x = load i8, ptr %v, align 1
  %i = call i32 @__VERIFIER_nondet_int()
  %b = trunc i32 %i to i8
  store i8 %b, ptr %v, align 1
  br label %head
}

define i32 @moves() {
  %f = call ptr @malloc(i64 4)
  br label %head

head:
  %p = phi ptr [ %f, %0 ], [ %q, %head ]
  call void @free(ptr %p)
  %q = call ptr @malloc(i64 4)
  br label %head
}
