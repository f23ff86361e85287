; graphs that no run leaves, and what is wrong with others
; VALID termination | refutes termination | mode ideal | entry up | choices 1 | closed 1 up
; VALID termination | refutes termination | mode wrap | entry stay | choices 5 | closed 1 stay
; VALID termination | refutes termination | entry ask | contracts __VERIFIER_nondet_int | closed 1 ask
; VALID termination | refutes termination | entry flip | contracts __VERIFIER_nondet_bool | closed 1 flip
; VALID termination | refutes termination | entry undefined | closed 1 undefined
; VALID termination | refutes termination | entry deep | closed 0 deep
; VALID termination | refutes termination | entry keep | contracts malloc | closed 1 keep
; VALID termination | refutes termination | entry slots | closed 1 slots
; VALID termination | refutes termination | entry cell | choices @4096 | closed 3 cell
; VALID termination | refutes termination | entry heap | contracts malloc | choices @8192 | closed 3 heap
; VALID termination | refutes termination | entry outer | choices @8192 | closed 3 caller
; VALID termination | refutes termination | entry address | closed 1 address
; VALID termination | refutes termination | entry twice | choices 3 | closed 1 twice
; VALID termination | refutes termination | entry calls | closed 1 calls
; INVALID CLAIM unbounded memory | refutes termination | entry deep | closed 0 deep | wants bounded-memory
; INVALID CLAIM properties | refutes memory-safety | mode ideal | entry up | choices 1 | closed 1 up
; INVALID Q-RUN end | refutes termination | mode ideal | entry up | choices 0 | closed 5 up
; INVALID Q-CHOICE choices | refutes termination | mode ideal | entry up | choices 1 2 | closed 1 up
; INVALID CLAIM contracts | refutes termination | entry ask | closed 1 ask
; INVALID A-ADD P5 | refutes termination | entry up | choices 1 | closed 1 up
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry above | choices 1 | closed 1 above
; INVALID Q-IDEAL P1 | refutes termination | mode ideal | entry below | choices -1 | closed 1 below
; INVALID Q-IDEAL P3 | refutes termination | mode ideal | entry differs | choices 1 | closed 1 differs
; INVALID Q-IDEAL P4 | refutes termination | mode ideal | entry differs_below | choices -1 | closed 1 differs-below
; VALID termination | refutes termination | mode ideal | entry steady | choices 1 | closed 1 steady
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry switches | choices 1 | closed 1 switches
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry cut | choices 1 | closed 1 cut
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry sum | choices 1 | closed 1 sum
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry kept | choices @4096 | closed 3 loaded
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry kept | choices @4096 | closed 3 apart
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry kept | choices @4096 | closed 3 alike
; INVALID Q-IDEAL P2 | refutes termination | mode ideal | entry kept | choices @4096 | closed 3 pieces
; INVALID A-ADD flags | refutes termination | mode ideal | entry flags | closed 1 flags
; VALID termination | refutes termination | mode wrap | entry flags | closed 1 flags
; INVALID Q-MEMBER position | refutes termination | mode ideal | entry up | choices 1 | closed 2 up
; INVALID Q-MEMBER variables | refutes termination | mode ideal | entry up | choices 1 | closed 1 up-more-values
; INVALID Q-MEMBER knowledge | refutes termination | mode ideal | entry up | choices 1 | closed 1 up-known
; INVALID Q-MEMBER bindings | refutes termination | mode ideal | entry up | choices 2 | closed 1 up
; INVALID Q-MEMBER structures | refutes termination | mode ideal | entry up | choices 1 | closed 1 up-list
; INVALID Q-MEMBER structures | refutes termination | mode ideal | entry up | choices 1 | closed 1 up-tree
; INVALID Q-MEMBER structures | refutes termination | entry cell | choices @4096 | closed 3 cell-fact
; INVALID Q-MEMBER blocks | refutes termination | entry cell | choices @4096 | closed 3 cell-map
; INVALID Q-MEMBER injective | refutes termination | entry held | contracts malloc | choices @8192 | closed 2 held-twice
; INVALID Q-MEMBER base | refutes termination | entry two | choices @4096 @8192 | closed 4 two-base
; INVALID Q-MEMBER align | refutes termination | entry two | choices @4096 @8192 | closed 4 two-align
; INVALID Q-MEMBER marks | refutes termination | entry held | contracts malloc | choices @8192 | closed 2 held-optional
; INVALID Q-MEMBER marks | refutes termination | entry heap | contracts malloc | choices @8192 | closed 3 heap-kept
; INVALID Q-MEMBER object | refutes termination | entry two | choices @4096 @8192 | closed 4 two-nothing
; INVALID Q-MEMBER size | refutes termination | entry two | choices @4096 @8192 | closed 4 two-size
; INVALID Q-MEMBER kind | refutes termination | entry cell | choices @4096 | closed 3 cell-heap
; INVALID Q-MEMBER kind | refutes termination | entry two | choices @4096 @8192 | closed 4 two-other
; INVALID Q-MEMBER kind | refutes termination | entry heap | contracts malloc | choices @8192 | closed 3 heap-caller
; INVALID Q-MEMBER kind | refutes termination | entry outer | choices @8192 | closed 3 caller-stack
; INVALID Q-MEMBER kind | refutes termination | entry address | closed 1 address-other
; INVALID Q-MEMBER entries | refutes termination | entry cell | choices @4096 | closed 3 cell-value
; INVALID Q-MEMBER entries | refutes termination | entry two | choices @4096 @8192 | closed 4 two-unwritten
; INVALID Q-CLOSED start | refutes termination | entry deep | closed 0 empty
; INVALID Q-CLOSED start | refutes termination | entry deep | closed 0 not-entry
; INVALID Q-CLOSED return | refutes termination | entry down | choices 0 | closed 0 down-return
; INVALID G-CALL returns | refutes termination | entry down | choices 1 | closed 0 down-ignored
; INVALID Q-CLOSED exit | refutes termination | entry leave | contracts exit | closed 1 leave
; INVALID Q-CLOSED call | refutes termination | entry deep | closed 0 deep-itself
; INVALID Q-CLOSED unbounded memory | refutes termination | entry deep | closed 0 deep-bounded
; INVALID Q-CLOSED unbounded memory | refutes termination | entry keep | contracts malloc | closed 1 keep-bounded
; INVALID Q-CLOSED unbounded memory | refutes termination | entry slots | closed 1 slots-bounded
; INVALID Q-CLOSED unbounded memory | refutes termination | entry keeps | contracts malloc | closed 1 keeps-bounded
; INVALID Q-CHOOSE input | refutes termination | entry ask | contracts __VERIFIER_nondet_int | closed 1 ask-compare
; INVALID Q-CHOOSE P1 | refutes termination | entry flip | contracts __VERIFIER_nondet_bool | closed 1 flip-below
; INVALID Q-CHOOSE P2 | refutes termination | entry flip | contracts __VERIFIER_nondet_bool | closed 1 flip-above
; INVALID Q-CHOOSE type | refutes termination | entry pointer | contracts __VERIFIER_nondet_pointer | closed 1 pointer
; INVALID Q-CHOOSE type | refutes termination | entry float | contracts __VERIFIER_nondet_float | closed 1 float
; INVALID Q-CHOOSE arguments | refutes termination | entry given | contracts nondet_int | closed 1 given
; INVALID Q-CHOOSE input | refutes termination | entry random | contracts rand | closed 1 random
; INVALID G-GOTO P0 | refutes termination | entry undefined | closed 1 stands
; INVALID Q-CHOOSE term | refutes termination | entry ask | contracts __VERIFIER_nondet_int | closed 1 ask-later
declare i32 @__VERIFIER_nondet_int()
declare i1 @__VERIFIER_nondet_bool()
declare ptr @__VERIFIER_nondet_pointer()
declare float @__VERIFIER_nondet_float()
declare i32 @nondet_int(i32)
declare i32 @rand()
declare ptr @malloc(i64)
declare void @exit(i32)

