// expect: unknown message~"'random' of another type than the library's"
// concrete: none (what a call through another type does is not defined)
// The library's returns a long.
int random();

int main(void)
{
  return random() < 0;
}
