// expect: unknown
// The callee reaches the index through a pointer in memory that is handed over, and changes it.
struct box {
    int *inside;
};

static void change(struct box *b)
{
    *b->inside = 100;
}

int main(void)
{
    int index = 1, table[4] = {0};
    struct box b = {&index};
    change(&b);
    return table[index];
}
