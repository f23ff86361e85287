// entry: value
// expect: violated memory safety
// Only the first of the constant's bytes is compared.
#include <string.h>

/*@ requires valid_read_string(s); */
int value(const char *s) { return strncmp(s, "abc", 1) == 0 ? s[3] : 0; }

int main(void) { return value("a"); }
