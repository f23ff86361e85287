// expect: unknown
static int table[16];
int main(void)
{
    int sum = 0;
    for (int *p = table; p != table + 5; p++)
        sum |= *p;
    for (int *p = &table[15]; p != &table[16]; p--)
        *p = sum;
    return 0;
}
