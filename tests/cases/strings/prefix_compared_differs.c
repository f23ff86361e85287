// entry: value
// expect: violated memory safety
// Where the comparison is not 0, nothing is known.
#include <string.h>

/*@ requires valid_read_string(s); */
int value(const char *s) { return strncmp(s, "ab", 2) != 0 ? s[2] : 0; }

int main(void) { return value(""); }
