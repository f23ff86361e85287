// entry: value
// expect: unknown
// Behind six bytes that are equal stands a byte, maybe the 0, and what follows is not known.
#include <string.h>

/*@ requires valid_read_string(s); */
int value(const char *s) { return strncmp(s, "--out=", 6) == 0 ? s[7] : 0; }

int main(void) { return value("--out="); }
