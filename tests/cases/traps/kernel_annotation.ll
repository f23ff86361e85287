; expect: unknown message~"metadata of the module"
; concrete: none (the metadata changes the function's calling convention)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal void @f(ptr %p) noinline {
  store i32 0, ptr %p, align 4
  ret void
}

define i32 @main() {
  %x = alloca i32, align 4
  call void @f(ptr %x)
  ret i32 0
}

!nvvm.annotations = !{!0}
!0 = !{ptr @f, !"kernel", i32 1}
