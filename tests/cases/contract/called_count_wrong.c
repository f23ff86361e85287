// entry: put
// expect: violated memory safety
static int table[16];
static unsigned count;

/*@ requires count <= 16; */
void put(int x)
{
  table[count] = x;
  count++;
}

int main(void)
{
  for (int i = 0; i < 17; i++)
    put(i);
  return 0;
}
