// expect: proved
struct range { char *now, *end; };
static void fill(struct range *r)
{
    while (r->now != r->end)
        *r->now++ = 1;
}
int main(void)
{
    char a[20];
    struct range r = { a + 4, a + 20 };
    fill(&r);
    return a[4];
}
