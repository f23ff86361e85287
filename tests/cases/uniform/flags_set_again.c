// expect: proved
// Flags that each round begins with, set in the order of a table.
static const int order[9] = {5, 3, 4, 6, 7, 8, 9, 1, 2};

int main(void)
{
    int n = 0;
    for (int i = 0; i < 9; i++) {
        _Bool row[10] = {0};
        for (int j = 0; j < 9; j++)
            row[order[j]] = 1;
        if (row[3])
            n++;
    }
    return n;
}
