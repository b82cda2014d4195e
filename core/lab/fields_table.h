// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/fields_access.h"

#include <vector>

namespace retrylab {

// Natural units of the table's ranges.
inline constexpr double nanosecond = 1;
inline constexpr double microsecond = 1e3;
inline constexpr double millisecond = 1e6;
inline constexpr double second = 1e9;
inline constexpr double minute = 60e9;
inline constexpr double hour = 3600e9;
/// The longest time that anything in an experiment may take.
inline constexpr double longest = 24 * hour;

/// One row of the field table while it is being written down.
class FieldRow {
public:
    explicit FieldRow(Field &field)
        : m_field(&field)
    {
    }

    Field &field() { return *m_field; }
    FieldRow &words(const char *label, const char *help);
    FieldRow &range(double least, double most);
    FieldRow &orUnlimited();
    FieldRow &as(FieldType type);
    FieldRow &as(TextRule rule);
    /// A straight slider, and one whose steps are equal ratios.
    FieldRow &slider(double least, double most);
    FieldRow &logSlider(double least, double most);
    FieldRow &of(NodeRole role);
    /// Not for the first sight, and of the choices all after the first `plain`.
    FieldRow &advanced();
    FieldRow &advancedAfter(std::size_t plain);
    FieldRow &when(std::string_view path, std::string_view any);

private:
    Field *m_field;
};

/// The field table while it is being written down. A row's type follows from the member it describes.
class FieldTable {
public:
    template <typename Root, auto... Members>
    FieldRow add(std::string_view path)
    {
        FieldRow row = append(path);
        using Value = std::remove_cvref_t<decltype(member<Root, Members...>(std::declval<const Experiment &>(), 0))>;
        if constexpr (std::is_enum_v<Value>)
            row.field().choices = choicesOf(Value{});
        else if constexpr (std::is_same_v<Value, OutcomeSet>)
            row.field().choices = retryableOutcomes();
        else if constexpr (std::is_same_v<Value, HintRules>)
            row.field().choices = hintChoices();
        row.as(typeOf<Value>());
        connectMember<Root, Members...>(row.field());
        return row;
    }

    /// The five rows of a distribution; `paths` for kind, value, min, max, mean. `least` bounds all but min, which may be 0.
    template <typename Root, auto... Members>
    void addDistribution(const std::array<std::string_view, 5> &paths, double least, double most, const char *label,
                         FieldCondition condition, NodeRole role)
    {
        using enum DistributionKind;
        FieldRow kind = add<Root, Members..., &Distribution::kind>(paths[0]);
        connectKind<Root, Members...>(kind.field());
        connectPart<fixed, &Distribution::a, Root, Members...>(append(paths[1]).field());
        connectPart<uniform, &Distribution::a, Root, Members...>(append(paths[2]).field());
        connectPart<uniform, &Distribution::b, Root, Members...>(append(paths[3]).field());
        connectPart<exponential, &Distribution::a, Root, Members...>(append(paths[4]).field());
        describeDistribution(least, most, label, condition, role);
    }

    std::vector<Field> takeRows() { return std::move(m_rows); }

private:
    template <typename Value>
    static constexpr FieldType typeOf()
    {
        if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, HintRules>)
            return FieldType::choice;
        else if constexpr (std::is_same_v<Value, Duration> || std::is_same_v<Value, Time>)
            return FieldType::duration;
        else if constexpr (std::is_same_v<Value, bool>)
            return FieldType::flag;
        else if constexpr (std::is_same_v<Value, double>)
            return FieldType::real;
        else if constexpr (std::is_same_v<Value, OutcomeSet>)
            return FieldType::outcomes;
        else if constexpr (std::is_same_v<Value, Durations>)
            return FieldType::durations;
        else if constexpr (std::is_same_v<Value, std::uint32_t> || std::is_same_v<Value, std::uint16_t>)
            return FieldType::count;
        else
            return FieldType::text;
    }

    FieldRow append(std::string_view path);
    /// The words, ranges and conditions of the last five rows.
    void describeDistribution(double least, double most, const char *label, FieldCondition condition, NodeRole role);

    std::vector<Field> m_rows;
};

// The parts of the table, in file order.
void addTopFields(FieldTable &table);
void addTrafficFields(FieldTable &table);
void addCallFields(FieldTable &table);
void addServiceFields(FieldTable &table);
void addRetryFields(FieldTable &table);
void addBudgetFields(FieldTable &table);
void addBreakerFields(FieldTable &table);
void addHedgeFields(FieldTable &table);
void addFallbackFields(FieldTable &table);
void addFaultFields(FieldTable &table);
void addMeasureFields(FieldTable &table);

} // namespace retrylab
