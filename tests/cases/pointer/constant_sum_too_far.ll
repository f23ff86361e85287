; expect: unknown
; One element too far.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@t = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@d = constant i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @t, i64 12) to i64), i64 ptrtoint (ptr @t to i64))

define i32 @main() {
  %p = inttoptr i64 add (i64 ptrtoint (ptr @t to i64), i64 16) to ptr
  %x = load i32, ptr %p, align 4
  %y = load i32, ptr inttoptr (i64 sub (i64 ptrtoint (ptr getelementptr (i32, ptr @t, i64 4) to i64), i64 4) to ptr), align 4
  %d = load i64, ptr @d
  %n = trunc i64 %d to i32
  %s = sub i32 %n, trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @t, i64 12) to i64), i64 ptrtoint (ptr @t to i64)) to i32)
  %z = icmp eq i32 %s, 0
  br i1 %z, label %good, label %bad

good:
  %r = xor i32 %x, %y
  ret i32 %r

bad:
  unreachable
}
