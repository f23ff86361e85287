// entry: kind
// expect: proved
// The sibling of views_compared.c whose contract says that the addresses differ.
const char star[] = "*";
static const int kinds[1] = {4};

/*@ requires valid_read_string(s) && s != star; */
int kind(const char *s)
{
    return kinds[s == star];
}

int main(void)
{
    return kind("a");
}
