; functions without errors that end, for all calls that satisfy their contracts: no change of these calls refutes them
; INVALID Q-RUN end | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 3 rw; parameters 4096 3 | error 60
; INVALID Q-ERROR error | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 3 rw; parameters 4096 3 | error 7
; INVALID Q-RUN end | refutes termination | entry fill | precondition (char *p, int n) requires 0 <= n && \valid(p + (0 .. n - 1)) | call object 4096 3 rw; parameters 4096 3 | lasso 3 40
; INVALID Q-RUN end | entry length | precondition (const char *s) requires valid_read_string(s) | call object 4096 8 r fill=97 5:0; object 8192 3 rw; parameters 4096 | error 90
; INVALID Q-RUN end | entry share | precondition (int *p, int *q) requires \valid_read(p) && \valid(q) && i32[p] > 0 && i32[q] / 2 > 1 && \separated(p, q) | call object 4096 8 rw 0:9,0,0,0,4; parameters 4096 4100 | error 90
; INVALID Q-RUN end | entry last | contracts free | precondition (void *p) requires \owned_list(p, \object(16, 8), 0) && p != \null | call object 4096 16 heap 0:0,32; object 8192 16 heap; parameters 4096 | error 90
; INVALID Q-RUN end | entry deep | precondition (void *p) requires \tree(p, \object(16, 8), 0, 8) | call object 4096 16 rw 0:0,32; object 8192 16 rw; parameters 4096 | error 90
; INVALID Q-RUN end | entry counted | precondition (int n) requires i32[&room] == n && 0 < n < 9 | call content 0 0:5; parameters 5 | error 90
@room = global i32 7, align 4
@table = constant [8 x i8] c"abcdefgh", align 1
declare void @free(ptr)
define i32 @fill(ptr %p, i32 %n) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %q = getelementptr i8, ptr %p, i32 %i
  store i8 0, ptr %q, align 1
  %j = add i32 %i, 1
  br label %loop
end:
  ret i32 0
}
define i64 @length(ptr %s) {
start:
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %j, %next ]
  %q = getelementptr i8, ptr %s, i64 %i
  %b = load i8, ptr %q, align 1
  %c = icmp ne i8 %b, 0
  br i1 %c, label %next, label %end
next:
  %j = add i64 %i, 1
  br label %loop
end:
  ret i64 %i
}
define i32 @share(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4
  %x = udiv i32 100, %a
  store i32 %x, ptr %q, align 4
  %b = load i32, ptr %p, align 4
  %y = udiv i32 100, %b
  ret i32 %y
}
; frees all cells
define void @last(ptr %p) {
start:
  br label %loop
loop:
  %c = phi ptr [ %p, %start ], [ %next, %loop ]
  %next = load ptr, ptr %c, align 8
  call void @free(ptr %c)
  %more = icmp ne ptr %next, null
  br i1 %more, label %loop, label %end
end:
  ret void
}
; along the first branches
define void @deep(ptr %p) {
start:
  br label %loop
loop:
  %c = phi ptr [ %p, %start ], [ %next, %body ]
  %there = icmp ne ptr %c, null
  br i1 %there, label %body, label %end
body:
  %next = load ptr, ptr %c, align 8
  store ptr %next, ptr %c, align 8
  br label %loop
end:
  ret void
}
define i8 @counted(i32 %n) {
  %r = load i32, ptr @room, align 4
  %i = sub i32 %r, 1
  %q = getelementptr i8, ptr @table, i32 %i
  %x = load i8, ptr %q, align 1
  %d = udiv i32 8, %n
  ret i8 %x
}
