// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/ticks.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

/// The top of a value axis that does not jump at every frame while a slider is dragged: it grows as soon as something
/// would not fit and shrinks only when much less would do. Always a whole number of nice steps.
class CalmScale {
public:
    static constexpr int parts = 5;

    /// The top for data that reach `most`; remembers it.
    double fit(double most)
    {
        const double nice = niceTop(most);
        if (most > m_top || nice <= m_top * shrinkBelow || m_top == 0)
            m_top = nice;
        return m_top;
    }
    /// Forgets: the next fit is exact. For another experiment.
    void reset() { m_top = 0; }
    double top() const { return m_top; }

    /// The smallest whole number of nice steps above `most`, with a little air.
    static double niceTop(double most)
    {
        if (most <= 0)
            return 1.0;
        const double step = niceStep(most * air, parts);
        return step * std::ceil(most * air / step - 1e-9);
    }

private:
    static constexpr double air = 1.04;
    static constexpr double shrinkBelow = 0.6;
    double m_top = 0;
};

} // namespace retrylab
