target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@divisor = global i32 7, align 4
@fixed = constant i32 7, align 4
declare void @free(ptr)
declare void @outside(ptr)
define i32 @fill(ptr %p, i32 %n) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %body ]
  %c = icmp sle i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %q = getelementptr i8, ptr %p, i32 %i
  store i8 0, ptr %q, align 1
  %j = add i32 %i, 1
  br label %loop
end:
  ret i32 0
}
define i32 @reads(ptr %p) {
  %x = load i32, ptr %p, align 4
  %q = sdiv i32 1, %x
  ret i32 %q
}
define i32 @main(i32 %argc, ptr %argv) {
  %x = load i32, ptr @divisor, align 4
  %q = sdiv i32 %argc, %x
  ret i32 %q
}
define void @frees(ptr %p) {
  call void @free(ptr %p)
  call void @free(ptr %p)
  ret void
}
define void @calls(ptr %p) {
  call void %p(ptr null)
  ret void
}
define i32 @wrong(i32 %x) {
  %q = sdiv i32 1, %x
  ret i32 %q
}
define i32 @calls_wrong() {
  %x = call i32 @wrong(i32 0)
  ret i32 %x
}
define void @waits(ptr %p) {
start:
  br label %loop
loop:
  %x = load i32, ptr %p, align 4
  %c = icmp ne i32 %x, 0
  br i1 %c, label %loop, label %end
end:
  ret void
}
