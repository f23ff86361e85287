target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@g = global i32 7, align 4

declare i32 @__VERIFIER_nondet_int()
declare ptr @malloc(i64)
declare void @free(ptr)

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %m = and i32 %n, 7
  %k = add nsw nuw i32 %m, 1
  %size = zext i32 %k to i64
  %bytes = mul nuw nsw i64 %size, 4
  %p = call ptr @malloc(i64 %bytes)
  br label %head

head:
  %i = phi i32 [ %k, %0 ], [ %j, %body ]
  %c = icmp sgt i32 %i, 0
  br i1 %c, label %body, label %end

body:
  %j = sub nsw i32 %i, 1
  %w = sext i32 %j to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 %j, ptr %q, align 4
  br label %head

end:
  call void @free(ptr %p)
  ret i32 0
}

define i32 @sum(i32 %a, i32 %b) {
  %v = alloca [2 x i8], align 2
  %x = load i16, ptr %v, align 2
  %y = zext i16 %x to i32
  %s = add i32 %a, %b
  %t = add i32 %s, %y
  %o = or i32 %t, 1
  %d = udiv i32 %s, %o
  ret i32 %d
}

define i32 @count() {
  store i32 0, ptr @g, align 4
  br label %head

head:
  %x = load i32, ptr @g, align 4
  %c = icmp ult i32 %x, 256
  br i1 %c, label %more, label %end

more:
  %y = add nuw nsw i32 %x, 1
  store i32 %y, ptr @g, align 4
  br label %head

end:
  ret i32 0
}
