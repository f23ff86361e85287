// entry: next
// expect: proved
// Nothing outside the file has the address of `level`, so `p` does not point to it.
static unsigned level;
static const int table[10] = {1};

/*@ requires \valid(p) && *p < 10; */
int next(unsigned *p)
{
    level = 20;
    return table[*p];
}

int main(void)
{
    unsigned n = 9;
    return next(&n);
}
