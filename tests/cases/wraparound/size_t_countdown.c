// expect: proved
#include <stddef.h>

int main(void) {
  char a[20];
  for (size_t i = 20; i-- > 0;)
    a[i] = 0;
  return 0;
}
