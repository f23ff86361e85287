// entry: find
// expect: unknown
#define STEP if ((unsigned char)*p - 32u >= 95u) goto odd; ++p;
/*@ requires \valid_read(p + (0 .. n - 1)) && n <= 2147483647; */
const char *find(const char *p, unsigned long n)
{
    const char *end = p + n;
    while (end - p >= 3) {
        STEP STEP STEP STEP
        continue;
    odd:
        if (((unsigned char)*p < 32 && *p != '\t') || *p == 127)
            goto found;
        ++p;
    }
    for (;; ++p) {
        if (p == end)
            return 0;
        if ((unsigned char)*p < 32)
            goto found;
    }
found:
    return *p == '\n' ? p : 0;
}
int main(void)
{
    char text[7] = { 'a', 'b', 'c', 'd', 'e', 'f', 'g' };
    return find(text, 7) != 0;
}
