// RUN: %check_retry %s -- -std=c11
// expect-none
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int confirm(const char *question) {
  char answer[16];
  do {
    printf("%s [y/n] ", question);
    if (!fgets(answer, sizeof answer, stdin))
      return 0;
  } while (answer[0] != 'y' && answer[0] != 'n');
  return answer[0] == 'y';
}

int token_login(void *token, const char *pin);

int unlock_token(void *token) {
  int attempts = 3;
  while (attempts-- > 0) {
    const char *pin = getpass("PIN: ");
    if (!pin)
      return -1;
    if (token_login(token, pin) == 0)
      return 0;
    printf("Wrong PIN, %d attempts left\n", attempts);
    sleep(1);
  }
  return -1;
}

int next_token(FILE *in, char *buf, size_t len);

int count_records(FILE *in) {
  char tok[256];
  int n = 0;
retry:
  switch (next_token(in, tok, sizeof tok)) {
  case '\n':
    goto retry;
  case ';':
    n++;
    goto retry;
  default:
    return n;
  }
}

int find_sync_byte(FILE *serial) {
  int c, retries = 0;
  while ((c = fgetc(serial)) != 0x55) {
    if (c == EOF || ++retries > 4096)
      return -1;
  }
  return 0;
}

int smtp_command(FILE *out, const char *line);

void smtp_shell(FILE *out) {
  char line[512];
  for (;;) {
    fputs("smtp> ", stdout);
    if (!fgets(line, sizeof line, stdin))
      return;
    line[strcspn(line, "\n")] = 0;
    if (smtp_command(out, line) >= 400)
      puts("refused, try another");
  }
}

int read_number(int *out) {
  while (scanf("%d", out) != 1) {
    int c;
    while ((c = getchar()) != '\n')
      if (c == EOF)
        return -1;
    printf("not a number, retry: ");
  }
  return 0;
}

/* Nobody knows this dialog, but its name says whom it asks. */
struct window;
int dialog_password(struct window *w, char *into, size_t len);
int vault_unlock(const char *vault, const char *password);

int open_vault(struct window *w, const char *vault) {
  char typed[64];
  for (int attempts = 0; attempts < 3; attempts++) {
    if (dialog_password(w, typed, sizeof typed) != 0)
      return -1;
    if (vault_unlock(vault, typed) == 0)
      return 0;
    sleep(1);
  }
  return -2;
}

const char *user_prompt_line(const char *text);
int share_login(const char *host, const char *user, const char *secret);

int mount_share(const char *host, const char *user) {
  for (;;) {
    const char *secret = user_prompt_line("secret: ");
    if (secret == NULL)
      return -1;
    if (share_login(host, user, secret) == 0)
      return 0;
    sleep(3);
  }
}

/* What is typed may be written down, too. */
void write_protocol(const char *text);
int set_voltage(int volts);
int read_voltage(int *volts);

static char *get_command(const char *prompt) {
  static char command[100];
  fputs(prompt, stdout);
  if (!fgets(command, sizeof command, stdin))
    return NULL;
  write_protocol(command);
  for (char *end = command + strlen(command); end > command && end[-1] == '\n';)
    *--end = 0;
  return command;
}

void ask_for_voltage(void) {
  int wanted, volts = 0;
  do {
    wanted = atoi(get_command("Voltage (0 to cancel): "));
    if (wanted == 0)
      return;
    set_voltage(wanted);
    sleep(1);
    if (read_voltage(&volts))
      printf("FAILED to set the voltage\n");
    else if (volts != wanted)
      printf("FAILED to set the voltage: out of range?\n");
  } while (volts != wanted);
}
