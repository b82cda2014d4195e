// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields.h"
#include "core/lab/fields_choices.h"
#include "core/lab/latin.h"

#include <type_traits>

namespace retrylab {

// How a row of the field table reaches the member that it describes: a chain of member pointers from an experiment, a
// kind of call, a node or a fault, and a conversion between the member's C++ type and FieldValue.

inline const Experiment &elementOf(const Experiment &experiment, std::size_t, const Experiment *)
{
    return experiment;
}
inline const Node &elementOf(const Experiment &experiment, std::size_t element, const Node *)
{
    return experiment.world.chain[element];
}
inline const CallKind &elementOf(const Experiment &experiment, std::size_t element, const CallKind *)
{
    return experiment.world.calls[element];
}
inline const Fault &elementOf(const Experiment &experiment, std::size_t element, const Fault *)
{
    return experiment.world.faults[element];
}

/// The member that `Members` lead to, from the experiment or from its call, node or fault number `element`.
template <typename Root, auto... Members>
const auto &member(const Experiment &experiment, std::size_t element)
{
    return (elementOf(experiment, element, static_cast<const Root *>(nullptr)).*....*Members);
}
template <typename Root, auto... Members>
auto &member(Experiment &experiment, std::size_t element)
{
    using Value = std::remove_cvref_t<decltype(member<Root, Members...>(std::as_const(experiment), element))>;
    return const_cast<Value &>(member<Root, Members...>(std::as_const(experiment), element));
}

template <typename T>
FieldValue toFieldValue(const T &value)
{
    if constexpr (std::is_enum_v<T>) {
        // Not every state of a breaker is a choice, for one: what is none has no name, and checkValue() refuses it.
        const Choices choices = choicesOf(T{});
        const auto index = static_cast<std::size_t>(value);
        const std::string_view name = index < choices.size() ? choices[index] : std::string_view();
        return latin(name);
    } else if constexpr (std::is_same_v<T, Time>) {
        return Duration(value.time_since_epoch());
    } else if constexpr (std::is_same_v<T, std::uint64_t>) {
        return QString::number(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        return QString::fromStdString(value);
    } else if constexpr (std::is_same_v<T, OutcomeSet>) {
        return outcomeNames(value);
    } else if constexpr (std::is_same_v<T, HintRules>) {
        return latin(hintChoiceOf(value));
    } else if constexpr (std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint16_t>) {
        return static_cast<std::int64_t>(value);
    } else {
        return value; // Duration, double, bool, QString, Durations
    }
}

/// `value` has passed checkValue().
template <typename T>
void fromFieldValue(T &target, const FieldValue &value)
{
    if constexpr (std::is_enum_v<T>) {
        target = static_cast<T>(choiceIndex(choicesOf(T{}), std::get<QString>(value)));
    } else if constexpr (std::is_same_v<T, Time>) {
        target = Time(std::get<Duration>(value));
    } else if constexpr (std::is_same_v<T, std::uint64_t>) {
        target = std::get<QString>(value).toULongLong();
    } else if constexpr (std::is_same_v<T, std::string>) {
        target = std::get<QString>(value).toStdString();
    } else if constexpr (std::is_same_v<T, OutcomeSet>) {
        target = outcomesNamed(std::get<QStringList>(value));
    } else if constexpr (std::is_same_v<T, HintRules>) {
        target = hintRulesNamed(std::get<QString>(value), target);
    } else if constexpr (std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint16_t>) {
        target = static_cast<T>(std::get<std::int64_t>(value));
    } else {
        target = std::get<T>(value);
    }
}

/// Lets a row of the table read and write the member that `Members` lead to.
template <typename Root, auto... Members>
void connectMember(Field &field)
{
    field.read = [](const Experiment &experiment, std::size_t element) {
        return toFieldValue(member<Root, Members...>(experiment, element));
    };
    field.write = [](Experiment &experiment, std::size_t element, const FieldValue &value) {
        fromFieldValue(member<Root, Members...>(experiment, element), value);
    };
}

/// The distribution of another kind with the same mean: switching the kind keeps the load.
Distribution withKind(const Distribution &distribution, DistributionKind kind);

/// As connectMember, for the kind of a distribution.
template <typename Root, auto... Members>
void connectKind(Field &field)
{
    connectMember<Root, Members..., &Distribution::kind>(field);
    field.write = [](Experiment &experiment, std::size_t element, const FieldValue &value) {
        Distribution &distribution = member<Root, Members...>(experiment, element);
        DistributionKind kind{};
        fromFieldValue(kind, value);
        distribution = withKind(distribution, kind);
    };
}

/// As connectMember, for the number `Part` of a distribution of the kind `Kind`. Under another kind it reads as what the
/// number would become if the kind were switched.
template <DistributionKind Kind, auto Part, typename Root, auto... Members>
void connectPart(Field &field)
{
    field.read = [](const Experiment &experiment, std::size_t element) -> FieldValue {
        return withKind(member<Root, Members...>(experiment, element), Kind).*Part;
    };
    field.write = [](Experiment &experiment, std::size_t element, const FieldValue &value) {
        member<Root, Members...>(experiment, element).*Part = std::get<Duration>(value);
    };
}

} // namespace retrylab
