// entry: cut
// expect: unknown
// The sibling of views_of_literals.c that writes: what is written may overlap what is read.
static const char *const words[] = {"if", "else", "while", "return"};

/*@ requires valid_read_string(a) && \valid(b); */
int cut(const char *a, char *b)
{
    int length = 0;
    while (a[length])
        length++;
    *b = 'x';
    while (*a++)
        length--;
    return words[length] != 0;
}

int main(void)
{
    char text[2][6] = {"ab", "defg"};
    return cut(text[0], text[0] + 2);
}
