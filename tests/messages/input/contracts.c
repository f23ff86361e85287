// $ haltcert prove contracts.c --entry syntax
// $ haltcert prove contracts.c --entry syntax --json
// $ haltcert prove contracts.c --entry unknown_name
// $ haltcert prove contracts.c --entry type
// $ haltcert prove contracts.c --entry quantifier
// $ haltcert prove contracts.c --entry order
// $ haltcert prove contracts.c --entry number --precondition '(int n) requires n >'
// $ haltcert prove contracts.c --entry number --precondition '(int *n) requires \valid(n)'
/*@ requires n >; */
int syntax(int n) { return n; }

/*@ requires m > 0; */
int unknown_name(int n) { return n; }

/*@ requires \valid(n); */
int type(int n) { return n; }

/*@ requires \forall integer i; 0 <= i < n ==> a[i] > 0; */
int quantifier(const int *a, int n) { return n ? a[0] : 0; }

/*@ requires b->length < 4 && \valid(b); */
int order(struct buffer { int length; } *b) { return b->length; }

int number(int n) { return n / 2; }
