// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/row_list.h"

#include "core/lab/dialects.h"
#include "core/lab/fields_path.h"
#include "core/lab/implied_value.h"
#include "core/lab/latin.h"
#include "widgets/policy/field_text.h"
#include "widgets/policy/panel_words.h"

#include <algorithm>

namespace retrylab {

namespace {

/// The callers are the first element of the chain.
constexpr std::size_t callers = 0;
constexpr std::string_view nodePattern = "chain.*.";

/// Leaves out the choices that are not for the first sight, unless one of them is chosen or a library has it.
void showPlainChoices(Field &field, const FieldValue &value, QStringList needed)
{
    if (field.plainChoices == 0)
        return;
    needed += std::get<QString>(value);
    const std::span<const std::string_view> plain = field.choices.first(field.plainChoices);
    const auto isPlain = [&](const QString &choice) {
        return std::any_of(plain.begin(), plain.end(), [&](std::string_view each) { return choice == latin(each); });
    };
    if (std::all_of(needed.cbegin(), needed.cend(), isPlain))
        field.choices = plain;
}

QString fixedText(const Dialect &dialect, const Field &field, const FieldValue &value)
{
    const QString text = humanFieldText(field, value, QLocale());
    return text.isEmpty()
               ? panelWords(QT_TRANSLATE_NOOP("PanelRows", "%1 has this empty, always.")).arg(dialect.title)
               : panelWords(QT_TRANSLATE_NOOP("PanelRows", "%1 has this fixed at %2.")).arg(dialect.title, text);
}

} // namespace

RowList::RowList(const Experiment &experiment, const QString &prefix)
    : m_experiment(experiment)
    , m_dialect(dialectOf(experiment, callers))
    , m_prefix(prefix)
{
}

void RowList::heading(const QString &text)
{
    PanelRow row;
    row.heading = text;
    m_rows.push_back(row);
}

void RowList::rule(PanelRow &row) const
{
    if (m_dialect == nullptr || !isRuledByDialect(row.field))
        return;
    const DialectRule rule = ruleFor(*m_dialect, row.field);
    switch (rule.kind) {
    case DialectRule::Kind::free: break;
    case DialectRule::Kind::choices:
        row.offered = rule.choices;
        row.notOffered = panelWords(QT_TRANSLATE_NOOP("PanelRows", "%1 does not offer this.")).arg(m_dialect->title);
        break;
    case DialectRule::Kind::fixed:
        row.fixed = fixedText(*m_dialect, row.field, rule.value);
        if (const QString *choice = std::get_if<QString>(&rule.value); choice != nullptr)
            row.offered = QStringList(*choice);
        row.notOffered = row.fixed;
        break;
    }
}

PanelRow *RowList::field(QLatin1String leaf, const QString &label)
{
    const QString path = m_prefix + leaf;
    const Result<FieldPlace> place = resolvePath(m_experiment, path);
    if (!place)
        return nullptr;
    PanelRow row;
    row.path = path;
    row.field = *place->field;
    // The way back leads to what the file need not say: the lab's own default may be out of a library's reach.
    row.field.initial = impliedValue(m_experiment, row.field, place->element);
    row.label = label;
    row.visible = applies(m_experiment, path);
    rule(row);
    showPlainChoices(row.field, *getField(m_experiment, path), row.offered);
    m_rows.push_back(row);
    return &m_rows.back();
}

void RowList::classification(const QString &remark)
{
    PanelRow *row = field(QLatin1String("policy.retry.on"));
    const Field *depends = fieldWithPattern(u"chain.*.policy.retry.depends");
    if (row == nullptr || depends == nullptr)
        return;
    row->remark = remark;
    row->dependingPath = m_prefix + QLatin1String("policy.retry.depends");
    row->dependingInitial = impliedValue(m_experiment, *depends, callers);
}

void RowList::explained(QLatin1String leaf, const QString &label)
{
    if (PanelRow *row = field(leaf, label))
        row->explaining = true;
}

void RowList::moment(QLatin1String leaf)
{
    PanelRow *row = field(leaf);
    const auto length = static_cast<double>(m_experiment.world.duration.count());
    if (row != nullptr && length > row->field.sliderLeast)
        row->field.sliderMost = std::min(length, row->field.most);
}

void RowList::each(Filter filter, bool advanced)
{
    for (const Field &candidate : fields()) {
        if (!candidate.path.starts_with(nodePattern) || candidate.advanced != advanced)
            continue;
        const std::string_view below = candidate.path.substr(nodePattern.size());
        const QLatin1String leaf(below.data(), static_cast<qsizetype>(below.size()));
        if (!filter(leaf))
            continue;
        if (PanelRow *row = field(leaf); row != nullptr)
            row->advanced = advanced;
    }
}

void RowList::plain(Filter filter)
{
    each(filter, false);
}

void RowList::drawer(Filter filter)
{
    heading(panelWords(QT_TRANSLATE_NOOP("PanelRows", "Advanced")));
    m_rows.back().drawer = true;
    each(filter, true);
}

} // namespace retrylab
