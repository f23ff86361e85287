// expect: unknown
int main(int argc, char **argv)
{
  char **odd = (char **)((char *)argv + 1);
  return argc > 3 ? *odd[1] : 0;
}
