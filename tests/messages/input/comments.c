// $ haltcert prove comments.c --entry first --no-refute
// $ haltcert prove comments.c --entry fifth --no-refute
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

/** Says how much it is.
 * @requires \valid(p)
 */
int fifth(const int *p) { return *p; }

/** requires that n > 0; */
int sixth(int n) { return n / 2; }
