// entry: fill
// expect: violated memory safety
// The test comes one element late.
static char stack[4];
static int top;

static int push(char c)
{
    if (top == 5) return 0;
    stack[top++] = c;
    return 1;
}

/*@ requires valid_read_string(s); */
int fill(const char *s)
{
    top = 0;
    for (; *s; s++)
        if (!push(*s)) return 0;
    return top;
}

int main(void) { return fill("abcdefg"); }
