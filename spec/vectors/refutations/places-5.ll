target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)

define void @dead() {
  %v = alloca i32, align 4
  %w = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @llvm.lifetime.end.p0(ptr %v)
  br label %head

head:
  br label %head
}

define void @taken() {
  %v = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @llvm.lifetime.end.p0(ptr %v)
  %p = call ptr @malloc(i64 4)
  br label %head

head:
  br label %head
}

define void @twice() {
  call void @local()
  call void @local()
  br label %head

head:
  br label %head
}

define void @local() {
  %v = alloca i32, align 4
  ret void
}

define void @two() {
  %r = alloca i32, align 4
  %y = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %r)
  store i32 1, ptr %r, align 4
  call void @llvm.lifetime.start.p0(ptr %y)
  call void @llvm.lifetime.end.p0(ptr %y)
  %x = load i32, ptr %r, align 4
  ret void
}
