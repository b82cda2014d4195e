// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/skip.h"

#include "tests/oracle/compare.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

template <typename Holds>
bool anyKey(const Vector &vector, Holds holds)
{
    const QStringList keys = vector.expect.keys();
    return std::any_of(keys.begin(), keys.end(), holds);
}

bool needsContention(const Vector &vector)
{
    const bool ordersAlgorithms = anyKey(vector, [](const QString &key) { return key.endsWith("_ascending"_L1); });
    return vector.given.contains(u"clients") && (vector.given.contains(u"algorithm") || ordersAlgorithms);
}

/// Is there something that is said to be right, be it prose?
bool saysWhatIsRight(const Vector &vector)
{
    return anyKey(vector, [](const QString &key) {
        return key.startsWith("right"_L1) || key.startsWith("ideal"_L1) || key == "invariant"_L1;
    });
}

/// A figure without the defect.
bool hasRightFigure(const Vector &vector)
{
    return anyKey(vector, [&](const QString &key) {
        const bool isRight = key.startsWith("right"_L1) || key.startsWith("ideal"_L1) || key.startsWith("exact"_L1);
        return isRight && isCompared(key, vector.expect);
    });
}

} // namespace

std::optional<QString> reasonToSkip(const Vector &vector)
{
    if (needsContention(vector))
        return u"needs the contention model"_qs;
    const bool hasFigure = anyKey(vector, [&](const QString &key) { return isCompared(key, vector.expect); });
    if (!hasFigure && saysWhatIsRight(vector))
        return u"prose only"_qs;
    if (!hasFigure || (vector.note.contains("SOURCE DEFECT"_L1) && !hasRightFigure(vector)))
        return u"source's defect with no right value"_qs;
    return {};
}

} // namespace retrylab::oracle
