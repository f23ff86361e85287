// expect: unknown
int main(int argc, char **argv)
{
  char **odd = (char **)((char *)argv + 1);
  return argc > 2 ? *odd[1] : 0;
}
