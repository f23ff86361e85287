// expect: unknown message~"'towlower', which compilers recognise.*-fno-builtin"
// concrete: none (it is refused)
static int n;
static int t[4];
unsigned towlower(unsigned c)
{
    n++;
    return c;
}
int main(void)
{
    towlower(1);
    towlower(2);
    return t[2 - n];
}
