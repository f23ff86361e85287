// entry: sum
// expect: proved
#include <stddef.h>

/*@ requires \valid_read(p + (0 .. n - 1)); */
unsigned sum(const unsigned char *p, size_t n)
{
  size_t i = 0;
  unsigned sum = 0;
  while (n - i >= 2) {
    size_t length = p[i + 1];
    if (p[i] == 0x7f) {
      if (length > n - i - 2)
        break;
      for (size_t k = 0; k < length; k++)
        sum += p[i + 2 + k];
    }
    if (length > n - i - 2)
      break;
    i += 2 + length;
  }
  return sum;
}

int main(void)
{
  unsigned char p[2] = {0x7f, 1};
  return sum(p, 2) > 255;
}
