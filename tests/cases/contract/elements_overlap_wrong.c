// entry: first
// expect: violated memory safety
// What is written may be an element.
static const int table[16] = {1};

/*@ requires \valid(a) && \valid(b) && \forall integer i; 0 <= i < 1 ==> 0 <= a[i] < 16; */
int first(int *a, int *b, int k)
{
  *b = k;
  return table[*a];
}

int main(void)
{
  int x = 3;
  return first(&x, &x, -100000000);
}
