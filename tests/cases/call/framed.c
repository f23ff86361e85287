// expect: proved
// What a callee cannot reach is as before the call; what it cannot write keeps its contents.
extern int __VERIFIER_nondet_int(void);

static int limit = 5;

static int largest(const int *p, int n)
{
    int m = 0;
    for (int i = 0; i < n; i++)
        if (p[i] > m)
            m = p[i];
    return m;
}

static void clear(int *p)
{
    *p = 0;
}

int main(void)
{
    int index[2] = {1, 3}, other = 2, table[8] = {0};
    int n = __VERIFIER_nondet_int();
    largest(index, 2);
    clear(&n);
    table[index[1]] = 1;
    table[other] = 2;
    table[limit] = 3;
    return table[n];
}
