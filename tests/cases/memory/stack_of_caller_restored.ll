; expect: unknown reason~"not the result of a stacksave of this function"
; concrete: none (refused: it would end the memory of main)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @llvm.stackrestore.p0(ptr)
declare ptr @llvm.stacksave.p0()

define void @f(ptr %stack) {
  call void @llvm.stackrestore.p0(ptr %stack)
  ret void
}

define i32 @main() {
  %stack = call ptr @llvm.stacksave.p0()
  %a = alloca i32, align 4
  call void @f(ptr %stack)
  store i32 1, ptr %a, align 4
  ret i32 0
}
