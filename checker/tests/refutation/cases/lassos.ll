; states that differ in one thing, and loops that come back
; VALID termination | refutes termination | entry byte | choices @4096 | lasso 3 9
; VALID termination | refutes termination | entry byte | choices @4096 | lasso 3 1539
; VALID termination | refutes termination | entry byte | choices @4096 | lasso 9 1545
; VALID termination | refutes termination | mode ideal | entry byte | choices @4096 | lasso 3 1539
; INVALID Q-LASSO state | refutes termination | entry leak | contracts malloc | choices @4096 | lasso 1 5
; VALID termination | refutes termination | entry give_back | contracts free malloc | choices @4096 | lasso 1 6
; VALID termination | refutes termination | entry give_back | contracts free malloc | choices @4096 @8192 | lasso 1 11
; INVALID Q-CHOICE choices | refutes termination | entry give_back | contracts free malloc | choices @4096 @8192 | lasso 1 6
; INVALID CLAIM contracts | refutes termination | entry give_back | contracts malloc | choices @4096 | lasso 1 6
; VALID termination | refutes termination | entry deep | lasso 0 1
; UNDECIDED Q-RUN limit | entry deep | error 40000000
; VALID termination | refutes termination | entry fresh | choices @4096 #7 | lasso 1 6
; VALID termination | refutes termination | entry fresh | choices @4096 #7 @8192 #8 | lasso 1 11
; VALID termination | refutes termination | entry unknown | contracts rand | lasso 3 5
; VALID termination | refutes termination | entry unknown | contracts rand | lasso 1 3
; VALID termination | refutes termination | entry dead | choices @4096 | lasso 3 4
; INVALID Q-LASSO state | refutes termination | entry alive | choices @4096 | lasso 4 6
; VALID termination | refutes termination | entry alive | choices @4096 | lasso 4 8
; VALID termination | refutes termination | entry swing | lasso 3 7
; VALID termination | refutes termination | entry swing | lasso 3 5
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @rand()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define i32 @byte() {
  %v = alloca i8, align 1
  store i8 0, ptr %v, align 1
  br label %head

head:
  call void @increment(ptr %v)
  br label %head
}

define void @increment(ptr %v) {
  %x = load i8, ptr %v, align 1
  %y = add i8 %x, 1
  store i8 %y, ptr %v, align 1
  ret void
}

define i32 @leak() {
  br label %head

head:
  call void @take()
  br label %head
}

define void @take() {
  %p = call ptr @malloc(i64 4)
  ret void
}

define i32 @give_back() {
  br label %head

head:
  call void @take_and_free()
  br label %head
}

define void @take_and_free() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  ret void
}

define void @deep() {
  call void @deep()
  ret void
}

define i32 @fresh() {
  br label %head

head:
  call void @look()
  br label %head
}

define void @look() {
  %v = alloca i8, align 1
  %x = load i8, ptr %v, align 1
  ret void
}

define i32 @unknown() {
  br label %head

head:
  %x = call i32 @rand()
  br label %head
}

define i32 @dead() {
  %v = alloca i8, align 1
  call void @llvm.lifetime.start.p0(ptr %v)
  br label %head

head:
  br label %head
}

define i32 @alive() {
  %v = alloca i8, align 1
  br label %head

head:
  call void @llvm.lifetime.start.p0(ptr %v)
  br label %here

here:
  call void @llvm.lifetime.end.p0(ptr %v)
  br label %head
}

define i32 @swing() {
  br label %head

head:
  %x = phi i1 [ false, %0 ], [ %y, %head ]
  %y = xor i1 %x, true
  br label %head
}
