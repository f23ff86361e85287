// entry: search
// expect: unknown
// Nothing says what a call of `compare` does.
/*@ requires \valid_read((const char *)base + (0 .. n * width - 1)); */
const void *search(const void *key, const void *base, unsigned n, unsigned width,
                   int (*compare)(const void *, const void *))
{
  const char *at = base;
  while (n-- > 0) {
    if (compare(key, at) == 0)
      return at;
    at += width;
  }
  return 0;
}

static int compare(const void *a, const void *b)
{
  return ((const int *)a)[1] - *(const int *)b;
}

int main(void)
{
  static const int table[4] = { 1, 3, 5, 7 };
  int key = 5;
  return search(&key, table, 4, sizeof(int), compare) != &table[2];
}
