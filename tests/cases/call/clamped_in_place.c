// expect: proved
// A function keeps a member of its caller's between limits that it gives to a third one.
#include <stdio.h>

struct control {
    int gain, integral;
};

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void step(struct control *c, int error)
{
    c->integral = clamp(c->integral + error, -12800, 12800);
}

int main(void)
{
    struct control c = {25, 0};
    for (int i = 0; i < 100; i++)
        step(&c, clamp(getchar(), -100, 100));
    return 0;
}
