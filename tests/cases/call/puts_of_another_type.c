// expect: unknown message~"'puts' of this type"
// concrete: none (what a call through another type does is not defined)
void puts(const char *text);

int main(void)
{
  puts("text");
  return 0;
}
