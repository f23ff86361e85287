target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@room = global i32 7, align 4
@table = constant [8 x i8] c"abcdefgh", align 1
declare void @free(ptr)
define i32 @fill(ptr %p, i32 %n) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %q = getelementptr i8, ptr %p, i32 %i
  store i8 0, ptr %q, align 1
  %j = add i32 %i, 1
  br label %loop
end:
  ret i32 0
}
define i64 @length(ptr %s) {
start:
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %j, %next ]
  %q = getelementptr i8, ptr %s, i64 %i
  %b = load i8, ptr %q, align 1
  %c = icmp ne i8 %b, 0
  br i1 %c, label %next, label %end
next:
  %j = add i64 %i, 1
  br label %loop
end:
  ret i64 %i
}
define i32 @share(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4
  %x = udiv i32 100, %a
  store i32 %x, ptr %q, align 4
  %b = load i32, ptr %p, align 4
  %y = udiv i32 100, %b
  ret i32 %y
}
define void @last(ptr %p) {
start:
  br label %loop
loop:
  %c = phi ptr [ %p, %start ], [ %next, %loop ]
  %next = load ptr, ptr %c, align 8
  call void @free(ptr %c)
  %more = icmp ne ptr %next, null
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @deep(ptr %p) {
start:
  br label %loop
loop:
  %c = phi ptr [ %p, %start ], [ %next, %body ]
  %there = icmp ne ptr %c, null
  br i1 %there, label %body, label %end
body:
  %next = load ptr, ptr %c, align 8
  store ptr %next, ptr %c, align 8
  br label %loop
end:
  ret void
}
define i8 @counted(i32 %n) {
  %r = load i32, ptr @room, align 4
  %i = sub i32 %r, 1
  %q = getelementptr i8, ptr @table, i32 %i
  %x = load i8, ptr %q, align 1
  %d = udiv i32 8, %n
  ret i8 %x
}
