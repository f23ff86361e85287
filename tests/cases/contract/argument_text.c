// entry: start
// expect: proved
/*@ requires argc >= 2 && \valid_read(argv + (0 .. 1)) && valid_read_string(argv[1]); */
int start(int argc, char **argv)
{
  int n = 0;
  for (const char *s = argv[1]; *s != 0 && n < 1000; s++)
    n++;
  return n == argc;
}

int main(void)
{
  char *argv[] = {"name", "abc"};
  return start(2, argv);
}
