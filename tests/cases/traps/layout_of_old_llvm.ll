; expect: bad input message~"data layout"
; LLVM completes this layout by the triple: it puts the i128 at offset 16.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%s = type { i64, i128 }

define i32 @main() {
  %a = alloca %s, align 16
  %b = getelementptr %s, ptr %a, i64 0, i32 1
  store i128 0, ptr %b, align 8
  ret i32 0
}
