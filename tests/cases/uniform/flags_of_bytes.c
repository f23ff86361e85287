// expect: violated memory safety
// As flags.c, but one of the bytes is no _Bool.
#include <stdbool.h>
#include <string.h>

int main(void)
{
    bool seen[10];
    unsigned char *bytes = (unsigned char *)seen;
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < 10; i++)
        bytes[i] = (unsigned char)(i == 7 ? 2 : 1);
    int count = 0;
    for (int i = 0; i < 10; i++)
        count += seen[i];
    return count;
}
