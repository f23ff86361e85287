// entry: put
// expect: proved
static int table[16];
static unsigned count;

/*@ requires count < 16; */
void put(int x)
{
  table[count] = x;
  count++;
}

int main(void)
{
  put(1);
  return 0;
}
