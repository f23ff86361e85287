// entry: value
// expect: unknown
// A string that is equal to a constant ends with it.
#include <string.h>

/*@ requires valid_read_string(s); */
int value(const char *s) { return strcmp(s, "yes") == 0 ? s[4] : 0; }

int main(void) { return value("yes"); }
