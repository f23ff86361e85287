target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @__VERIFIER_nondet_int()
declare i1 @__VERIFIER_nondet_bool()
declare ptr @__VERIFIER_nondet_pointer()
declare float @__VERIFIER_nondet_float()
declare i32 @nondet_int(i32)
declare i32 @rand()
declare ptr @malloc(i64)
declare void @exit(i32)

define void @up(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %body ]
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %body, label %end

body:
  %y = add nsw i32 %x, 1
  br label %head

end:
  ret void
}

define void @stay(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %body ]
  br label %body

body:
  %y = add i32 %x, 1
  br label %head
}

define void @ask() {
  br label %head

head:
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %x, 7
  br i1 %c, label %end, label %head

end:
  ret void
}

define void @flip() {
  br label %head

head:
  %c = call i1 @__VERIFIER_nondet_bool()
  br label %head
}

define void @undefined() {
  br label %head

head:
  %x = freeze i32 undef
  %c = icmp eq i32 %x, 7
  br i1 %c, label %head, label %end

end:
  ret void
}

define void @deep() {
  call void @deep()
  ret void
}

define void @keep() {
  br label %head

head:
  %p = call ptr @malloc(i64 4)
  br label %head
}

define void @slots() {
  br label %head

head:
  %p = alloca i32, align 4
  br label %head
}

define void @keeps() {
  br label %head

head:
  call void @take()
  br label %head
}

define void @take() {
  %p = call ptr @malloc(i64 4)
  ret void
}

define void @cell() {
  %v = alloca i32, align 4
  store i32 5, ptr %v, align 4
  br label %head

head:
  %x = load i32, ptr %v, align 4
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %head, label %end

end:
  ret void
}

define void @two() {
  %v = alloca i32, align 4
  %w = alloca i32, align 4
  store i32 5, ptr %v, align 4
  br label %head

head:
  br label %head
}

define void @heap() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p, align 4
  br label %head

head:
  %x = load i32, ptr %p, align 4
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %head, label %end

end:
  ret void
}

define void @held() {
  %p = call ptr @malloc(i64 4)
  br label %head

head:
  br label %head
}

define void @outer() {
  %v = alloca i32, align 4
  call void @inner(ptr %v)
  ret void
}

define void @inner(ptr %p) {
  br label %head

head:
  store i32 1, ptr %p, align 4
  br label %head
}

define void @address() {
  br label %head

head:
  br label %head
}

define void @twice(i32 %x) {
  br label %head

head:
  call void @same(i32 %x)
  br label %head
}

define void @same(i32 %n) {
  ret void
}

define void @calls() {
  br label %here

here:
  call void @spin()
  ret void
}

define void @spin() {
  br label %head

head:
  br label %head
}

define void @above(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = zext i32 %x to i64
  %y = add nsw i32 %x, 1
  br label %head
}

define void @below(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = zext i32 %x to i64
  %y = sub nsw i32 %x, 1
  br label %head
}

define void @down(i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %more

more:
  %m = sub nsw i32 %n, 1
  call void @down(i32 %m)
  ret void

end:
  ret void
}

define void @leave() {
  br label %head

head:
  call void @exit(i32 1)
  unreachable
}

define void @pointer() {
  br label %head

head:
  %p = call ptr @__VERIFIER_nondet_pointer()
  br label %head
}

define void @float() {
  br label %head

head:
  %x = call float @__VERIFIER_nondet_float()
  br label %head
}

define void @given() {
  br label %head

head:
  %x = call i32 @nondet_int(i32 0)
  br label %head
}

define void @random() {
  br label %head

head:
  %x = call i32 @rand()
  br label %head
}

define void @differs(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %c = icmp ne i32 %x, 0
  %y = add nsw i32 %x, 1
  br label %head
}

define void @differs_below(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %c = icmp eq i32 %x, 0
  %y = sub nsw i32 %x, 1
  br label %head
}

define void @steady(i32 %x) {
  br label %head

head:
  %c = icmp ne i32 %x, 0
  br i1 %c, label %head, label %end

end:
  ret void
}

define void @switches(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %y = add nsw i32 %x, 1
  switch i32 %x, label %head [ i32 0, label %end ]

end:
  ret void
}

define void @flags() {
  br label %head

head:
  %y = add nuw nsw i32 1, 2
  br label %head
}

define void @cut(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = trunc i32 %x to i8
  %y = add nsw i32 %x, 1
  br label %head
}

define void @sum(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = add i32 %x, 1
  %y = add nsw i32 %x, 1
  br label %head
}

define void @kept() {
  %v = alloca i32, align 4
  store i32 5, ptr %v, align 4
  br label %head

head:
  %x = load i32, ptr %v, align 4
  br label %head
}
