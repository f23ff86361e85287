// $ haltcert prove token_of_nothing.c --no-refute
#include <string.h>

int main(void) {
    return strtok(NULL, " ") != NULL;
}
