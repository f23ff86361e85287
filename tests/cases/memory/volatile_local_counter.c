// expect: proved
int main(void)
{
  volatile unsigned cells[3] = { 0 };
  for (volatile int i = 0; i < 3; i++)
    cells[i] = 2;
  return 1 / (int)cells[0] == 0 ? 0 : 1;
}
