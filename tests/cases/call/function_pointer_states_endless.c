// expect: memory-safe only
struct machine {
  int n;
  void (*next)(struct machine *);
};

static void ping(struct machine *m);
static void pong(struct machine *m) { m->next = ping; }
static void ping(struct machine *m) { m->next = pong; }

int main(void) {
  struct machine m = {0, ping};
  while (m.next)
    m.next(&m);
  return 0;
}
