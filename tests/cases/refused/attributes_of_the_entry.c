// entry: f
// expect: unknown message~"calling convention"
// concrete: none (what is promised is true here)
// Another calling convention, of the function that is started.
int g;

/*@ requires \true; */
__attribute__((ms_abi)) int *f(void)
{
  return &g;
}

int main(void)
{
  return *f();
}
