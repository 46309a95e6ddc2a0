#include "tool/report/Version.h"

const char *const retrylint::ToolVersion = RETRYLINT_VERSION;
