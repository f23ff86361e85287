// expect: unknown
// The first character may be the end.
int main(int argc, char **argv)
{
  return argc > 1 ? argv[1][1] + argv[1][2] : 0;
}
