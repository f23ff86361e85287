// expect: proved
// As strncpy_of_any_size.c, with the size of the array.
#include <string.h>

int main(void)
{
    char name[4];
    strncpy(name, "a", sizeof name);
    return name[0];
}
