// entry: walk
// expect: violated memory safety
static int next[8];

/*@ requires \forall integer i; 0 <= i <= 7 ==> 0 <= next[i] < 8; */
int walk(int k)
{
  int at = 0;
  next[3] = k;
  for (int i = 0; i < 8; i++)
    at = next[i];
  return next[next[3]];
}

int main(void)
{
  return walk(100000000);
}
