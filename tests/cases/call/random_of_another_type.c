// expect: unknown message~"'random' of another type than the library's"
// The library's returns a long.
int random();

int main(void)
{
  return random() < 0;
}
