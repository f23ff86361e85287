// expect: violated no overflow
// As clamped_in_place.c, but the sum is kept in one direction only.
struct control {
    int gain, integral;
};

static int at_least(int v, int low)
{
    return v < low ? low : v;
}

static void step(struct control *c, int error)
{
    c->integral = at_least(c->integral + error, -12800);
}

int main(void)
{
    struct control c = {25, 2147480000};
    for (int i = 0; i < 100; i++)
        step(&c, 100);
    return c.integral;
}
