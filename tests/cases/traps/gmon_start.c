// expect: unknown reason~"linker or the start"
// concrete: none (the interpreter begins at main)
// The start code of every program calls this if it is there.
int x;

void __gmon_start__(void)
{
  x = 1;
}

int main(void)
{
  int *p = 0;
  if (x == 0)
    return 0;
  return *p;
}
