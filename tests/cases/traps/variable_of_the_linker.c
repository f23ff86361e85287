// expect: unknown reason~"linker or the start"
// concrete: none (the interpreter has no linker)
// The linker's value of this symbol wins over the definition.
int _edata = 5;

int main(void)
{
  int *p = 0;
  if (_edata == 5)
    return 0;
  return *p;
}
