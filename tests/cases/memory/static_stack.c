// entry: fill
// expect: proved
// Only the function that pushes tests how many elements there are.
static char stack[32];
static int top;

static int push(char c)
{
    if (top == 32) return 0;
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

int main(void) { return fill("abc") != 3; }
