// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_table.h"

#include <QtGlobal>

namespace retrylab {

FieldRow &FieldRow::words(const char *label, const char *help)
{
    m_field->label = label;
    m_field->help = help;
    return *this;
}

FieldRow &FieldRow::range(double least, double most)
{
    m_field->least = least;
    m_field->most = most;
    return *this;
}

FieldRow &FieldRow::orUnlimited()
{
    m_field->mayBeUnlimited = true;
    return *this;
}

FieldRow &FieldRow::as(FieldType type)
{
    m_field->type = type;
    return *this;
}

FieldRow &FieldRow::as(TextRule rule)
{
    m_field->rule = rule;
    return *this;
}

FieldRow &FieldRow::slider(double least, double most)
{
    m_field->sliderLeast = least;
    m_field->sliderMost = most;
    return *this;
}

FieldRow &FieldRow::logSlider(double least, double most)
{
    m_field->logarithmic = true;
    return slider(least, most);
}

FieldRow &FieldRow::of(NodeRole role)
{
    m_field->role = role;
    return *this;
}

FieldRow &FieldRow::advanced()
{
    m_field->advanced = true;
    return *this;
}

FieldRow &FieldRow::advancedAfter(std::size_t plain)
{
    m_field->plainChoices = plain;
    return *this;
}

FieldRow &FieldRow::when(std::string_view path, std::string_view any)
{
    m_field->when[m_field->when[0].path.empty() ? 0 : 1] = {path, any};
    return *this;
}

FieldRow FieldTable::append(std::string_view path)
{
    Field &field = m_rows.emplace_back();
    field.path = path;
    field.type = FieldType::duration;
    return FieldRow(field);
}

void FieldTable::describeDistribution(double least, double most, const char *label, FieldCondition condition,
                                      NodeRole role)
{
    const std::size_t first = m_rows.size() - 5;
    const std::string_view kind = m_rows[first].path;
    constexpr std::array<std::string_view, 5> kinds{"", "fixed", "uniform", "uniform", "exponential"};
    constexpr std::array<const char *, 5> help{
        QT_TRANSLATE_NOOP("Field", "How the times are spread."),
        QT_TRANSLATE_NOOP("Field", "Every time is this long."),
        QT_TRANSLATE_NOOP("Field", "The shortest time; all times up to the longest are equally likely."),
        QT_TRANSLATE_NOOP("Field", "The longest time."),
        QT_TRANSLATE_NOOP("Field", "The mean of exponentially distributed times: many short ones, a few long ones."),
    };
    for (std::size_t i = 0; i < 5; ++i) {
        FieldRow row(m_rows[first + i]);
        row.words(label, help[i]).of(role);
        row.field().inDistribution = true;
        if (i > 0)
            row.range(i == 2 ? 0 : least, most).logSlider(millisecond, 10 * second).when(kind, kinds[i]);
        if (!condition.path.empty())
            row.when(condition.path, condition.any);
    }
}

namespace {

/// An element that has the field, for reading its default.
std::size_t defaultElement(const Field &field)
{
    return field.path.starts_with("chain.") && field.role == NodeRole::service ? 1 : 0;
}

std::vector<Field> buildTable()
{
    FieldTable table;
    addTopFields(table);
    addTrafficFields(table);
    addCallFields(table);
    addServiceFields(table);
    addRetryFields(table);
    addBudgetFields(table);
    addBreakerFields(table);
    addHedgeFields(table);
    addFallbackFields(table);
    addFaultFields(table);
    addMeasureFields(table);
    std::vector<Field> rows = table.takeRows();

    // No default is written twice: each is what the structs say.
    Experiment defaults;
    defaults.world.faults.resize(1);
    for (Field &field : rows)
        field.initial = field.read(defaults, defaultElement(field));
    return rows;
}

} // namespace

std::span<const Field> fields()
{
    static const std::vector<Field> table = buildTable();
    return table;
}

Experiment defaultExperiment()
{
    Experiment experiment;
    experiment.world.callers().name = "client";
    experiment.world.service().name = "service";
    return experiment;
}

} // namespace retrylab
