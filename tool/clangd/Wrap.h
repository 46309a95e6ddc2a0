// clangd has no way to plug anything in, so the linker puts our functions in
// the place of some of its own (--wrap in CMakeLists.txt). Only functions whose
// parameters and results are types of LLVM are replaced: clangd installs no
// headers, and its own types may look different in the next release.
#ifndef RETRYLINT_TOOL_CLANGD_WRAP_H
#define RETRYLINT_TOOL_CLANGD_WRAP_H

/// Our function, called instead of clangd's.
#define REPLACES(Symbol) asm("__wrap_" Symbol)
/// clangd's function.
#define ORIGINAL(Symbol) asm("__real_" Symbol)

#endif
