// entry: search
// expect: proved
// The comparison is a function of the caller's: of it the contract says that its calls return and change nothing.
/*@ requires \valid_read((const char *)base + (0 .. n * width - 1)) && \callback(compare); */
const void *search(const void *key, const void *base, unsigned n, unsigned width,
                   int (*compare)(const void *, const void *))
{
  const char *at = base;
  int order = 1;
  while (n > 0 && order != 0) {
    at = (const char *)base + (unsigned long)width * (n / 2);
    order = compare(key, at);
    if (order > 0) {
      base = at + width;
      n--;
    }
    n /= 2;
  }
  return order == 0 ? at : 0;
}

static int compare(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int main(void)
{
  static const int table[4] = { 1, 3, 5, 7 };
  int key = 5;
  return search(&key, table, 4, sizeof(int), compare) != &table[2];
}
