// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/result.h"

#include <span>
#include <string_view>
#include <variant>

namespace retrylab {

enum class FieldType {
    duration, ///< Duration; written "250ms"
    count,    ///< std::int64_t
    real,     ///< double
    share,    ///< double in [0, 1]; shown as a percentage
    rate,     ///< double per second; written "200/s"
    choice,   ///< QString, one of Field::choices
    flag,     ///< bool
    text,     ///< QString
    outcomes, ///< QStringList: outcome kinds and statuses ("timeout", "503", "4xx")
};

/// Durations and counts that have no limit are `unlimited` and `unlimitedCount` (as std::int64_t).
using FieldValue = std::variant<Duration, std::int64_t, double, bool, QString, QStringList>;

/// One thing that can be set. This table is the single source for validation, sliders, the command line, the JSON
/// Schema and the help: a name, a unit, a range or a default stands nowhere else.
struct Field {
    std::string_view path; ///< pattern: "chain.*.policy.retry.backoff.base"; * is a node's or a fault's name
    FieldType type = FieldType::text;
    double least = 0;      ///< in the field's natural unit: ns, count, per second, share
    double most = 0;
    bool mayBeUnlimited = false;
    std::span<const std::string_view> choices; ///< choice (and outcomes: the kinds)
    FieldValue initial;    ///< the default
    // How a control shows it.
    const char *label = "";   ///< English, translated in context "Field"
    const char *help = "";    ///< one sentence, translated in context "Field"
    double sliderLeast = 0;   ///< sensible ends of a slider, inside [least, most]
    double sliderMost = 0;
    bool logarithmic = false;
};

/// All fields of an experiment file, in file order.
std::span<const Field> fields();

/// The field that a concrete path names ("chain.client.policy.timeout"), or null.
const Field *findField(QStringView path);

/// The value at a concrete path. Error when there is no such field, node or fault.
Result<FieldValue> getField(const Experiment &experiment, QStringView path);

/// Sets one field after checking its type and range. Cross-field rules are checked by validate(), not here.
Result<void> setField(Experiment &experiment, QStringView path, const FieldValue &value);

/// The same from text, as after `--set PATH=`: "200ms", "0.5", "full", "unlimited", "503,timeout".
Result<void> setFieldText(Experiment &experiment, QStringView path, QStringView text);

/// A value as it is written in files and on the command line; parses back to the same value.
QString fieldText(const Field &field, const FieldValue &value);

/// Rules that join several fields (cap ≥ base, from < to, unique names, exactly two nodes for now …).
Result<void> validate(const Experiment &experiment);

/// "250ms", "1.5s", "2m": the largest unit that writes it exactly and shortly. `unlimited` is "unlimited".
QString durationText(Duration duration);
/// Parses a duration with a unit (ns us ms s m h). Error names the text and what is allowed.
Result<Duration> parseDuration(QStringView text);

} // namespace retrylab
