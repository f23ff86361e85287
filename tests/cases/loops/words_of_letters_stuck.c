// expect: violated termination
// As words_of_letters.c, with a table of one's own, and the inner loop tests for another class.
static const unsigned short kinds[256] = {['1'] = 8, ['2'] = 8, ['a'] = 16};

int main(void) {
  const char *p = "12ab";
  while (*p) {
    if (kinds[(unsigned char)*p] & 8) {
      while (kinds[(unsigned char)*p] & 16)
        p++;
    } else
      p++;
  }
  return 0;
}
