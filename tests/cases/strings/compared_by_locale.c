// entry: value
// expect: unknown
// A locale may ignore characters, so that strings of different lengths are equal.
// concrete: none (the C locale ignores none)
#include <string.h>

/*@ requires valid_read_string(s); */
int value(const char *s) { return strcoll(s, "abc") == 0 ? s[3] : 0; }

int main(void) { return value("abc"); }
