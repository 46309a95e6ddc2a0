// RUN: %check_retry %s -- -std=c++20
// expect-none
// Who sits in front of the screen says whether there is another attempt.
#include <string>

class Window;
class Dialog {
public:
  virtual ~Dialog() = default;
  int exec();
};
class MessageBox : public Dialog {
public:
  enum { Retry = 1, Cancel = 2 };
  explicit MessageBox(Window *parent);
  static int showQuestion(Window *parent, const std::string &text);
};
class Login : public Dialog {
public:
  std::string user() const;
};
bool connectToServer(const std::string &host);
bool authenticate(const std::string &user);
int message_dialog_run(const char *text);
bool prompt_for_retry(const std::string &why);

bool askAgain(Window *w, const std::string &host) {
  while (true) {
    if (connectToServer(host))
      return true;
    MessageBox box(w);
    if (box.exec() != MessageBox::Retry)
      return false;
  }
}

bool askStatically(Window *w, const std::string &host) {
  for (;;) {
    if (connectToServer(host))
      return true;
    if (MessageBox::showQuestion(w, "No answer. Again?") != MessageBox::Retry)
      return false;
  }
}

bool tellAndTryAgain(Window *w, const std::string &host) {
  while (!connectToServer(host)) {
    MessageBox box(w);
    box.exec();
  }
  return true;
}

bool logIn(Login &dialog) {
  do {
    if (dialog.exec() == 0)
      return false;
  } while (!authenticate(dialog.user()));
  return true;
}

bool askInC(const std::string &host) {
  int tries = 0;
  while (!connectToServer(host)) {
    if (++tries == 20 || message_dialog_run("No answer. Again?") != 1)
      return false;
  }
  return true;
}

bool prompted(const std::string &host) {
  do {
    if (connectToServer(host))
      return true;
  } while (prompt_for_retry("no answer"));
  return false;
}
