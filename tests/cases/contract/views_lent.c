// entry: twice
// expect: unknown
// What a function called may only read, its caller may write after the call.
static const int table[2] = {1, 1};

static int look(const int *p, const int *q)
{
    return *p + *q;
}

/*@ requires \valid(p) && \valid_read(q) && *p == 0 && *q == 0; */
int twice(int *p, const int *q)
{
    int sum = look(p, q);
    *p = 9;
    return table[*q] + sum;
}

int main(void)
{
    int x = 0;
    return twice(&x, &x);
}
