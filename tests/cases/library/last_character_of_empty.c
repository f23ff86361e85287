// entry: last
// expect: unknown
#include <string.h>
/*@ requires valid_read_string(s); */
char last(const char *s) { return s[strlen(s) - 1]; }
int main(void) { return last(""); }
