// expect: unknown reason~"section"
// concrete: none (the interpreter begins at main)
// The linker puts this where it runs before main.
__attribute__((section(".init"))) void early(void)
{
  for (;;)
    ;
}

int main(void)
{
  return 0;
}
