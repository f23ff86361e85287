; options: --data-model ilp32
; expect: no termination
; On most systems no variable lies so low that this is above it.
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-unknown-linux-gnu"

@here = global i8 0
@far = global ptr getelementptr (i8, ptr @here, i32 -268435456)

define i32 @main() {
  %p = load ptr, ptr @far
  %a = ptrtoint ptr %p to i32
  %b = ptrtoint ptr @here to i32
  %above = icmp ugt i32 %a, %b
  br i1 %above, label %loop, label %end

loop:
  br label %loop

end:
  ret i32 0
}
