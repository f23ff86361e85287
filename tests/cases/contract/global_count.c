// entry: put
// expect: proved
static unsigned used;
static int ring[16];

/*@ requires used < 16; */
void put(int v)
{
  ring[used++] = v;
}

int main(void)
{
  put(1);
  put(2);
  return 0;
}
