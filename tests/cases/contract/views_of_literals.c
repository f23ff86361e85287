// entry: kind
// expect: proved
// Each of the three strings may lie in a literal, and any of them may overlap: nothing writes them, so there is one case.
#include <string.h>

/*@ requires valid_read_string(a) && valid_read_string(b) && valid_read_string(c); */
int kind(const char *a, const char *b, const char *c)
{
    if (!strcmp(a, "if") || !strcmp(b, "else"))
        return 1;
    return strcmp(c, "while") == 0;
}

int main(void)
{
    const char *word = "while";
    return kind(word, word + 1, word);
}
