target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@g = global i32 1, align 4

define void @turns(ptr %p, ptr %q) {
  br label %head

head:
  store i32 2, ptr %p, align 4
  %x = load i32, ptr %q, align 4
  br label %head
}
