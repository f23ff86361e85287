// entry: next
// expect: unknown
// The sibling of own_static.c in which the file itself calls the function with the address.
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
    return next(&level);
}
