// options: -fno-builtin
// expect: proved
/* Every number is none: gcc would take the call for its own, which answers 0. */
int isnan(double d)
{
    return 4;
}
static int t[5];
int main(void)
{
    return t[isnan(1.0)];
}
