; expect: unknown reason~"signed comparison"
; concrete: none (refused)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %p = freeze ptr undef
  %c = icmp slt ptr %p, null
  %z = zext i1 %c to i32
  ret i32 %z
}
