// expect: unknown
#include <stddef.h>
struct link { struct link *next; };
struct item { int n; struct link l; };
static struct item it;
static struct link head = { &it.l };
int main(void)
{
    struct item *o = &it;
    int count = 0;
    it.l.next = &head;
    while (&o->l != &head) {
        count++;
        o = (struct item *)((char *)o->l.next - offsetof(struct item, l));
    }
    return count == 2 ? 0 : *(int *)0;
}
