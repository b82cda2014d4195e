// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/result.h"

#include <QStringList>

#include <array>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace retrylab {

enum class FieldType {
    duration,  ///< Duration; written "250ms"
    count,     ///< std::int64_t
    real,      ///< double
    share,     ///< double in [0, 1]; shown as a percentage
    rate,      ///< double per second; written "200/s"
    choice,    ///< QString, one of Field::choices
    flag,      ///< bool
    text,      ///< QString; Field::rule says which
    outcomes,  ///< QStringList: outcome kinds and statuses ("timeout", "503", "4xx")
    durations, ///< Durations; written ["100ms", "1s"] in files, "100ms,1s" on the command line
};

/// What a text may hold. Field::least and Field::most bound its length in characters, except for a seed.
enum class TextRule {
    prose, ///< one line of anything printable
    name,  ///< stands in paths: no dot, comma, equals sign, and no space at the ends
    seed,  ///< a whole number 0 … 2^64 − 1 in decimal digits; no other type of FieldValue holds them all
};

using Durations = std::vector<Duration>;
/// A list of durations may have so many entries.
inline constexpr std::size_t mostDurations = 100;

/// Durations and counts that have no limit are `unlimited` and `unlimitedCount` (as std::int64_t).
using FieldValue = std::variant<Duration, std::int64_t, double, bool, QString, QStringList, Durations>;

/// Which elements of the chain have a field.
enum class NodeRole {
    any,
    caller,  ///< every node but the last: it calls the next one
    service, ///< every node but the first: it serves
};

/// A field only matters while another field of the same element has one of some values.
struct FieldCondition {
    std::string_view path; ///< pattern of the other field, a choice; empty = no condition
    std::string_view any;  ///< "fixed|linear|exponential"
};

/// One thing that can be set. This table is the single source for validation, sliders, the command line, the JSON
/// Schema and the help: a name, a unit, a range or a default stands nowhere else.
struct Field {
    std::string_view path; ///< pattern: "chain.*.policy.retry.backoff.base"; * is a node's or a fault's name
    FieldType type = FieldType::text;
    double least = 0; ///< in the field's natural unit: ns, count, per second, share; of a list, each entry's
    double most = 0;
    bool mayBeUnlimited = false;
    std::span<const std::string_view> choices; ///< choice (and outcomes: the kinds)
    FieldValue initial;                        ///< the default, read from a default-constructed experiment
    // How a control shows it.
    const char *label = ""; ///< English, translated in context "Field"
    const char *help = "";  ///< one sentence, translated in context "Field"
    double sliderLeast = 0; ///< sensible ends of a slider, inside [least, most]
    double sliderMost = 0;
    bool logarithmic = false;
    bool advanced = false;        ///< a fine point of some library: a window keeps it apart from the first sight
    std::size_t plainChoices = 0; ///< so many choices, the first ones, are for the first sight; 0 = all
    // What it means and where it lives.
    TextRule rule = TextRule::prose;
    NodeRole role = NodeRole::any;
    std::array<FieldCondition, 2> when = {}; ///< all must hold; see applies()
    /// A member of a distribution (serviceTime, thinkTime). Its members share their storage, so one can only be set while
    /// the distribution has the kind it belongs to.
    bool inDistribution = false;
    FieldValue (*read)(const Experiment &experiment, std::size_t element) = nullptr;
    void (*write)(Experiment &experiment, std::size_t element, const FieldValue &value) = nullptr;
};

/// All fields of an experiment file, in file order.
std::span<const Field> fields();

/// The experiment from which every default is taken: default-constructed, with its nodes named "client" and "service".
Experiment defaultExperiment();

/// The field that a concrete path names ("chain.client.policy.timeout"), or null.
const Field *findField(QStringView path);

/// The value at a concrete path. Error when there is no such field, node or fault.
Result<FieldValue> getField(const Experiment &experiment, QStringView path);

/// Does the field matter at the moment? False for, say, a multiplier under a fixed backoff: a control greys it out. It
/// may still be set, and is saved. False for a path that does not exist.
bool applies(const Experiment &experiment, QStringView path);

/// Sets one field after checking its type and range, and, in a policy, what its dialect allows. Cross-field rules are
/// checked by validate(), not here. The experiment is unchanged after an error.
/// The field "dialect" itself sets the whole policy: see chooseDialect().
Result<void> setField(Experiment &experiment, QStringView path, const FieldValue &value);

/// The same from text, as after `--set PATH=`: "200ms", "0.5", "full", "unlimited", "503,timeout", "100ms,1s". An empty
/// list is "none".
Result<void> setFieldText(Experiment &experiment, QStringView path, QStringView text);

/// A value as it is written in files and on the command line; parses back to the same value.
QString fieldText(const Field &field, const FieldValue &value);

/// The value that a text means for this field; its range is checked. The error has no path; of a list it names the entry.
Result<FieldValue> fieldFromText(const Field &field, QStringView text);

/// Checks type and range of a value. The error has no path.
Result<void> checkValue(const Field &field, const FieldValue &value);

/// One entry of a list as a field of its own, which parses and checks it. For FieldType::durations.
Field entryOf(const Field &list);

/// What may stand in a field, in English, for error messages and the command line's help: "1 to 1000".
QString allowedText(const Field &field);

/// Everything an experiment must fulfil before it may run: each field's range, and the rules that join several fields
/// (cap ≥ base, from < to, initial ≤ capacity of a token bucket, what a dialect fixes, unique names, exactly two nodes, at
/// most `mostCalls` calls and `mostAttempts` attempts …).
/// The error's path names a field.
Result<void> validate(const Experiment &experiment);

/// A run may not start more calls than this: it would fill the memory long before it ended.
inline constexpr double mostCalls = 20'000'000;
/// The most attempts that the calls of a run could make together, if every call used all it may.
inline constexpr double mostAttempts = 40'000'000;

/// After a field was moved by hand: moves its partners so that the rules which join them hold again. Raising base above
/// cap lifts cap, lowering cap under base lowers base, and so on for from/to, min/max and warmup/duration.
void settlePartners(Experiment &experiment, QStringView changedPath);

/// "250ms", "1.5s", "2m": the unit that writes it exactly and most shortly. `unlimited` is "unlimited".
QString durationText(Duration duration);
/// Parses a duration with a unit (ns us ms s m h). Error names the text and what is allowed.
Result<Duration> parseDuration(QStringView text);

} // namespace retrylab
