// options: -fno-builtin
// expect: unknown
/* The index is what the program's own function answers, not the library's 0 or 1. */
int isnan(double d)
{
    return 5;
}
static int t[5];
int main(void)
{
    return t[isnan(1.0)];
}
