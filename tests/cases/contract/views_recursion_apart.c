// entry: walk
// expect: proved
// The sibling of views_recursion.c whose contract keeps what is written apart. `r` may be a view of what is read.
static const int table[2] = {1, 1};

/*@ requires \valid_read(p) && \valid_read(r) && *p == 0 && \valid(q) && n >= 0;
  @ requires \separated(p, q) && \separated(r, q); */
int walk(const int *p, const int *r, int *q, int n)
{
    if (n == 0)
        return table[*p];
    *q = *r;
    return walk(p, r, q, n - 1);
}

int main(void)
{
    int x = 0, y;
    return walk(&x, &x, &y, 1);
}
