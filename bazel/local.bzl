"""The retrylint and the LLVM that are installed on this machine, as a repository."""

_BUILD = """
package(default_visibility = ["//visibility:public"])

filegroup(name = "clang_tidy", srcs = ["clang-tidy"])

filegroup(name = "plugin", srcs = ["RetryTidyModule.so"])

filegroup(name = "resources", srcs = glob(["resource/include/**"]))
"""

def _retrylint_local_impl(ctx):
    version = ctx.attr.llvm_version
    llvm = ctx.attr.llvm or "/usr/lib/llvm-" + version
    ctx.symlink(llvm + "/bin/clang-tidy", "clang-tidy")
    ctx.symlink(llvm + "/lib/clang/" + version + "/include", "resource/include")
    ctx.symlink(ctx.attr.plugin, "RetryTidyModule.so")
    ctx.file("BUILD.bazel", _BUILD)

retrylint_local = repository_rule(
    implementation = _retrylint_local_impl,
    local = True,
    attrs = {
        "llvm": attr.string(doc = "Where LLVM is; /usr/lib/llvm-VERSION by default."),
        "llvm_version": attr.string(default = "22"),
        "plugin": attr.string(default = "/usr/lib/retrylint/RetryTidyModule.so"),
    },
)
