// $ haltcert prove no_call.c --entry first -o first.cert
// $ haltcert prove no_call.c --entry first --json
union both { int whole; unsigned char part[4]; };
/*@ requires n > 0 && \valid(u) && u->whole == 1 && u->part[0] == 2; */
int first(union both *u, int n) { return u->whole + (n > 9); }
