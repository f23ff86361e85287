// entry: get
// expect: bad input message~"a parameter here has this name"
// So does a macro in it.
int size = 4;
#define SIZE (size)
/*@ predicate below(int n) = 0 <= n < SIZE; */
/*@ requires below(n); */
int get(int n, int size)
{
  return n < size;
}

int main(void)
{
  return size - 4;
}
