// entry: sum
// expect: proved
// Seven ranges can lie to each other in 877 ways. None is written, so there is one case.

/*@ requires \valid_read(a, b, c, d, e, f, g); */
unsigned sum(unsigned *a, unsigned *b, unsigned *c, unsigned *d, unsigned *e, unsigned *f, unsigned *g)
{
    return *a + *b + *c + *d + *e + *f + *g;
}

int main(void)
{
    unsigned n = 1;
    return (int)sum(&n, &n, &n, &n, &n, &n, &n);
}
