target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@s = private unnamed_addr constant [2 x i8] c"a\00", align 1
define void @f(ptr %p) {
start:
  br label %end
end:
  ret void
}
