// entry: last
// expect: unknown
// The sum of the two members of the structure stays inside the string: a relation of three values.
struct word { const char *begin; unsigned long size; };
static int next(struct word *w)
{
    const char *c = w->begin + w->size;
    while (*c == ' ')
        ++c;
    if (*c == '\0')
        return 0;
    w->begin = c;
    while (*c != '\0' && *c != ' ')
        ++c;
    w->size = c - w->begin + 1;
    return 1;
}
/*@ requires valid_read_string(text); */
unsigned long last(const char *text)
{
    struct word w = { text, 0 };
    while (next(&w))
        ;
    return w.size;
}
int main(void)
{
    return (int)last("one two");
}
