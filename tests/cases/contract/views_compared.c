// entry: kind
// expect: unknown
// A string that is only read may be the constant itself: nothing says that their addresses differ.
const char star[] = "*";
static const int kinds[1] = {4};

/*@ requires valid_read_string(s) && \separated(s + (0 .. strlen(s)), &kinds); */
int kind(const char *s)
{
    return kinds[s == star];
}

int main(void)
{
    return kind(star);
}
