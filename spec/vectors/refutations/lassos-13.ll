target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @rand()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define i32 @byte() {
  %v = alloca i8, align 1
  store i8 0, ptr %v, align 1
  br label %head

head:
  call void @increment(ptr %v)
  br label %head
}

define void @increment(ptr %v) {
  %x = load i8, ptr %v, align 1
  %y = add i8 %x, 1
  store i8 %y, ptr %v, align 1
  ret void
}

define i32 @leak() {
  br label %head

head:
  call void @take()
  br label %head
}

define void @take() {
  %p = call ptr @malloc(i64 4)
  ret void
}

define i32 @give_back() {
  br label %head

head:
  call void @take_and_free()
  br label %head
}

define void @take_and_free() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  ret void
}

define void @deep() {
  call void @deep()
  ret void
}

define i32 @fresh() {
  br label %head

head:
  call void @look()
  br label %head
}

define void @look() {
  %v = alloca i8, align 1
  %x = load i8, ptr %v, align 1
  ret void
}

define i32 @unknown() {
  br label %head

head:
  %x = call i32 @rand()
  br label %head
}

define i32 @dead() {
  %v = alloca i8, align 1
  call void @llvm.lifetime.start.p0(ptr %v)
  br label %head

head:
  br label %head
}

define i32 @alive() {
  %v = alloca i8, align 1
  br label %head

head:
  call void @llvm.lifetime.start.p0(ptr %v)
  br label %here

here:
  call void @llvm.lifetime.end.p0(ptr %v)
  br label %head
}

define i32 @swing() {
  br label %head

head:
  %x = phi i1 [ false, %0 ], [ %y, %head ]
  %y = xor i1 %x, true
  br label %head
}
