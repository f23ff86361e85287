// expect: unknown
// concrete: none (the second argument is not there)
/*@ requires argc >= 2 && \valid_read(argv + (0 .. 1)) && valid_read_string(argv[1]); */
int main(int argc, char **argv)
{
  int n = 0;
  for (const char *s = argv[2]; *s != 0 && n < 1000; s++)
    n++;
  return n == 3;
}
