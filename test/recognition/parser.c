// RUN: %check_retry %s -- -std=c11
// expect-none
// Must be quick and small: a state machine over text forks at every character.
struct span {
  const char *from, *to;
};
int same_word(const char *a, const char *b, int n);

static int is_space(int c) {
  switch (c) {
  case ' ':
  case '\t':
  case '\n':
  case '\v':
  case '\f':
  case '\r':
    return 1;
  default:
    return 0;
  }
}

static int next_pair(const char **at, struct span *name, struct span *value) {
  const char *p = *at;
  while (is_space(*p))
    ++p;
  if (!*p)
    return 0;
  name->from = p;
  while (*p && !is_space(*p) && *p != '=' && *p != ';')
    ++p;
  name->to = p;
  while (is_space(*p))
    ++p;
  if (*p != '=')
    return 0;
  ++p;
  while (is_space(*p))
    ++p;
  value->from = p;
  while (*p && *p != ';')
    ++p;
  value->to = p;
  while (value->to != value->from && is_space(value->to[-1]))
    --value->to;
  *at = p;
  return 1;
}

int parse_all(const char *text) {
  struct span name, value;
  int found = 0;
  while (next_pair(&text, &name, &value)) {
    int n = (int)(name.to - name.from);
    if (same_word(name.from, "age", n) == 0)
      found |= 1;
    else if (same_word(name.from, "path", n) == 0)
      found |= 2;
    else if (same_word(name.from, "name", n) == 0)
      found |= 4;
  }
  return found;
}
