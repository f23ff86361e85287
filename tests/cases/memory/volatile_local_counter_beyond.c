// expect: violated memory safety
int main(void)
{
  volatile unsigned cells[3] = { 0 };
  for (volatile int i = 0; i < 4; i++)
    cells[i] = 2;
  return 0;
}
