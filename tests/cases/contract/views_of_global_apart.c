// entry: look
// expect: proved
// The sibling of views_of_written_global.c whose contract keeps `q` out of the variable.
static const int table[2] = {1, 1};
int level;

static void set(int value)
{
    level = value;
}

/*@ requires \valid_read(q) && \valid_read(r) && *q == 0 && *r == 0 && \separated(q, &level); */
int look(const int *q, const int *r)
{
    set(7 + *r);
    return table[*q];
}

int main(void)
{
    int zero = 0;
    return look(&zero, &level);
}
