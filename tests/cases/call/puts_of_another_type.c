// expect: unknown message~"'puts' of this type"
void puts(const char *text);

int main(void)
{
  puts("text");
  return 0;
}
