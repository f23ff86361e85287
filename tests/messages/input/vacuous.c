// $ haltcert prove vacuous.c --entry never
// $ haltcert prove vacuous.c --entry overlapping
/*@ requires n > 3 && n < 3; */
int never(int n) { return n; }

/*@ requires \valid(a + (0 .. 3)) && \separated(a + (0 .. 3), a + (1 .. 2)); */
int overlapping(int *a) { return a[0]; }
