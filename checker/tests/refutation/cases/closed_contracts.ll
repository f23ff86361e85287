; graphs that no run leaves, with memory of the caller
; VALID termination | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) | call object 4096 4 rw; object 8192 4 r; parameters 4096 8192 | closed 1 turns
; INVALID Q-MEMBER kind | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) | call object 4096 4 rw; object 8192 4 r; parameters 4096 8192 | closed 1 turns-unmarked
; INVALID Q-MEMBER read only | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) | call object 4096 4 rw; object 8192 4 rw; parameters 4096 8192 | closed 1 turns
; VALID termination | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) | call object 4096 4 rw; object 8192 4 rw; parameters 4096 8192 | closed 1 turns-unmarked
; INVALID Q-MEMBER kind | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) | call object 4096 4 rw; object 8192 4 r; parameters 4096 8192 | closed 1 turns-heap
; INVALID Q-MEMBER kind | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) | call object 8192 4 r; globals 4096; parameters 4096 8192 | closed 1 turns
; INVALID Q-MEMBER size | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) | call object 4096 8 rw; object 8192 4 r; parameters 4096 8192 | closed 1 turns
; VALID termination | refutes termination | entry turns | precondition (int *p, const int *q) requires \owned_list(p, \object(16, 8), 0) && p != \null && \valid_read(q) && \separated(p, q) | call object 4096 16 heap; object 8192 4 r; parameters 4096 8192 | closed 1 turns-owned
; INVALID Q-MEMBER kind | refutes termination | entry turns | precondition (int *p, const int *q) requires \list(p, \object(16, 8), 0) && p != \null && \valid_read(q) && \separated(p, q) | call object 4096 16 rw; object 8192 4 r; parameters 4096 8192 | closed 1 turns-owned
; UNDECIDED Q-RUN gap | refutes termination | entry turns | precondition (int *p, const int *q) requires \valid(p) && \valid_read(q) && \callback(&turns) | call object 4096 4 rw; object 8192 4 r; parameters 4096 8192 | closed 1 turns
@g = global i32 1, align 4

;| graph turns (4096, 8192) blocks 0@4096 1@8192
;| node 0 entry 0 at turns head 0
;| vars 2
;| p = v0
;| q = v1
;| block 0 caller:0 v0 4 align 4
;| block 1 caller:1 v1 4 align 4 ro
;| exec store 0
;| exec s load 1
;| exec
;| goto 0 (v0, v1) blocks 0<-0 1<-1
;| graph turns-unmarked (4096, 8192) blocks 0@4096 1@8192 like turns:  ro => 
;| graph turns-heap (4096, 8192) blocks 0@4096 1@8192 like turns: caller:0 => heap
;| graph turns-owned (4096, 8192) blocks 0@4096 1@8192 like turns: caller:0 v0 4 => heap v0 16
define void @turns(ptr %p, ptr %q) {
  br label %head

head:
  store i32 2, ptr %p, align 4
  %x = load i32, ptr %q, align 4
  br label %head
}
