// entry: width
// expect: proved
// Nothing writes the table: a static function returns addresses in it, and only loads use them.
struct kind { int name; int width; };
static struct kind kinds[] = {{1, 2}, {2, 4}};
static const int scale[5] = {1};

static struct kind *find(int c)
{
    return &kinds[c == 'b'];
}

/*@ requires \true; */
int width(int c)
{
    return scale[find(c)->width];
}

int main(void)
{
    return width('b');
}
