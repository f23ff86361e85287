// entry: f
// expect: proved
struct s { int a; _Bool on; };
/*@ requires \valid(p) && (p->on == 0 || p->on == 1); */
int f(struct s *p) { int t[2] = {1, 2}; p->a = 3; if (p->on) p->on = 0; return t[p->on]; }
