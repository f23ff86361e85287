// expect: proved
// The sibling of weak_second_name.c that only says of a declaration that its symbol may be missing.
#pragma weak handed_out
static int table[2] = {1, 2};
extern int handed_out[2];

int main(void)
{
    return table[0] - 1;
}
