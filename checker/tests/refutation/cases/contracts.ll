; Functions with contracts: a run begins with a call that satisfies the contract.
;
; A loop that writes one byte too many.
; VALID memory safety | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 2 rw; parameters 4096 2 | error 16
; VALID memory safety | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 2 r; object 8192 1 rw; parameters 4096 0 | error 4
; INVALID R-CALL writable | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 2 r; parameters 4096 2 | error 16
; INVALID R-CALL comparison | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 2 rw; parameters 4096 4294967295 | error 3
; INVALID R-CONTRACT syntax | entry fill | precondition (char *p, int n) requires 0 <= n & n | call object 4096 2 rw; parameters 4096 2 | error 16
; INVALID R-CONTRACT parameters | entry fill | precondition (char *p, long n) requires 0 <= n | call object 4096 2 rw; parameters 4096 2 | error 16
; INVALID R-CONTRACT name | entry fill | precondition (char *p, int n) requires \valid(q) | call object 4096 2 rw; parameters 4096 2 | error 16
; INVALID CLAIM call | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | error 16
; INVALID CLAIM call | entry fill | call parameters 4096 2 | choices 2 | error 16
; INVALID Q-ERROR error | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 3 rw; parameters 4096 2 | error 16
; INVALID Q-CHOICE choices | entry fill | precondition (char *p, int n) requires 0 <= n | call object 4096 2 rw; parameters 4096 2 | choices 2 | error 16
; INVALID CLAIM precondition | entry fill | precondition (char *p, int n) requires 0 <= n | call parameters 4096 2 | error 16 | wants precondition (char *p, int n) requires 1 <= n
; UNDECIDED Q-RUN limit | entry fill | precondition (char *p, int n) requires 0 <= n | call object 1048576 268435456 rw; parameters 1048576 2 | error 16
;
; What is read stands in the contract before it is read: no initial state is asked for here.
; INVALID R-CALL place | entry reads | precondition (int *p) requires i32[p] == 0 && \valid_read(p) | call object 4096 4 r; parameters 4096 | error 1
; VALID memory safety | entry reads | precondition (int *p) requires \valid_read(p) && i32[p] == 0 | call object 4096 4 r; parameters 4096 | error 1
; INVALID R-CALL place | entry reads | precondition (int *p) requires i32[p] == 0 | call object 4096 4 r; parameters 4096 | error 1
;
; Globals hold what the call says, also those of main, and its arguments are the call's.
; VALID memory safety | precondition (int argc, char **argv) requires i32[&divisor] == 0 | call content 0 0:0; parameters 7 0 | error 1
; INVALID R-CALL place | precondition (int argc, char **argv) requires i32[&divisor] == 0 | call parameters 7 0 | error 1
; VALID memory safety | precondition (int argc, char **argv) requires \true | call parameters 7 0 | choices #0 #0 #0 #0 | error 1
; INVALID R-CALL contents | precondition (int argc, char **argv) requires \true | call content 1 0:0; parameters 7 0 | error 1
;
; Heap objects are those that a list owns; they may be freed, once.
; VALID memory safety | entry frees | contracts free | precondition (void *p) requires \owned_list(p, \object(16, 8), 0) | call object 4096 16 heap; parameters 4096 | error 1
; VALID memory safety | model ilp32 | entry frees | contracts free | precondition (void *p) requires \owned_list(p, \object(8, 4), 0) | call object 4104 8 heap; parameters 4104 | error 1
; INVALID R-CALL heap | model ilp32 | entry frees | contracts free | precondition (void *p) requires \owned_list(p, \object(8, 4), 0) | call object 4108 8 heap; parameters 4108 | error 1
; INVALID R-CALL parameters | model ilp32 | entry frees | contracts free | precondition (void *p) requires \true | call parameters 4294967296 | error 1
; INVALID Q-CHOICE address | model ilp32 | entry frees | contracts free | precondition (void *p) requires \true | call object 4294967288 8 rw; parameters 4108 | error 1
; INVALID Q-ERROR first | entry frees | contracts free | precondition (void *p) requires \list(p, \object(16, 8), 0) | call object 4096 16 rw; parameters 4096 | error 1
; VALID memory safety | entry frees | contracts free | precondition (void *p) requires \list(p, \object(16, 8), 0) | call object 4096 16 rw; parameters 4096 | error 0
; INVALID R-CALL link | entry frees | contracts free | precondition (void *p) requires \list(p, \object(8, 8), 8) | call object 4096 16 rw; parameters 4096 | error 0
; INVALID R-CALL heap | entry frees | contracts free | precondition (char *p) requires \valid(p) | call object 4096 16 heap; parameters 4096 | error 1
;
; What a contract says of functions is taken for true.
; UNDECIDED Q-RUN gap | entry calls | contracts outside | precondition (void *p) requires \callback(p) | call callbacks 4096; parameters 4096 | error 0
; VALID memory safety | entry calls | precondition (void *p) requires \true | call parameters 4096 | error 0
; UNDECIDED Q-RUN gap | entry calls_wrong | precondition (void) requires \callback(&wrong) | call parameters | error 1
; VALID memory safety | entry calls_wrong | precondition (void) requires \true | call parameters | error 1
;
; Endless loops over the caller's memory.
; VALID termination | refutes termination | entry waits | precondition (int *p) requires \valid_read(p) && i32[p] != 0 | call object 4096 4 r fill=1; parameters 4096 | lasso 4 7
; VALID termination | refutes termination | entry waits | precondition (int *p) requires \valid(p) && i32[p] != 0 | call object 4096 4 rw fill=1; parameters 4096 | lasso 4 7
; INVALID R-CALL writable | refutes termination | entry waits | precondition (int *p) requires \valid(p) && i32[p] != 0 | call object 4096 4 r fill=1; parameters 4096 | lasso 4 7
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