;| graph up (1)
;| node 0 entry 0 at up head 0
;| vars 1
;| x = v0 s
;| know v0 >= 1
;| exec u true
;| exec true
;| exec s
;| exec phis s
;| goto 0 (v0 + 1)
;| graph up-more-values (1, 0) like up
;| graph up-known (1) like up: v0 >= 1 => v0 >= 2
;| graph up-list (1) like up: node 0 => shape 16 align 8 links 8\nnode 0; x = v0 s => x = v0 s\nlist 0 shape 0 from 0 to 0 length 0 before 0 rear 0; (v0 + 1) => (v0 + 1) lists 0<-0
;| graph up-tree (1) like up: node 0 => shape 24 align 8 links 8 16\nnode 0; x = v0 s => x = v0 s\ntree 0 shape 0 root 0 cells 0; (v0 + 1) => (v0 + 1) trees 0<-0
define void @up(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %body ]
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %body, label %end

body:
  %y = add nsw i32 %x, 1
  br label %head

end:
  ret void
}

;| graph stay (5)
;| node 0 entry 0 at stay head 0
;| vars 1
;| x = v0
;| know v0 >= 0
;| know v0 <= 4294967295
;| exec
;| goto 1 (v0)
;| node 1 entry 0 at stay body 0
;| vars 1
;| x = v0
;| know v0 >= 0
;| know v0 <= 4294967295
;| exec u wraps ?
;| exec phis u
;| goto 0 (v0 + 1 - 4294967296*v1)
define void @stay(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %body ]
  br label %body

