// entry: value
// expect: violated memory safety
// A string that comes behind another one may be shorter.
#include <string.h>

/*@ requires valid_read_string(s); */
int value(const char *s) { return strcmp(s, "abc") > 0 ? s[2] : 0; }

int main(void) { return value("b"); }
