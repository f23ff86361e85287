// expect: violated memory safety
// The size is far beyond the array: the error is found before two thousand million bytes are made.
#include <string.h>

int main(void)
{
    char name[4];
    strncpy(name, "a", 2000000000ul);
    return name[0];
}
