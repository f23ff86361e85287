// entry: f
// expect: unknown message~"attribute `memory`, which says more of next than a contract can"
// concrete: none (what `next` does is decided elsewhere)
// The compiler may keep the old value of n behind the call.
/*@ requires \valid(p); assigns *p; ensures *p == 0; */
int next(int *p) __attribute__((pure));

/*@ requires \true; */
int f(void)
{
  int n = 1;
  next(&n);
  return 1 / (1 - n) + next(&n);
}
