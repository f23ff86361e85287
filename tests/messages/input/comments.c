// $ haltcert prove comments.c --entry first --no-refute
// $ mkdir dir; mv comments.c dir; haltcert prove dir/comments.c --entry third
/** requires \valid(p); */
int first(const int *p) { return *p; }

/* a comment that requires nothing; */
int second(int n) { return n / 2; }

	/* @ requires n > 0; */
int third(int n) { return n / (n + 1); }

/** requires n > 0; */
/*@ requires n > 0; */
int fourth(int n) { return n / 2; }
