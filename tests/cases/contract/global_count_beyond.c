// entry: put
// expect: unknown
static unsigned used = 16;
static int ring[16];

/*@ requires used <= 16; */
void put(int v)
{
  ring[used++] = v;
}

int main(void)
{
  put(1);
  return 0;
}
