// entry: f
// expect: unknown
// concrete: none (only the promise is broken)
// `note` takes what is never looked at, but its declaration promises that it is not null.
/*@ requires \valid(out); assigns *out; */
__attribute__((nonnull(2))) int measure(const int *hint, int *out);
/*@ requires \true; assigns \nothing; */
int note(const char *text) __attribute__((__nonnull__));

/*@ requires \valid(p); */
int f(int *p)
{
  int sum = measure(0, p);
  if (sum > 3)
    note(0);
  return sum;
}

int main(void)
{
  return 0;
}
