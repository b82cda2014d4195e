// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/fields.h"

#include <QHash>
#include <QStringList>

#include <span>

namespace retrylab {

/// What a library's own setting of a maximum counts. Files and fields always count attempts.
enum class DialectCounts {
    attempts, ///< the first attempt too
    retries,  ///< one less
};

/// Lines for people, in the languages of the program.
struct DialectText {
    QStringList english;
    QStringList vietnamese; ///< as many lines
};

/// A known library as a preset of a policy's axes: with it the core behaves as that library does. Each is one file in
/// resources/dialects, named in dialects.qrc.
struct Dialect {
    QString name;  ///< in files and on the command line: "resilience4j"
    QString title; ///< for people: "Resilience4j"
    DialectCounts counts = DialectCounts::attempts;
    QString source; ///< where the rules stand: "owner/repository:path"
    /// Five lines: how waits grow, what is retried and how often, the breaker, budget and hints, the defaults.
    DialectText about;
    DialectText instead; ///< where the lab does the right thing rather than what is a defect of the library; often none
    Experiment preset;   ///< the default experiment, its callers under this dialect
    // By the path below "policy": "retry.backoff.kind".
    QHash<QString, QStringList> offers; ///< the choices that the library has
    QStringList settable;               ///< advanced fields that its users can set
    QStringList fixed;                  ///< plain fields that they cannot

    /// The library's defaults.
    const Policy &policy() const { return preset.world.callers().policy; }
};

/// What a dialect makes of a field of its policy.
struct DialectRule {
    enum class Kind {
        free,    ///< any value of the field's range
        choices, ///< one of `choices`
        fixed,   ///< `value` and no other
    };

    Kind kind = Kind::free;
    QStringList choices; ///< kind choices only
    FieldValue value;    ///< kind fixed only
};

/// The name that stands for no dialect: every axis is free.
inline constexpr std::string_view customDialect = "custom";

/// All dialects, by name in alphabetical order. "custom" is none of them.
std::span<const Dialect> dialects();

/// The dialect of that name, or null.
const Dialect *findDialect(QStringView name);

/// "custom" and the names of all dialects. Reads no file, so that the field table can be built from it.
std::span<const std::string_view> dialectChoices();

/// The dialect of a node, or null where that is "custom" or unknown, or where there is no such node.
const Dialect *dialectOf(const Experiment &experiment, std::size_t element);

/// Is this a field that dialects have rules for? All of a policy, but for the dialect itself.
bool isRuledByDialect(const Field &field);

/// The rule of a dialect for a field; free where isRuledByDialect() is not.
/// A field for the first sight is free unless the dialect fixes it, and an advanced one is fixed unless it is settable. Of
/// choices only those are left that the dialect offers; without a list of its own, those for the first sight.
DialectRule ruleFor(const Dialect &dialect, const Field &field);

/// What the field is in the library's defaults. For fields of which isRuledByDialect() is true.
FieldValue presetValue(const Dialect &dialect, const Field &field);

/// May the field of this node have the value under the node's dialect? The error has no path.
Result<void> checkDialect(const Experiment &experiment, const Field &field, std::size_t element,
                          const FieldValue &value);

/// Makes the node's whole policy the dialect's preset. The kinds of breaker, budget, hedging and fallback that are set now stay, if
/// the library has them.
void adoptDialect(Experiment &experiment, std::size_t element, const Dialect &dialect);

/// What setting the field does: adopts the dialect of that name, if it is another one than now; "custom" only lifts the
/// rules. An unknown name changes nothing.
void chooseDialect(Experiment &experiment, std::size_t element, QStringView name);

} // namespace retrylab
