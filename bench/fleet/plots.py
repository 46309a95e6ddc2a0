"""The plots of the fleet experiment."""

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

plt.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "fleet", "font.family": "sans-serif", "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True, "grid.color": "#e5e5e5",
    "figure.facecolor": "white", "legend.frameon": False,
})
BAD, GOOD = ["#b2182b", "#ef8a62", "#e0a100"], ["#2166ac", "#1b7837", "#762a83"]
SHOWN = {"naive": BAD[0], "backoff": BAD[1], "jitter": BAD[2],
         "window-20": GOOD[0], "bucket-20": GOOD[1], "default": GOOD[2]}


def save(figure, path):
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def requests(runs, labels, path):
    """Requests in each second, with 8 attempts."""
    figure, axes = plt.subplots(figsize=(8, 4))
    for one in runs:
        if one["attempts"] == 8 and one["strategy"] in SHOWN:
            seconds = one["seconds"]
            axes.plot(range(seconds + 5), one["requests_per_second"][:seconds + 5],
                      color=SHOWN[one["strategy"]], label=labels[one["strategy"]],
                      drawstyle="steps-post")
    axes.axvspan(seconds / 2, seconds, color="#f5f5f5", zorder=0)
    axes.set(xlabel="seconds", ylabel="requests per second at the server", ylim=(0, 1050),
             xlim=(0, seconds + 4))
    axes.text(seconds / 2 + 0.5, 1030, "80 % of the answers are 503", va="top", color="#666666")
    axes.legend(loc="upper left")
    save(figure, path)


def multipliers(runs, labels, path):
    """Outbound over inbound during the outage."""
    figure, axes = plt.subplots(figsize=(8, 4))
    names = list(dict.fromkeys(r["strategy"] for r in runs))[::-1]
    for attempts, offset, colour in ((3, 0.2, "#92c5de"), (8, -0.2, "#2166ac")):
        values = [next(r["outage"]["outbound_over_inbound"] for r in runs
                       if (r["strategy"], r["attempts"]) == (name, attempts)) for name in names]
        bars = axes.barh([i + offset for i in range(len(names))], values, height=0.38, color=colour,
                         label=f"{attempts} attempts")
        axes.bar_label(bars, fmt="%.2f", padding=3)
    axes.axvline(1, color="#666666", linewidth=1)
    axes.set_yticks(range(len(names)), [labels[name] for name in names])
    axes.set(xlabel="requests at the server for each inbound call, during the outage")
    axes.grid(axis="y", visible=False)
    axes.legend(loc="lower right")
    save(figure, path)


def herd(runs, path):
    """Requests in each 100 ms after 100,000 clients failed at once."""
    figure, axes = plt.subplots(figsize=(8, 4))
    shown = [r for r in runs if r["clients"] == 100000 and r["attempts"] == 8 and r["strategy"] != "backoff, full jitter"]
    for one, colour in zip(shown, [BAD[0], BAD[1], GOOD[0], GOOD[2], GOOD[1]]):
        bins = [n or None for n in one["requests_per_100ms"][:120]]
        dots = not one["strategy"].startswith("ours")
        axes.plot([i / 10 for i in range(len(bins))], bins, "o" if dots else "-", color=colour,
                  label=one["strategy"])
    axes.set(xlabel="seconds after the failure", ylabel="requests in 100 ms", yscale="log")
    axes.legend(loc="center right", bbox_to_anchor=(1, 0.49))
    save(figure, path)
