// expect: bad input message~"second name"
// gcc gives `table` a second name that other files can write to. clang does not, as it has not met `table` yet.
#pragma weak handed_out = table
static int table[2] = {1, 2};
extern int handed_out[2];

int main(void)
{
    return table[0] - 1;
}
