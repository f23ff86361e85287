; graphs that no run leaves, with global variables
; VALID termination | refutes termination | entry globals | choices @4096 @8192 @12288 | closed 1 globals
; VALID termination | refutes termination | entry globals | choices @4096 @8192 @12288 | closed 1 globals-unmarked
; INVALID M-STORE writable | refutes termination | entry writes | choices @4096 @8192 @12288 | closed 1 writes
; INVALID Q-MEMBER read only | refutes termination | entry reads | choices @4096 @8192 @12288 | closed 1 reads
; INVALID Q-MEMBER kind | refutes termination | entry globals | choices @4096 @8192 @12288 | closed 1 globals-other
@g = global i32 1, align 4
@k = constant i32 1, align 4
@h = global i32 1, align 4

;| graph globals (4096, 8192) blocks 0@4096 1@8192
;| node 0 entry 0 at globals head 0
;| vars 2
;| block 0 global:g v0 4 align 4
;| block 1 global:k v1 4 align 4 ro
;| cell 0 in 1 at 0 width 4 s = 1
;| exec store 0
;| exec s load 1 cell 0
;| exec
;| goto 0 (v0, v1) blocks 0<-0 1<-1 cells 0<-0
;| graph globals-unmarked (4096, 8192) blocks 0@4096 1@8192 like globals:  ro => 
;| graph globals-other (12288, 8192) blocks 0@12288 1@8192 like globals
define void @globals() {
  br label %head

head:
  store i32 2, ptr @g, align 4
  %x = load i32, ptr @k, align 4
  br label %head
}

; what is marked is not constant
;| graph reads (4096, 8192) blocks 0@4096 1@8192
;| node 0 entry 0 at reads head 0
;| vars 2
;| block 0 global:g v0 4 align 4 ro
;| block 1 global:k v1 4 align 4
;| cell 0 in 1 at 0 width 4 s = 1
;| exec s load 1 cell 0
;| exec
;| goto 0 (v0, v1) blocks 0<-0 1<-1 cells 0<-0
define void @reads() {
  br label %head

head:
  %x = load i32, ptr @k, align 4
  br label %head
}

; what is constant is not written, marked or not
;| graph writes (4096, 8192) blocks 0@4096 1@8192
;| node 0 entry 0 at writes head 0
;| vars 2
;| block 0 global:g v0 4 align 4
;| block 1 global:k v1 4 align 4
;| exec store 1
;| exec
;| goto 0 (v0, v1) blocks 0<-0 1<-1
define void @writes() {
  br label %head

head:
  store i32 2, ptr @k, align 4
  br label %head
}
