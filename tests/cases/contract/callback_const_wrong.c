// entry: f
// expect: unknown message~"attribute `memory`, which says more of next than a contract can"
// concrete: none (what `next` does is decided elsewhere)
int next(int n) __attribute__((const));

/*@ requires \callback(next); */
int f(int n)
{
  return next(n);
}
