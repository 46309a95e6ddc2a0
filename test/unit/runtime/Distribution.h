// Whether what was drawn is uniform.
#ifndef TEST_UNIT_RUNTIME_DISTRIBUTION_H
#define TEST_UNIT_RUNTIME_DISTRIBUTION_H

#include "retry/time.h"
#include <algorithm>
#include <cmath>
#include <vector>

/// Kolmogorov and Smirnov's distance of `draws` draws from the uniform
/// distribution, times the root of their number: above 1.95 one time in a
/// thousand.
template <typename Draw>
double distance(retry::duration low, retry::duration high, Draw draw,
                int draws = 20000) {
  std::vector<double> all;
  for (int i = 0; i < draws; ++i)
    all.push_back(static_cast<double>((draw() - low).count()) /
                  static_cast<double>((high - low).count()));
  std::sort(all.begin(), all.end());
  double worst = 0, n = draws;
  for (int i = 0; i < draws; ++i) {
    double x = all[static_cast<std::size_t>(i)];
    worst = std::max({worst, x - i / n, (i + 1) / n - x});
  }
  return worst * std::sqrt(n);
}
inline constexpr double oneInAThousand = 1.95;

#endif
