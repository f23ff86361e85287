; expect: unknown reason~"assembler"
; concrete: none (which object it is only the assembler decides)
; LLVM writes `.Lx` for the private x, so both are one symbol.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@x = private global i32 1, align 4
@.Lx = external global i32, align 4

define i32 @main() {
  store i32 0, ptr @x, align 4
  store i32 1, ptr @.Lx, align 4
  %v = load i32, ptr @x, align 4
  %z = icmp eq i32 %v, 0
  br i1 %z, label %ok, label %bad

ok:
  ret i32 0

bad:
  store i32 1, ptr null, align 4
  ret i32 1
}
