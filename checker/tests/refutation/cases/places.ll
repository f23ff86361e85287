; places of local variables: from the alloca to the return no other object lives there
; INVALID Q-CHOICE address | refutes termination | entry dead | choices @4096 @4096 | lasso 5 6
; VALID termination | refutes termination | entry dead | choices @4096 @8192 | lasso 5 6
; INVALID Q-CHOICE address | refutes termination | entry taken | contracts malloc | choices @4096 @4096 | lasso 5 6
; VALID termination | refutes termination | entry twice | choices @4096 @4096 | lasso 7 8
; INVALID Q-CHOICE address | entry two | choices @4096 @4096 | error 6
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)

define void @dead() {
  %v = alloca i32, align 4
  %w = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @llvm.lifetime.end.p0(ptr %v)
  br label %head

head:
  br label %head
}

define void @taken() {
  %v = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %v)
  call void @llvm.lifetime.end.p0(ptr %v)
  %p = call ptr @malloc(i64 4)
  br label %head

head:
  br label %head
}

; the place is free again behind the return
define void @twice() {
  call void @local()
  call void @local()
  br label %head

head:
  br label %head
}

define void @local() {
  %v = alloca i32, align 4
  ret void
}

; one variable is no other one: whether it lives is said of it alone
define void @two() {
  %r = alloca i32, align 4
  %y = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %r)
  store i32 1, ptr %r, align 4
  call void @llvm.lifetime.start.p0(ptr %y)
  call void @llvm.lifetime.end.p0(ptr %y)
  %x = load i32, ptr %r, align 4
  ret void
}
