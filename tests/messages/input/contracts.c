// $ haltcert prove contracts.c --entry syntax
// $ haltcert prove contracts.c --entry syntax --json
// $ haltcert prove contracts.c --entry unknown_name
// $ haltcert prove contracts.c --entry type
// $ haltcert prove contracts.c --entry quantifier
// $ haltcert prove contracts.c --entry order
// $ haltcert prove contracts.c --entry misspelled
// $ haltcert prove contracts.c --entry implies
// $ haltcert prove contracts.c --entry equals
// $ haltcert prove contracts.c --entry keyword
// $ haltcert prove contracts.c --entry name
// $ haltcert prove contracts.c --entry second_line
// $ haltcert prove contracts.c --entry number --precondition '(int n) requires n >'
// $ haltcert prove contracts.c --entry number --precondition '(int *n) requires \valid(n)'
// $ haltcert prove contracts.c --entry bounded
// $ haltcert prove contracts.c --entry elementless
// $ haltcert prove contracts.c --entry outside
// $ haltcert prove contracts.c --entry beyond
// $ haltcert prove contracts.c --entry global
// $ haltcert prove contracts.c --entry dotted
// $ haltcert prove contracts.c --entry null
// $ haltcert prove contracts.c --entry predicate
/*@ requires n >; */
int syntax(int n) { return n; }

/*@ requires m > 0; */
int unknown_name(int n) { return n; }

/*@ requires \valid(n); */
int type(int n) { return n; }

/*@ requires \exists integer i; 0 <= i < n && a[i] > 0; */
int quantifier(const int *a, int n) { return n ? a[0] : 0; }

/*@ requires b->length < 4 && \valid(b); */
int order(struct buffer { int length; } *b) { return b->length; }

int number(int n) { return n / 2; }

/*@ requires n > 0 && \vaild(p + (0 .. n - 1)); */
int misspelled(const int *p, int n) { return p[n - 1]; }

//@ requires n > 0 => n < 10;
int implies(int n) { return n; }

/*@ requires n = 1; */
int equals(int n) { return n; }

/*@ require n > 0; */
int keyword(int n) { return n; }

/*@ requires lenght > 0; */
int name(int length) { return length; }

/*@ requires n > 0
  @   && \valid(n); */
int second_line(int n) { return n; }

/*@ requires \forall int i; 0 <= i < n ==> a[i] > 0; */
int bounded(const int *a, int n) { return n ? a[0] : 0; }

/*@ requires \valid(a + (0 .. n - 1)) && \forall integer i; 0 <= i < n ==> n > 0; */
int elementless(const int *a, int n) { return n ? a[0] : 0; }

/*@ requires \valid(a + (0 .. n - 1)) && (\forall integer i; 0 <= i < n ==> a[i] > 0) && i > 0; */
int outside(const int *a, int n) { return n ? a[0] : 0; }

/*@ requires \valid(a + (0 .. n - 1)) && \forall integer i; 0 <= i <= n ==> a[i] > 0; */
int beyond(const int *a, int n) { return n ? a[0] : 0; }

int total;
/*@ requires n < totl; */
int global(int n) { return total + n; }

/*@ requires b.length > 0; */
int dotted(struct text { int length; } *b) { return b->length; }

/*@ requires s != NUL && n > 0; */
int null(const char *s, int n) { return s[0] / n; }

/*@ requires n > 0 && valid_read_sting(s); */
int predicate(const char *s, int n) { return s[0] / n; }
