// expect: proved
// Functions that read a string, and the array.
static int length(const char *s)
{
  int n = 0;
  while (s[n] && n < 100)
    n++;
  return n;
}

static int longest(int count, char **strings)
{
  int most = 0;
  for (int i = 0; i < count; i++) {
    int n = length(strings[i]);
    if (n > most)
      most = n;
  }
  return most;
}

int main(int argc, char **argv)
{
  return longest(argc, argv);
}
