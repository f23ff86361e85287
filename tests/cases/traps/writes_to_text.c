// expect: unknown reason~"section"
// concrete: none (the interpreter knows no sections)
int x __attribute__((section(".text"))) = 1;

int main(void)
{
  x = 2;
  return 0;
}
