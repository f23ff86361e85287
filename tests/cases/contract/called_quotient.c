// entry: scale
// expect: proved
#include <limits.h>

/*@ requires \valid_read(x) && \valid_read(y); */
int scale(const int *x, const int *y)
{
  if (*y == 0 || (*x == INT_MIN && *y == -1))
    return 0;
  return *x / *y;
}

int main(void)
{
  int x = INT_MIN, y = -1;
  return scale(&x, &y);
}
