// entry: f
// expect: unknown
// concrete: none (what `take` does is decided elsewhere)
// Nothing is said of what is handed over.
/*@ requires \valid(out) && 0 < n <= 100; assigns *out; ensures \result == 0; */
int take(char **out, int n);

/*@ requires \true; */
int f(void)
{
  char *p;
  int failed = take(&p, 10);
  p[9] = 1;
  return failed;
}
