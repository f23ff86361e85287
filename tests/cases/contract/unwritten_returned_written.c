// entry: width
// expect: unknown
// The sibling of unwritten_returned.c that writes through such an address.
struct kind { int name; int width; };
static struct kind kinds[] = {{1, 2}, {2, 4}};
static const int scale[5] = {1};

static struct kind *find(int c)
{
    return &kinds[c == 'b'];
}

void set(int c, int width)
{
    find(c)->width = width;
}

/*@ requires \true; */
int width(int c)
{
    return scale[find(c)->width];
}

int main(void)
{
    set('b', 7);
    return width('b');
}
