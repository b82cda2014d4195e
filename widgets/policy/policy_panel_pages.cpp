// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the policy panel: making their rows, and bringing them up to date.
#include "widgets/policy/policy_panel.h"

#include "widgets/policy/backoff_fan.h"
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/dialect_row.h"
#include "widgets/policy/field_control.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retrylab {

QWidget *PolicyPanel::makeHeading(const QString &text, QWidget *parent) const
{
    const Theme &theme = m_state->theme();
    auto *label = new QLabel(text, parent);
    label->setProperty("role", QStringLiteral("heading"));
    label->setFont(theme.heading);
    label->setWordWrap(true);
    label->setMinimumWidth(1);
    label->setContentsMargins(0, qRound(theme.px(10)), 0, 0);
    return label;
}

QWidget *PolicyPanel::makeDrawer(const QString &text, PanelTab tab, QWidget *parent)
{
    auto *button = new PaintedButton(m_state, PaintedButton::Look::drawer, parent);
    button->setText(text);
    button->setAccessibleName(text);
    button->setToolTip(tr("The fine points of libraries"));
    button->setAccessibleDescription(button->toolTip());
    button->setChecked(isOpen(tab));
    connect(button, &QAbstractButton::toggled, this, [this, tab](bool open) {
        m_place.open[static_cast<std::size_t>(tab)] = open;
        showRows(tab);
    });
    return button;
}

void PolicyPanel::makeControl(Page &target, Entry &entry)
{
    const PanelRow &row = entry.row;
    auto *control = new FieldControl(m_state, row.field, row.path, row.label, target.rows);
    control->setExplaining(row.explaining);
    connect(control, &FieldControl::edited, this,
            [this, path = row.path](const FieldValue &value, bool dragging) { Q_EMIT edited(path, value, dragging); });
    connect(control, &FieldControl::dependingEdited, this,
            [this, path = row.dependingPath](const FieldValue &value) { Q_EMIT edited(path, value, false); });
    const auto place = std::count_if(target.entries.data(), &entry,
                                     [](const Entry &before) { return before.widget != nullptr; });
    static_cast<QVBoxLayout *>(target.rows->layout())->insertWidget(static_cast<int>(place), control);
    entry.widget = entry.control = control;
    fill(entry);
}

void PolicyPanel::buildPage(PanelTab tab, const std::vector<PanelRow> &rows)
{
    const Theme &theme = m_state->theme();
    Page &target = page(tab);
    const int scrolled = target.scroll->verticalScrollBar()->value();
    target.entries.clear();
    // Not at once: one of the old controls may be the one that is speaking.
    if (target.rows != nullptr) {
        target.rows->hide();
        target.rows->deleteLater();
    }
    QWidget *content = target.rows = new QWidget(target.scroll->widget());
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(qRound(theme.px(9)));
    for (const PanelRow &row : rows) {
        Entry entry{row, nullptr, nullptr};
        if (!row.heading.isEmpty()) {
            entry.widget = row.drawer ? makeDrawer(row.heading, tab, content) : makeHeading(row.heading, content);
            column->addWidget(entry.widget);
        }
        target.entries.push_back(std::move(entry));
    }
    column->addStretch(1);
    static_cast<QVBoxLayout *>(target.scroll->widget()->layout())->addWidget(content, 1);
    target.scroll->verticalScrollBar()->setValue(scrolled);
    alignRightEdge(target);
}

void PolicyPanel::alignRightEdge(const Page &target) const
{
    // The scroll bar lies in the margin: controls do not move when it comes and goes.
    if (target.scroll->widget() == nullptr)
        return;
    const QScrollBar *bar = target.scroll->verticalScrollBar();
    const int taken = bar->maximum() > bar->minimum() ? bar->sizeHint().width() : 0;
    QLayout *column = target.scroll->widget()->layout();
    column->setContentsMargins(margin(), column->contentsMargins().top(), std::max(2, margin() - taken), margin());
}

bool PolicyPanel::fits(PanelTab tab, const std::vector<PanelRow> &rows) const
{
    const auto &entries = page(tab).entries;
    const auto same = [](const PanelRow &row, const Entry &entry) {
        return row.heading == entry.row.heading && row.path == entry.row.path
               && row.field.choices.size() == entry.row.field.choices.size();
    };
    return !entries.empty() && std::equal(rows.begin(), rows.end(), entries.begin(), entries.end(), same);
}

void PolicyPanel::refresh(PanelTab tab, std::vector<PanelRow> rows)
{
    Page &target = page(tab);
    if (target.dialect != nullptr)
        target.dialect->setExperiment(m_experiment);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Entry &entry = target.entries[i];
        entry.row = std::move(rows[i]);
        if (entry.control != nullptr)
            fill(entry);
    }
    showRows(tab);
}

void PolicyPanel::fill(const Entry &entry) const
{
    const PanelRow &row = entry.row;
    FieldControl *control = entry.control;
    control->setLabel(row.label);
    control->setInitial(row.field.initial);
    control->setSliderMost(row.field.sliderMost);
    if (const auto value = getField(m_experiment, row.path))
        control->setFieldValue(*value);
    if (!row.dependingPath.isEmpty())
        control->setDepending(*getField(m_experiment, row.dependingPath), row.dependingInitial);
    control->setRemark(row.remark);
    control->setReason(row.reason);
    control->setOffered(row.offered, row.notOffered);
    control->setFixed(row.fixed);
    if (row.path.endsWith(QLatin1String(".retry.jitter"))) {
        const double share = m_experiment.world.callers().policy.retry.jitter.proportion;
        control->setOptionName(QStringLiteral("proportional"),
                               QStringLiteral("±%1\u202F%").arg(m_state->locale().toString(share * 100, 'g', 3)));
    }
}

void PolicyPanel::showRows(PanelTab tab)
{
    // A heading above nothing is noise; a closed drawer says that there is more.
    bool following = false;
    bool made = false;
    Page &target = page(tab);
    for (auto entry = target.entries.rbegin(); entry != target.entries.rend(); ++entry) {
        if (!entry->row.heading.isEmpty()) {
            entry->widget->setVisible(following);
            following = false;
            continue;
        }
        following = following || entry->row.visible;
        const bool shown = entry->row.visible && (!entry->row.advanced || isOpen(tab));
        if (shown && entry->control == nullptr) {
            makeControl(target, *entry);
            made = true;
        }
        if (entry->control != nullptr)
            entry->control->setVisible(shown);
    }
    if (made)
        orderTabs(target);
}

void PolicyPanel::orderTabs(const Page &target) const
{
    QWidgetList column{m_fan, target.dialect};
    for (const Entry &entry : target.entries)
        column += entry.widget;
    QWidget *last = m_tabs.back();
    for (QWidget *widget : std::as_const(column)) {
        if (widget == nullptr)
            continue;
        QWidgetList parts = widget->findChildren<QWidget *>();
        parts.prepend(widget);
        for (QWidget *part : std::as_const(parts)) {
            if ((part->focusPolicy() & Qt::TabFocus) == 0 || part->window() != window())
                continue;
            setTabOrder(last, part);
            last = part;
        }
    }
}

} // namespace retrylab
