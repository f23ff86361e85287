// entry: has
// expect: proved
// The cursor lies in a structure, and a function moves it.
struct node { struct node *next; int value; };
struct cursor { struct node *at; };

static struct node *step(struct cursor *c)
{
    struct node *n = c->at;
    if (n)
        c->at = n->next;
    return n;
}

/*@ requires \list(l, struct node, next); */
int has(struct node *l, int value)
{
    struct cursor c = { l };
    struct node *n;
    while ((n = step(&c)))
        if (n->value == value)
            return 1;
    return 0;
}

int main(void)
{
    return has(0, 3);
}
