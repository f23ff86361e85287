// entry: f
// expect: proved
// What a declaration promises of its arguments is shown at each call: gcc removes tests behind it. The first argument,
// of which it says nothing, may be null.
/*@ requires \valid(out); assigns *out; */
__attribute__((nonnull(2))) int measure(const int *hint, int *out);
/*@ requires \true; assigns \nothing; */
int note(const char *text) __attribute__((__nonnull__));

/*@ requires \valid(p); */
int f(int *p)
{
  int sum = measure(0, p);
  if (sum > 3)
    note("large");
  return sum;
}

int main(void)
{
  return 0;
}
