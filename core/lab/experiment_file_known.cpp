// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file_known.h"

#include "core/lab/fields.h"
#include "core/lab/latin.h"

#include <QStringBuilder>

#include <algorithm>
#include <array>
#include <string>

namespace retrylab {

namespace {

/// A key of the format without a field: allowed with one value only, or not at all.
struct KnownKey {
    std::string_view pattern;
    std::string_view only = {}; ///< as it is written, without quotes
};

constexpr KnownKey knownKeys[] = {
    {"calls.*.share", "1"},
    {"calls.*.operation"},
    {"calls.*.serviceTime"},
    {"calls.*.amount"},
    {"peak"},
    {"stopWhen"},
    {"traffic.profile"},
    {"traffic.file"},
    {"chain.*.instances", "1"},
    {"chain.*.balance"},
    {"chain.*.holdsSlot"},
    {"chain.*.rateLimit"},
    {"chain.*.autoscale"},
    {"chain.*.congestion"},
    {"chain.*.contention"},
    {"chain.*.keys"},
    {"chain.*.worker"},
    {"chain.*.link.loss"},
    {"chain.*.link.connections"},
    {"chain.*.policy.propagateDeadline"},
    {"chain.*.serviceTime.sd"},
    {"chain.*.serviceTime.median"},
    {"chain.*.serviceTime.sigma"},
    {"chain.*.serviceTime.alpha"},
    {"chain.*.serviceTime.parts"},
    {"chain.*.serviceTime.file"},
    {"faults.*.instances"},
    {"faults.*.ramp"},
    {"faults.*.factor"},
    {"faults.*.permanent"},
};

struct ChoicesForLater {
    std::string_view pattern;
    std::string_view choices;
};

constexpr std::string_view distributionsForLater = "normal|logNormal|pareto|mixture|empirical";
constexpr ChoicesForLater choicesForLater[] = {
    {"traffic.kind", "trace"},
    {"traffic.thinkTime.kind", distributionsForLater},
    {"chain.*.serviceTime.kind", distributionsForLater},
    {"faults.*.kind", "slow|loss|reset|lostResponse|errorAfterWork|crash"},
};

/// Keys of the top that the reader takes apart itself.
constexpr std::array<std::string_view, 8> listKeys{"retrylab", "policy",     "calls",  "chain",
                                                   "faults",   "objectives", "expect", "variants"};

/// The next key below a group, when the pattern lies in it.
QString keyBelow(std::string_view pattern, const QString &group)
{
    const QString text = latin(pattern);
    if (group.isEmpty())
        return text.section(u'.', 0, 0);
    return text.startsWith(QString(group % u'.')) ? text.mid(group.size() + 1).section(u'.', 0, 0) : QString();
}

} // namespace

std::optional<Result<void>> judgeKnownKey(const QString &pattern, const QString &path, const JsonValue &value)
{
    for (const KnownKey &key : knownKeys) {
        if (pattern != latin(key.pattern))
            continue;
        if (key.only.empty())
            return failure(path, QStringLiteral("this key is known but not supported by this version"), value.line);
        if (!value.text.isEmpty() && value.text == latin(key.only))
            return Result<void>();
        return failure(path, value.shown() % u" is not supported by this version; allowed: " % latin(key.only),
                       value.line);
    }
    return {};
}

bool isChoiceForLater(QStringView pattern, QStringView choice)
{
    return std::any_of(std::begin(choicesForLater), std::end(choicesForLater), [&](const ChoicesForLater &later) {
        return pattern == latin(later.pattern) && latin(later.choices).split(u'|').contains(choice.toString());
    });
}

bool isGroup(const QString &pattern)
{
    // Whether keysOfGroup() is empty, told without making texts: each group of every file is asked about.
    const std::string group = pattern.isEmpty() ? std::string() : pattern.toStdString() + '.';
    return std::ranges::any_of(fields(), [&](const Field &field) { return field.path.starts_with(group); })
           || std::ranges::any_of(
               knownKeys, [&](const KnownKey &key) { return !key.only.empty() && key.pattern.starts_with(group); });
}

QStringList keysOfGroup(const QString &pattern)
{
    QStringList keys;
    const auto add = [&keys](const QString &key) {
        if (!key.isEmpty() && !keys.contains(key))
            keys += key;
    };
    if (pattern.isEmpty())
        for (const std::string_view key : listKeys)
            add(latin(key));
    for (const Field &field : fields())
        add(keyBelow(field.path, pattern));
    for (const KnownKey &key : knownKeys)
        if (!key.only.empty())
            add(keyBelow(key.pattern, pattern));
    return keys;
}

} // namespace retrylab
