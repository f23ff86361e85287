// $ haltcert prove returned_pointer.c --entry use --no-refute
// $ haltcert prove returned_pointer.c --entry keep --no-refute
// $ haltcert prove returned_pointer.c --entry use --no-refute --json | grep -o '"origin":"[^"]*"'
struct item {
    int value;
};
typedef struct item *(*find)(int);
struct place {
    struct item *item;
    int count;
};

/*@ requires \callback(look) && key < 100; */
int use(find look, int key)
{
    struct item *found = look(key);
    if (!found)
        return 0;
    key++;
    return found->value;
}

/*@ requires \callback(look) && \valid(p); */
void keep(struct place *p, find look)
{
    p->item = look(1);
    p->count = 1;
    p->item->value = 2;
}
