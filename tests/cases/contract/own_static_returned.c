// entry: next
// expect: unknown
// The sibling of own_static.c that gives the address away.
static unsigned level;
static const int table[10] = {1};

unsigned *place(void)
{
    return &level;
}

/*@ requires \valid(p) && *p < 10; */
int next(unsigned *p)
{
    level = 20;
    return table[*p];
}

int main(void)
{
    return next(place());
}
