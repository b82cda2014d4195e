// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retrylab {

/// A control that tells a screen reader its value in words with a unit ("2.76 s of 6 s"), not as a raw position.
class SpokenValue {
public:
    virtual ~SpokenValue() = default;
    virtual QString spokenValue() const = 0;
    /// The same as a number in a plain unit, its range, and how to set it.
    virtual double spokenNumber() const = 0;
    virtual double spokenLeast() const = 0;
    virtual double spokenMost() const = 0;
    virtual void setSpokenNumber(double value) = 0;
};

/// Teaches Qt's accessibility to read the transport's controls. Repeated calls do nothing.
void installSpokenValues();

} // namespace retrylab
