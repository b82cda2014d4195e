// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/slider_scale.h"

#include "widgets/policy/field_text.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

/// A logarithm never reaches 0: such a scale starts at this share of its upper end, and position 0 means 0.
constexpr double logFloorShare = 1e-5;

/// Rounds to steps of half to one percent: 1.00, 1.01 … 2.00, 2.02 … 5.00, 5.05 … 10.
double roundedToPercent(double x)
{
    const double magnitude = std::pow(10.0, std::floor(std::log10(x)));
    const double mantissa = x / magnitude;
    const double perUnit = mantissa < 2.0 ? 100.0 : mantissa < 5.0 ? 50.0 : 20.0;
    // Multiplying back before dividing keeps 0.07 at 0.07.
    const double whole = std::round(mantissa * perUnit);
    return magnitude >= 1.0 ? whole * magnitude / perUnit : whole / (perUnit * std::round(1.0 / magnitude));
}

} // namespace

SliderScale::SliderScale(const Field &field)
    : m_type(field.type)
    , m_mayBeUnlimited(field.mayBeUnlimited)
    , m_logarithmic(field.logarithmic)
    , m_least(field.sliderLeast)
    , m_most(std::max(field.sliderMost, field.sliderLeast))
    , m_floor(field.sliderLeast > 0 ? field.sliderLeast : m_most * logFloorShare)
{
    if (m_type == FieldType::count && m_least <= 0)
        m_floor = std::max(m_floor, std::min(1.0, m_most));
    if (m_floor <= 0)
        m_logarithmic = false;
}

double SliderScale::naturalAt(double fraction) const
{
    if (!m_logarithmic)
        return m_least + (m_most - m_least) * fraction;
    return m_floor * std::pow(m_most / m_floor, fraction);
}

double SliderScale::fractionOf(double natural) const
{
    if (m_most <= m_least)
        return 0.0;
    if (!m_logarithmic)
        return (natural - m_least) / (m_most - m_least);
    return natural <= m_floor || m_most <= m_floor ? 0.0 : std::log(natural / m_floor) / std::log(m_most / m_floor);
}

double SliderScale::rounded(double natural) const
{
    if (m_type == FieldType::count)
        return std::round(natural);
    if (!m_logarithmic) {
        // A linear scale goes in steps of a power of ten, the first one above a five-hundredth of its length.
        const double raw = (m_most - m_least) * 2.0 / steps;
        const double magnitude = std::pow(10.0, std::ceil(std::log10(raw) - 1e-9));
        const double inverse = 1.0 / magnitude;
        return magnitude >= 1.0 ? std::round(natural / magnitude) * magnitude
                                : std::round(natural * std::round(inverse)) / std::round(inverse);
    }
    return natural > 0 ? roundedToPercent(natural) : 0.0;
}

FieldValue SliderScale::valueAt(int position) const
{
    if (position > steps && m_mayBeUnlimited)
        return unlimitedValue(m_type);
    if (position <= 0)
        return fromNatural(m_type, m_least);
    if (position >= steps)
        return fromNatural(m_type, m_most);
    const double natural = rounded(naturalAt(static_cast<double>(position) / steps));
    return fromNatural(m_type, std::clamp(natural, m_least, m_most));
}

int SliderScale::positionOf(const FieldValue &value) const
{
    if (m_mayBeUnlimited && isUnlimited(value))
        return maximum();
    const double natural = naturalValue(value);
    if (natural <= m_least)
        return 0;
    if (natural >= m_most)
        return steps;
    return std::clamp(static_cast<int>(std::lround(fractionOf(natural) * steps)), 0, steps);
}

FieldValue SliderScale::stepped(const FieldValue &value, int count) const
{
    const int direction = count < 0 ? -1 : 1;
    int position = positionOf(value);
    // From "unlimited" the way down starts at the last limit.
    if (position > steps && direction < 0)
        return valueAt(steps);
    position += count;
    if (direction > 0 && position > steps && positionOf(value) < steps)
        position = steps; // do not jump over the last limit into "unlimited"
    position = std::clamp(position, 0, maximum());
    FieldValue next = valueAt(position);
    const auto further = [&](const FieldValue &candidate) {
        if (isUnlimited(candidate) != isUnlimited(value))
            return direction > 0 ? isUnlimited(candidate) : isUnlimited(value);
        return direction > 0 ? naturalValue(candidate) > naturalValue(value)
                             : naturalValue(candidate) < naturalValue(value);
    };
    while (!further(next) && position > 0 && position < maximum()) {
        position += direction;
        next = valueAt(position);
    }
    return further(next) ? next : value;
}

} // namespace retrylab
