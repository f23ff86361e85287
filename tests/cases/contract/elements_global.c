// entry: walk
// expect: proved
static int next[8];

/*@ requires \forall integer i; 0 <= i <= 7 ==> 0 <= next[i] < 8; */
int walk(void)
{
  int at = 0;
  for (int i = 0; i < 100; i++)
    at = next[at];
  return at;
}

int main(void)
{
  next[0] = 7;
  return walk();
}
