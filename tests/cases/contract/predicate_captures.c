// entry: get
// expect: bad input message~"a parameter here has this name"
// The predicate means the global variable.
int size = 4;
/*@ predicate below(int n) = 0 <= n < size; */
/*@ requires below(n); */
int get(int n, int size)
{
  return n < size;
}

int main(void)
{
  return size - 4;
}
