// options: --calls shared
// expect: unknown
// options: --calls separate
// expect: unknown
// The second call hands over a smaller block than the first.
static void fill(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = i;
}

int main(void)
{
    int a[4], b[3];
    fill(a, 4);
    fill(b, 4);
    return a[0] + b[0];
}
