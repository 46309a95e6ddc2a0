"""retrylint_aspect lints every source of a C or C++ target and of its deps.

One action for each source. Its inputs are the source, the headers, clang-tidy, the
plugin and the policies; its output is a report that holds no path of the machine.
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "C_COMPILE_ACTION_NAME", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load(":flags.bzl", "FlagInfo")

_C = ["c"]
_CXX = ["C", "c++", "cc", "cpp", "cxx"]

# Of gcc alone: clang would stop at them.
_UNKNOWN_TO_CLANG = ["-fno-canonical-system-headers"]

def _compile_flags(ctx, context, source):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    is_c = source.extension in _C
    fragment = ctx.fragments.cpp
    own = [ctx.expand_make_variables("copts", option, {}) for option in ctx.rule.attr.copts]
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        user_compile_flags = fragment.copts + (fragment.conlyopts if is_c else fragment.cxxopts) + own,
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        preprocessor_defines = depset(transitive = [context.defines, context.local_defines]),
    )
    flags = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = C_COMPILE_ACTION_NAME if is_c else CPP_COMPILE_ACTION_NAME,
        variables = variables,
    )
    return [flag for flag in flags if flag not in _UNKNOWN_TO_CLANG]

def _lint(ctx, context, source):
    report = ctx.actions.declare_file("{}.{}.retrylint.txt".format(ctx.label.name, source.basename))
    resources = ctx.files._resources
    arguments = ctx.actions.args()
    arguments.add(report)
    arguments.add(str(ctx.attr._fail[FlagInfo].value))
    arguments.add(ctx.file._clang_tidy)
    arguments.add(ctx.file._plugin, format = "--load=%s")
    arguments.add_all([
        "--checks=-*,retry-*",
        "--config={}",
        "--header-filter=.*",
        "--exclude-header-filter=external/",
        "--quiet",
    ])
    arguments.add(source)
    arguments.add("--")
    arguments.add_all(_compile_flags(ctx, context, source))
    arguments.add("-Wno-unknown-warning-option")
    arguments.add(resources[0].path.partition("/include/")[0], format = "-resource-dir=%s")
    ctx.actions.run(
        executable = ctx.file._lint,
        arguments = [arguments],
        inputs = depset(
            [source, ctx.file._clang_tidy, ctx.file._plugin] + resources + ctx.files._policies,
            transitive = [context.headers],
        ),
        outputs = [report],
        mnemonic = "Retrylint",
        progress_message = "Linting the retries of " + source.short_path,
    )
    return report

def _retrylint_aspect_impl(target, ctx):
    below = [
        dependency[OutputGroupInfo].retrylint
        for dependency in getattr(ctx.rule.attr, "deps", [])
        if OutputGroupInfo in dependency and hasattr(dependency[OutputGroupInfo], "retrylint")
    ]
    sources = []
    if CcInfo in target and hasattr(ctx.rule.attr, "copts") and not target.label.workspace_root:
        sources = [source for source in ctx.rule.files.srcs if source.extension in _C + _CXX]
    reports = [_lint(ctx, target[CcInfo].compilation_context, source) for source in sources]
    return [OutputGroupInfo(retrylint = depset(reports, transitive = below))]

def _tool(name, many = False):
    return attr.label(default = Label("//:" + name), allow_files = True) if many else attr.label(
        default = Label("//:" + name),
        allow_single_file = True,
    )

retrylint_aspect = aspect(
    implementation = _retrylint_aspect_impl,
    attr_aspects = ["deps"],
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
    attrs = {
        "_cc_toolchain": attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
        "_clang_tidy": _tool("clang_tidy"),
        "_fail": attr.label(default = Label("//:fail")),
        "_lint": _tool("lint.sh"),
        "_plugin": _tool("plugin"),
        "_policies": _tool("policies", many = True),
        "_resources": _tool("resources", many = True),
    },
)
