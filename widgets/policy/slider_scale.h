// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"

namespace retrylab {

/// Slider position ⇄ value of a numeric field: the only mapping there is. Positions 0 … 1000 run from the field's
/// sliderLeast to its sliderMost, on a logarithmic scale where the field says so; a field that may be unlimited has one
/// more stretch at the end that means "unlimited". Monotone: a higher position never gives a smaller value.
/// Values between the ends come in steps of about one percent, so that they read well (204 ms, not 203.9872 ms).
class SliderScale {
public:
    static constexpr int steps = 1000;
    /// Width of the stretch that means "unlimited".
    static constexpr int unlimitedSteps = 40;

    explicit SliderScale(const Field &field);

    int maximum() const { return m_mayBeUnlimited ? steps + unlimitedSteps : steps; }
    /// position is held inside [0, maximum()].
    FieldValue valueAt(int position) const;
    /// Values beyond the ends of the slider sit at its ends.
    int positionOf(const FieldValue &value) const;
    /// The value `count` slider steps further (10 = 1 %), at least one value further where there is one.
    FieldValue stepped(const FieldValue &value, int count) const;

private:
    double naturalAt(double fraction) const;
    double fractionOf(double natural) const;
    double rounded(double natural) const;

    FieldType m_type;
    bool m_mayBeUnlimited;
    bool m_logarithmic;
    double m_least;
    double m_most;
    double m_floor; ///< where a logarithmic scale begins; below it lies only 0
};

} // namespace retrylab
