; expect: unknown
; concrete: none (refused)
; What one thread sees of atomic operations is known of C only.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@x = global i32 0

define i32 @main() {
  %v = atomicrmw add ptr @x, i32 1 seq_cst, align 4
  ret i32 %v
}
