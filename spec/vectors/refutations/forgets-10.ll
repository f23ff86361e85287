target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @count() {
  br label %head

head:
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  %m = add i32 %n, 1
  br label %head
}

define i32 @ends() {
  br label %head

head:
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  %m = add i32 %n, 1
  %c = icmp eq i32 %m, 100
  br i1 %c, label %out, label %head

out:
  ret i32 0
}

define i32 @divides() {
  br label %head

head:
  %n = phi i32 [ 9, %0 ], [ %m, %head ]
  %m = sub i32 %n, 1
  %q = udiv i32 7, %n
  br label %head
}

define i32 @shifts() {
  br label %head

head:
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  %m = add i32 %n, 1
  %q = shl i32 7, %n
  br label %head
}

define i32 @signed() {
  br label %head

head:
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  %m = add nsw i32 %n, 1
  br label %head
}

define i32 @unsigned() {
  br label %head

head:
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  %m = add nuw i32 %n, 1
  br label %head
}

define i32 @chain() {
  br label %head

head:
  %a = phi i32 [ 0, %0 ], [ %b, %head ]
  %b = phi i32 [ 0, %0 ], [ %c, %head ]
  %c = phi i32 [ 0, %0 ], [ %m, %head ]
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  %m = add i32 %n, 1
  br label %head
}

define i32 @chain_ends() {
  br label %head

head:
  %a = phi i32 [ 0, %0 ], [ %b, %head ]
  %b = phi i32 [ 0, %0 ], [ %c, %head ]
  %c = phi i32 [ 0, %0 ], [ %n, %head ]
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  %m = add i32 %n, 1
  %e = icmp eq i32 %a, 9
  br i1 %e, label %out, label %head

out:
  ret i32 0
}

define void @calls() {
  br label %head

head:
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  call void @nothing()
  %m = add i32 %n, 1
  br label %head
}

define void @calls_ends() {
  br label %head

head:
  %n = phi i32 [ 0, %0 ], [ %m, %head ]
  call void @nothing()
  %m = add i32 %n, 1
  %e = icmp eq i32 %m, 9
  br i1 %e, label %out, label %head

out:
  ret void
}

define void @nothing() {
  ret void
}

define void @deeper(i32 %n) {
  %m = add i32 %n, 1
  call void @deeper(i32 %m)
  ret void
}

define void @deeper_ends(i32 %n) {
  %m = add i32 %n, 1
  %e = icmp eq i32 %m, 9
  br i1 %e, label %out, label %on

on:
  call void @deeper_ends(i32 %m)
  br label %out

out:
  ret void
}

define void @deeper_object() {
  %v = alloca i8, align 1
  call void @deeper_object()
  ret void
}

define void @leaves() {
  call void @nothing()
  call void @also()
  ret void
}

define void @also() {
  call void @nothing()
  ret void
}

define void @loses(i1 %c) {
  br i1 %c, label %one, label %head

one:
  %x = add i32 1, 2
  br label %head

head:
  call void @loses(i1 false)
  ret void
}

define void @needs(i1 %c) {
  br i1 %c, label %one, label %head

one:
  %x = add i32 1, 2
  br label %head

head:
  %y = add i32 %x, 2
  call void @needs(i1 false)
  ret void
}
