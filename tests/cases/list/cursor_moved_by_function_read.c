// entry: has
// gap: proved
// What the function hands back is not known to lead into a list that the caller lends to be read.
struct node { struct node *next; int value; };
struct cursor { struct node *at; };

static struct node *step(struct cursor *c)
{
    struct node *n = c->at;
    if (n)
        c->at = n->next;
    return n;
}

/*@ requires \list_read(l, struct node, next); */
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