body:
  %y = add i32 %x, 1
  br label %head
}

;| graph ask ()
;| node 0 entry 0 at ask head 0
;| choose 3 s
;| exec s false
;| exec false
;| goto 0
;| graph ask-compare () like ask: choose 3 s => exec s\nchoose 0; exec s false => exec s
;| graph ask-later () like ask: choose 3 s => choose v0 s
define void @ask() {
  br label %head

head:
  %x = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %x, 7
  br i1 %c, label %end, label %head

end:
  ret void
}

;| graph flip ()
;| node 0 entry 0 at flip head 0
;| choose 1
;| exec
;| goto 0
;| graph flip-below () like flip: choose 1 => choose -1
;| graph flip-above () like flip: choose 1 => choose 2
define void @flip() {
  br label %head

head:
  %c = call i1 @__VERIFIER_nondet_bool()
  br label %head
}

;| graph undefined ()
;| node 0 entry 0 at undefined head 0
;| choose 7
;| exec u true
;| exec true
;| goto 0
;| graph stands () like undefined: choose 7\n => ; exec u true\n => ; exec true => goto 0; goto 0\ngoto 0 => goto 0
define void @undefined() {
  br label %head

head:
  %x = freeze i32 undef
  %c = icmp eq i32 %x, 7
  br i1 %c, label %head, label %end

end:
  ret void
}

;| graph deep () unbounded
;| node 0 entry 0 at deep 0 0
;| call 1 () {
;| }
;| node 1 entry 1 at deep 0 0
;| call 1 () {
;| }
;| graph deep-bounded () like deep
;| graph deep-itself () unbounded like deep: call 1 => call 0
;| graph empty ()
;| graph not-entry () unbounded
;| node 0 entry 1 at deep 0 0
;| call 1 () {
;| }
;| node 1 entry 1 at deep 0 0
;| call 1 () {
;| }
define void @deep() {
  call void @deep()
  ret void
}

;| graph keep () unbounded
;| node 0 entry 0 at keep head 0
;| exec alloc ok
;| exec
;| goto 0
;| graph keep-bounded () like keep
define void @keep() {
  br label %head

head:
  %p = call ptr @malloc(i64 4)
  br label %head
}

;| graph slots () unbounded
;| node 0 entry 0 at slots head 0
;| exec
;| exec
;| goto 0
;| graph slots-bounded () like slots
define void @slots() {
  br label %head

head:
  %p = alloca i32, align 4
  br label %head
}

;| graph keeps-bounded ()
;| node 0 entry 0 at keeps head 0
;| call 1 () {
;| from 2 {
;| exec
;| goto 0
;| }
;| }
;| node 1 entry 1 at take 0 0
;| exec alloc ok
;| goto 2
;| node 2 entry 1 at take 0 1
define void @keeps() {
  br label %head

head:
  call void @take()
  br label %head
}

define void @take() {
  %p = call ptr @malloc(i64 4)
  ret void
}

