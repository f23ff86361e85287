// entry: last
// expect: proved
#include <string.h>
/*@ requires valid_read_string(s); */
char last(const char *s) {
  if (!*s)
    return 0;
  return s[strlen(s) - 1];
}
int main(void) { return last("ab") + last(""); }
