// expect: proved
int main(void)
{
  volatile unsigned cells[3] = { 0 };
  for (volatile int i = 0; i < 3; i++)
    cells[i] = 2;
  cells[1] = 3;
  return 1 / (int)cells[1];
}