;| graph cell (4096, 5) blocks 0@4096
;| node 0 entry 0 at cell head 0
;| vars 2
;| v = v0
;| block 0 stack:v v0 4 align 4
;| cell 0 in 0 at 0 width 4 s = v1
;| know v1 >= 1
;| exec s load 0 cell 0
;| exec u true
;| exec true
;| goto 0 (v0, v1) blocks 0<-0 cells 0<-0
;| graph cell-map (4096, 5) blocks 0@4096 1@8192 like cell
;| graph cell-heap (4096, 5) blocks 0@4096 like cell: stack:v => heap
;| graph cell-fact (4096, 5) blocks 0@4096 like cell: know v1 >= 1 => fact 1 in 0 at 0 count 1 every 4 width 4 s all f0 >= 1\nknow v1 >= 1; cells 0<-0 => cells 0<-0 facts 1<-1
;| graph cell-value (4096, 6) blocks 0@4096 like cell
define void @cell() {
  %v = alloca i32, align 4
  store i32 5, ptr %v, align 4
  br label %head

head:
  %x = load i32, ptr %v, align 4
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %head, label %end

end:
  ret void
}

;| graph two-other (4096, 5) blocks 0@4096
;| node 0 entry 0 at two head 0
;| vars 2
;| block 0 stack:w v0 4 align 4
;| exec
;| goto 0 (v0, v1) blocks 0<-0
;| graph two-base (4092, 0) blocks 0@4096 like two-other: stack:w => stack:v
;| graph two-align (4096, 0) blocks 0@4096 like two-other: stack:w => stack:v; align 4 => align 8192
;| graph two-nothing (4100, 0) blocks 0@4100 like two-other
;| graph two-size (4096, 0) blocks 0@4096 like two-other: stack:w => stack:v; v0 4 => v0 8
;| graph two-unwritten (8192, 0) blocks 0@8192
;| node 0 entry 0 at two head 0
;| vars 2
;| block 0 stack:w v0 4 align 4
;| cell 0 in 0 at 0 width 4 u = v1
;| exec
;| goto 0 (v0, v1) blocks 0<-0 cells 0<-0
define void @two() {
  %v = alloca i32, align 4
  %w = alloca i32, align 4
  store i32 5, ptr %v, align 4
  br label %head

head:
  br label %head
}

;| graph heap (8192) blocks 0@8192
;| node 0 entry 0 at heap head 0
;| vars 1
;| p = v0
;| block 0 heap v0 4 align 16
;| cell 0 in 0 at 0 width 4 s = 1
;| exec s load 0 cell 0
;| exec u true
;| exec true
;| goto 0 (v0) blocks 0<-0 cells 0<-0
;| graph heap-kept (8192) blocks 0@8192 like heap: align 16 => align 16 kept
;| graph heap-caller (8192) blocks 0@8192 like heap: heap v0 => caller:0 v0
define void @heap() {
  %p = call ptr @malloc(i64 4)
  store i32 1, ptr %p, align 4
  br label %head

head:
  %x = load i32, ptr %p, align 4
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %head, label %end

end:
  ret void
}

;| graph held-optional (8192) blocks 0@8192
;| node 0 entry 0 at held head 0
;| vars 1
;| block 0 heap v0 4 align 16 optional
;| exec
;| goto 0 (v0) blocks 0<-0
;| graph held-twice (8192) blocks 0@8192 1@8192
;| node 0 entry 0 at held head 0
;| vars 1
;| block 0 heap v0 4 align 16
;| block 1 heap v0 4 align 16
;| exec
;| goto 0 (v0) blocks 0<-0 1<-1
define void @held() {
  %p = call ptr @malloc(i64 4)
  br label %head

head:
  br label %head
}

;| graph caller (8192) blocks 0@8192
;| node 0 entry 0 at inner head 0
;| vars 1
;| p = v0
;| block 0 caller:0 v0 4 align 4
;| exec store 0
;| exec
;| goto 0 (v0) blocks 0<-0
;| graph caller-stack (8192) blocks 0@8192 like caller: caller:0 => heap
define void @outer() {
  %v = alloca i32, align 4
  call void @inner(ptr %v)
  ret void
}

