; expect: unknown
; concrete: none (refused)
; Its argument is metadata, which no instruction of the accepted language has.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @llvm.experimental.noalias.scope.decl(metadata)

define i32 @main() {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  ret i32 0
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
