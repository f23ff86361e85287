// options: -fno-builtin
// entry: f
// expect: unknown message~"beside the definition of .floor."
// concrete: none (the intrinsic may become a call of the program's function, which never ends)
double floor(double x)
{
  while (x > 0) {
  }
  return x;
}

int f(double x)
{
  return __builtin_floor(x) > 1;
}
