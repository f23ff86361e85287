// entry: walk
// expect: unknown
// The deeper call reads what this one has written: `p` may only be read here, but `q` may point there.
static const int table[2] = {1, 1};

/*@ requires \valid_read(p) && *p == 0 && \valid(q) && n >= 0; */
int walk(const int *p, int *q, int n)
{
    if (n == 0)
        return table[*p];
    *q = 5;
    return walk(p, q, n - 1);
}

int main(void)
{
    int x = 0;
    return walk(&x, &x, 1);
}
