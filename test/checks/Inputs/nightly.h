inline bool settle(const std::string &account) {
  for (int i = 0; i < 6; ++i) { // expect: retry-excessive-attempts "an item of a batch may make 1 to 5"
    if (send_order(account))
      return true;
    pause_for(i);
  }
  return false;
}
