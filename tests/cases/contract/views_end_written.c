// entry: last
// expect: unknown
// The end of a string that may only be read is overwritten through another pointer.
#include <string.h>

/*@ requires valid_read_string(s) && valid_string(t); */
int last(const char *s, char *t)
{
    t[strlen(t)] = 'x';
    return (int)strlen(s);
}

int main(void)
{
    char text[2] = "a";
    return last(text, text);
}
