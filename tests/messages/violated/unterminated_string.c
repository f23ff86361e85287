// $ haltcert prove unterminated_string.c --no-refute
// $ haltcert prove unterminated_string.c
// $ haltcert prove unterminated_string.c --json | grep -o '"id":"[^"]*"'
#include <string.h>

int main(void)
{
    char s[3] = {'a', 'b', 'c'};
    return (int)strlen(s);
}