define void @inner(ptr %p) {
  br label %head

head:
  store i32 1, ptr %p, align 4
  br label %head
}

;| graph address (16) blocks 0@16
;| node 0 entry 0 at address head 0
;| vars 1
;| block 0 function:__VERIFIER_nondet_bool v0 0 align 1
;| exec
;| goto 0 (v0) blocks 0<-0
;| graph address-other (16) blocks 0@16 like address: nondet_bool => nondet_int
define void @address() {
  br label %head

head:
  br label %head
}

;| graph twice (3)
;| node 0 entry 0 at twice head 0
;| vars 1
;| x = v0 s
;| know v0 >= 1
;| know v0 <= 5
;| call 1 (v0) as there {
;| from 2 {
;| exec
;| goto 0 (v0)
;| }
;| }
;| node 1 entry 1 at same 0 0
;| vars 1
;| n = v0 s
;| goto 2
;| node 2 entry 1 at same 0 0
;| vars 1
define void @twice(i32 %x) {
  br label %head

head:
  call void @same(i32 %x)
  br label %head
}

define void @same(i32 %n) {
  ret void
}

;| graph calls ()
;| node 0 entry 0 at calls here 0
;| call 1 () {
;| }
;| node 1 entry 1 at spin 0 0
;| exec
;| goto 2
;| node 2 entry 1 at spin head 0
;| exec
;| goto 2
define void @calls() {
  br label %here

here:
  call void @spin()
  ret void
}

define void @spin() {
  br label %head

head:
  br label %head
}

;| graph above (1)
;| node 0 entry 0 at above head 0
;| vars 1
;| x = v0 s
;| know v0 >= 1
;| exec u wraps ?
;| exec s
;| exec phis s
;| goto 0 (v0 + 1)
define void @above(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = zext i32 %x to i64
  %y = add nsw i32 %x, 1
  br label %head
}

;| graph below (-1)
;| node 0 entry 0 at below head 0
;| vars 1
;| x = v0 s
;| know v0 <= -1
;| exec u wraps ?
;| exec s
;| exec phis s
;| goto 0 (v0 - 1)
define void @below(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = zext i32 %x to i64
  %y = sub nsw i32 %x, 1
  br label %head
}

;| graph down-return (0)
;| node 0 entry 0 at down 0 0
;| vars 1
;| n = v0 s
;| know v0 = 0
;| exec s true
;| exec true
;| goto 1 (v0)
;| node 1 entry 0 at down end 0
;| vars 1
;| graph down-ignored (1) unbounded
;| node 0 entry 0 at down 0 0
;| vars 1
;| n = v0 s
;| know v0 >= 1
;| know v0 <= 10
;| exec s false
;| exec false
;| exec s
;| call 1 (v0 - 1) {
;| }
;| node 1 entry 1 at down 0 0
;| vars 1
;| n = v0 s
;| know v0 >= 0
;| know v0 <= 10
;| split v0 = 0 {
;| exec s true
;| exec true
;| goto 2 ()
;| } else {
;| exec s false
;| exec false
;| exec s
;| call 1 (v0 - 1) {
;| }
;| }
;| node 2 entry 1 at down end 0
;| vars 1
define void @down(i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %more

more:
  %m = sub nsw i32 %n, 1
  call void @down(i32 %m)
  ret void

end:
  ret void
}

;| graph leave ()
;| node 0 entry 0 at leave head 0
;| exit
define void @leave() {
  br label %head

head:
  call void @exit(i32 1)
  unreachable
}

;| graph pointer ()
;| node 0 entry 0 at pointer head 0
;| choose 0
;| exec
;| goto 0
define void @pointer() {
  br label %head

head:
  %p = call ptr @__VERIFIER_nondet_pointer()
  br label %head
}

;| graph float ()
;| node 0 entry 0 at float head 0
;| choose 0
;| exec
;| goto 0
define void @float() {
  br label %head

head:
  %x = call float @__VERIFIER_nondet_float()
  br label %head
}

;| graph given ()
;| node 0 entry 0 at given head 0
;| choose 0
;| exec
;| goto 0
define void @given() {
  br label %head

head:
  %x = call i32 @nondet_int(i32 0)
  br label %head
}

