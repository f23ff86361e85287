// entry: get
// expect: bad input message~"a parameter without a name"
// The contract names the variable.
int parameter1 = 1;
static int t[3];

/*@ requires 0 <= parameter1 < 3; */
int get(int);

int get(int n)
{
  return t[n];
}

int main(void)
{
  return get(100);
}
