// entry: f
// expect: proved
struct s { int a; _Bool on; };
int f(int x) { int t[2] = {1, 2}; struct s s; s.on = x; struct s u = s; _Bool b = x; _Bool *q = &b; return t[u.on] + t[*q]; }
