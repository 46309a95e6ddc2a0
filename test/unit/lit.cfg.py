# The GoogleTest programs, each of their cases a test.
import lit.formats

config.name = "unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.suffixes = []
config.test_source_root = config.test_exec_root
