// $ haltcert prove invalid_value.c --no-refute
// $ haltcert prove invalid_value.c --no-refute --json | grep -o '"id":"[^"]*"'
#include <stdbool.h>
#include <string.h>

struct option { bool on; };

int main(void)
{
    struct option o;
    memset(&o, 7, sizeof o);
    return o.on ? 1 : 0;
}
