; expect: unknown
; concrete: none (the tag says that the memory is constant)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@x = global i32 0

define internal void @set(ptr %p) noinline {
  store i32 1, ptr %p
  ret void
}

define i32 @main() {
  %a = load i32, ptr @x, !tbaa !3
  call void @set(ptr @x)
  %b = load i32, ptr @x, !tbaa !3
  %e = icmp eq i32 %a, %b
  br i1 %e, label %bad, label %ok

bad:
  store volatile i32 1, ptr null
  br label %ok

ok:
  ret i32 0
}

!1 = !{!"int", !2}
!2 = !{!"root"}
!3 = !{!1, !1, i64 0, i64 1}
