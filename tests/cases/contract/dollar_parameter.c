// entry: get
// expect: bad input message~"letters, digits and _ only"
static int t[3];

/*@ requires 0 <= a$n < 3; */
int get(int a$n)
{
  return t[a$n];
}

int main(void)
{
  return get(2);
}
