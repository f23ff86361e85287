// entry: twice
// expect: proved
// The sibling of views_lent.c whose contract keeps the two apart; what is handed on may overlap there.
static const int table[2] = {1, 1};

static int look(const int *p, const int *q, const int *r)
{
    return (*p > *q) + (*q > *r);
}

/*@ requires \valid(p) && \valid_read(q) && \valid_read(r) && *q == 0 && \separated(p, q) && \separated(p, r); */
int twice(int *p, const int *q, const int *r)
{
    int sum = look(p, q, r);
    *p = 9;
    return table[*q] + sum;
}

int main(void)
{
    int x = 0, y = 0;
    return twice(&x, &y, &y);
}
