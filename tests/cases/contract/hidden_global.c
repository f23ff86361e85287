// entry: put
// expect: bad input message~"'g' is a parameter"
// In C the parameter hides the global variable.
int g = 1;

/*@ requires \valid(p) && \separated(p, &g); */
int put(int *p, int g)
{
  extern int get(void);
  *p = 0;
  return g / get();
}

int get(void)
{
  return g;
}

int main(void)
{
  return put(&g, 1);
}
