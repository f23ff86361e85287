target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare void @free(ptr)
define void @f(ptr %p) {
start:
  call void @free(ptr %p)
  ret void
}
