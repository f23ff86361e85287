// entry: count
// options: --bound iterations
// expect: proved bound~"most.:.2\*.*cells\(t\).,"
// The number of cells of a tree that the contract names.
struct tree {
    struct tree *left, *right;
};

/*@ requires \tree_read(t, struct tree, left, right); */
int count(const struct tree *t) { return t ? count(t->left) ^ count(t->right) ^ 1 : 0; }

int main(void) {
    struct tree leaf = {0, 0}, top = {&leaf, 0};
    return count(&top);
}
