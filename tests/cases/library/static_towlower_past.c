// expect: unknown
static int n;
static int t[2];
static unsigned towlower(unsigned c)
{
    n++;
    return c;
}
int main(void)
{
    towlower(1);
    towlower(2);
    return t[n];
}
