// $ printf '/*@ requires n < 4; */\nstatic int h(int n) { return n; }\nint g(void) { return 0; }\n' > other.c; haltcert prove local.c other.c --all-functions
// $ printf '/*@ requires n < 4; */\nstatic int h(int n) { return n; }\nint g(void) { return 0; }\n' > other.c; haltcert prove other.c local.c --entry h
// $ printf '/*@ requires n > 0; */\nstatic int own(int n) { return n ? own(n - 1) : 0; }\n' > other.c; haltcert functions local.c other.c
static int h(int n) { return n + 1; }
int f(void) { return h(2); }
