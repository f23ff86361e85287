// expect: proved
/* A static function is the program's own to every front end. */
static int n;
static int t[4];
static unsigned towlower(unsigned c)
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
