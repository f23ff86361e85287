; What a call says of variables that the caller cannot have, or does not know.
;
; A pointer to a local variable, which the contract does not name; and one that it does.
; INVALID R-CALL range | entry alias | precondition (int *p) requires \valid(p) | call parameters 65536 | error 3
; VALID memory safety | entry alias | precondition (int *p) requires \valid(p) && p == &alias::x | call parameters 65536 | error 3
;
; What the C library holds, and what only it may change.
; INVALID R-CALL range | entry clears | precondition (char **p) requires \valid(p) | call parameters 65544 | error 3
; INVALID R-CALL contents | entry clears | precondition (char **p) requires \true | call content 1 fill=0; parameters 0 | error 0
; INVALID R-CALL place | entry clears | precondition (char **p) requires ptr[&stdout] == \null | call parameters 0 | error 0
;
; Two ranges that are counted from one pointer lie in one object.
; INVALID R-CALL range | entry between | precondition (char *p) requires \valid(p) && \valid(p + 8) | call object 4096 1 rw; object 4104 1 rw; parameters 4096 | error 1
;
; An operand of \separated that is no range in this alternative is separate as well.
; INVALID R-CALL separated | entry far | precondition (char *p, int n) requires (n != 0 ==> \valid(p)) && \separated(p, &far::y) | call parameters 65560 0 | error 2
@alias.x = internal global i32 1, align 4
@stdout = external global ptr, align 8
@far.y = global [8 x i8] zeroinitializer, align 8
define i32 @alias(ptr %p) {
  store i32 1, ptr @alias.x, align 4
  store i32 0, ptr %p, align 4
  %v = load i32, ptr @alias.x, align 4
  %q = sdiv i32 10, %v
  ret i32 %q
}
define i32 @clears(ptr %p) {
  store ptr null, ptr %p, align 8
  %s = load ptr, ptr @stdout, align 8
  %n = ptrtoint ptr %s to i64
  %q = sdiv i64 1, %n
  ret i32 0
}
define i32 @between(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %x = load i8, ptr %q, align 1
  ret i32 0
}
define i32 @far(ptr %p, i32 %n) {
  %c = icmp eq ptr %p, @far.y
  br i1 %c, label %bad, label %good
bad:
  %x = sdiv i32 1, 0
  ret i32 %x
good:
  ret i32 0
}