;| graph random ()
;| node 0 entry 0 at random head 0
;| choose 0
;| exec
;| goto 0
define void @random() {
  br label %head

head:
  %x = call i32 @rand()
  br label %head
}

;| graph differs (1)
;| node 0 entry 0 at differs head 0
;| vars 1
;| x = v0 s
;| know v0 >= 1
;| exec s true
;| exec s
;| exec phis s
;| goto 0 (v0 + 1)
define void @differs(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %c = icmp ne i32 %x, 0
  %y = add nsw i32 %x, 1
  br label %head
}

;| graph differs-below (-1)
;| node 0 entry 0 at differs_below head 0
;| vars 1
;| x = v0 s
;| know v0 <= -1
;| exec s false
;| exec s
;| exec phis s
;| goto 0 (v0 - 1)
define void @differs_below(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %c = icmp eq i32 %x, 0
  %y = sub nsw i32 %x, 1
  br label %head
}

;| graph steady (1)
;| node 0 entry 0 at steady head 0
;| vars 1
;| x = v0 s
;| know v0 >= 1
;| know v0 <= 5
;| exec s true
;| exec true
;| goto 0 (v0)
define void @steady(i32 %x) {
  br label %head

head:
  %c = icmp ne i32 %x, 0
  br i1 %c, label %head, label %end

end:
  ret void
}

;| graph switches (1)
;| node 0 entry 0 at switches head 0
;| vars 1
;| x = v0 s
;| know v0 >= 1
;| exec s
;| exec s phis s default
;| goto 0 (v0 + 1)
define void @switches(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %y = add nsw i32 %x, 1
  switch i32 %x, label %head [ i32 0, label %end ]

end:
  ret void
}

;| graph flags ()
;| node 0 entry 0 at flags head 0
;| exec
;| exec
;| goto 0
define void @flags() {
  br label %head

head:
  %y = add nuw nsw i32 1, 2
  br label %head
}

;| graph cut (1)
;| node 0 entry 0 at cut head 0
;| vars 1
;| x = v0 s
;| know v0 >= 1
;| exec u wraps ?
;| exec s
;| exec phis s
;| goto 0 (v0 + 1)
define void @cut(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = trunc i32 %x to i8
  %y = add nsw i32 %x, 1
  br label %head
}

;| graph sum (1) like cut: at cut head => at sum head
define void @sum(i32 %n) {
  br label %head

head:
  %x = phi i32 [ %n, %0 ], [ %y, %head ]
  %z = add i32 %x, 1
  %y = add nsw i32 %x, 1
  br label %head
}

;| graph loaded (4096, 5) blocks 0@4096
;| node 0 entry 0 at kept head 0
;| vars 2
;| v = v0
;| block 0 stack:v v0 4 align 4
;| cell 0 in 0 at 0 width 4 s = v1
;| know v1 >= 1
;| exec u wraps ? load 0 cell 0
;| exec
;| goto 0 (v0, v1) blocks 0<-0 cells 0<-0
;| graph apart (4096, 5) blocks 0@4096 like loaded: exec u wraps ? load 0 cell 0 => read 0 at 0 width 4 s\nassert v1 = v1\nsplit v1 < v2 {\ndistinct 0 1\nexec s load 0 cell 0; exec\ngoto 0 (v0, v1) blocks 0<-0 cells 0<-0 => exec\ngoto 0 (v0, v1) blocks 0<-0 cells 0<-0\n} else {\nexec s load 0 cell 0\nexec\ngoto 0 (v0, v1) blocks 0<-0 cells 0<-0\n}
;| graph alike (4096, 5) blocks 0@4096 like loaded: exec u wraps ? load 0 cell 0 => read 0 at 0 width 4 s\nsame 0 1\nexec s load 0 cell 0
;| graph pieces (4096, 5) blocks 0@4096 like loaded: exec u wraps ? load 0 cell 0 => bytes 0 of 0\nexec s load 0 cell 0
define void @kept() {
  %v = alloca i32, align 4
  store i32 5, ptr %v, align 4
  br label %head

head:
  %x = load i32, ptr %v, align 4
  br label %head
}
