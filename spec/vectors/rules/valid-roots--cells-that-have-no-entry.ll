target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@a = global { i32, i128 } zeroinitializer, align 16
@x = global i32 3, align 4
define i32 @main() {
start:
  ret i32 0
}
