// entry: look
// expect: unknown
// A variable that a function called writes is no constant: what may only be read here may lie in it.
static const int table[2] = {1, 1};
int level;

static void set(int value)
{
    level = value;
}

/*@ requires \valid_read(q) && \valid_read(r) && *q == 0 && *r == 0; */
int look(const int *q, const int *r)
{
    set(7 + *r);
    return table[*q];
}

int main(void)
{
    int zero = 0;
    return look(&level, &zero);
}
