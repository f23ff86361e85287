// entry: behind
// expect: proved
// The sibling of views_difference.c that does not count on it.
static const int table[4] = {1, 1, 1, 1};

/*@ requires \valid_read(a + (0 .. 3)) && \valid_read(b + (0 .. 3)); */
int behind(const char *a, const char *b)
{
    long distance = b - a;
    return distance > 0 && distance < 4 ? table[distance] : 0;
}

int main(void)
{
    static const char text[8] = "abcdefg";
    return behind(text, text + 3);
}
