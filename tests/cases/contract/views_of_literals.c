// expect: proved
// entry: kinds
// Each of the three strings may lie in a literal, and any of them may overlap: nothing writes them, so there is one case.
#include <string.h>
static const char *const words[] = {"if", "else", "while", "return"};

/*@ requires valid_read_string(a) && valid_read_string(b) && valid_read_string(c); */
int kinds(const char *a, const char *b, const char *c)
{
    int found = 0;
    for (int i = 0; i < 4; i++)
        found += !strcmp(a, words[i]) + !strcmp(b, words[i]) + !strcmp(c, words[i]);
    return found;
}

int main(void)
{
    return kinds(words[1], words[1] + 1, "while");
}
