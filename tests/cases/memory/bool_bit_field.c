// entry: f
// expect: proved
// A bit-field of one bit has no other value.
struct s { _Bool a : 1; unsigned c : 3; };
/*@ requires \valid(p); */
int f(struct s *p) { int t[2] = {1, 2}; return t[p->a]; }
