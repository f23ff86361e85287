// expect: unknown
int main(int argc, char **argv)
{
  char copy[4];
  int i = 0;
  if (argc < 2)
    return 0;
  while ((copy[i] = argv[1][i]) != 0)
    i++;
  return copy[0];
}
