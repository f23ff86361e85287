// entry: f
// expect: unknown message~"weak"
// concrete: none (what is promised is true here)
// Another definition may take its place when the program is linked.
int g;

/*@ requires \true; */
__attribute__((weak)) int *f(void)
{
  return &g;
}

int main(void)
{
  return *f();
}
