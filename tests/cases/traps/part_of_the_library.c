// expect: unknown reason~"'__strchrnul' beside '(main|printf)'"
// concrete: none (the interpreter has no library)
// With static linking, printf looks for the next '%' with this.
int printf(const char *, ...);

char *__strchrnul(const char *s, int c)
{
  return 0;
}

int main(void)
{
  printf("x");
  return 0;
}
