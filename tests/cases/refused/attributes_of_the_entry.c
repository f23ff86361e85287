// entry: f
// expect: unknown message~"attribute of a result"
// concrete: none (what is promised is true here)
// A promise that nothing checks, of the function that is started.
int g;

/*@ requires \true; */
__attribute__((returns_nonnull)) int *f(void)
{
  return &g;
}

int main(void)
{
  return *f();
}
