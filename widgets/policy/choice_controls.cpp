// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_controls.h"

#include "core/lab/fields_choices.h"
#include "core/lab/run_figures.h"
#include "widgets/policy/choice_names.h"
#include "widgets/policy/flow_layout.h"

#include <QButtonGroup>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace retrylab {

SegmentedControl::SegmentedControl(const ViewState *state, const std::vector<Option> &options, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
{
    auto *layout = new FlowLayout(true, this);
    layout->setGaps(0, qRound(state->theme().px(2)));
    layout->setContentsMargins(2, 2, 2, 2);
    auto *group = new QButtonGroup(this);
    for (const Option &option : options) {
        auto *button = new PaintedButton(state, PaintedButton::Look::segment, this);
        button->setText(option.name);
        button->setToolTip(option.help);
        button->setAccessibleName(option.name);
        button->setAccessibleDescription(option.help);
        layout->addWidget(button);
        group->addButton(button, static_cast<int>(m_buttons.size()));
        m_keys.push_back(option.key);
        m_helps.push_back(option.help);
        m_buttons.push_back(button);
    }
    connect(group, &QButtonGroup::idClicked, this,
            [this](int id) { Q_EMIT chosen(m_keys[static_cast<std::size_t>(id)]); });
}

QString SegmentedControl::current() const
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_buttons[i]->isChecked())
            return m_keys[i];
    }
    return {};
}

void SegmentedControl::setCurrent(const QString &key)
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_keys[i] == key)
            m_buttons[i]->setChecked(true);
    }
}

void SegmentedControl::setName(const QString &key, const QString &name)
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        if (m_keys[i] != key || m_buttons[i]->text() == name)
            continue;
        m_buttons[i]->setText(name);
        m_buttons[i]->setAccessibleName(name);
        m_buttons[i]->updateGeometry();
    }
}

void SegmentedControl::setOffered(const QStringList &keys, const QString &why)
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const bool offered = keys.isEmpty() || keys.contains(m_keys[i]);
        m_buttons[i]->setEnabled(offered);
        m_buttons[i]->setToolTip(offered ? m_helps[i] : why);
        m_buttons[i]->setAccessibleDescription(m_buttons[i]->toolTip());
    }
}

void SegmentedControl::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.kind == ThemeKind::dark ? theme.window : theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.px(6), theme.px(6));
}

ChipSet::ChipSet(const ViewState *state, std::span<const std::string_view> kinds, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
{
    auto *layout = new FlowLayout(false, this);
    const int gap = qRound(state->theme().px(5));
    layout->setGaps(gap, gap);
    // What people talk about most comes first.
    for (const char *outcome :
         {"unavailable", "timeout", "reset", "refused", "rateLimited", "408", "500", "502", "504"})
        addChip(QLatin1String(outcome));
    addMissing(namesOf(kinds));
}

void ChipSet::addChip(const QString &outcome)
{
    auto *chip = new PaintedButton(m_state, PaintedButton::Look::chip, this);
    connect(chip, &QAbstractButton::clicked, this, [this, outcome] { next(outcome); });
    layout()->addWidget(chip);
    m_keys.push_back(outcome);
    m_chips.push_back(chip);
    show(m_chips.size() - 1);
}

void ChipSet::addMissing(const QStringList &outcomes)
{
    for (const QString &outcome : outcomes) {
        if (chip(outcome) != nullptr)
            continue;
        addChip(outcome);
        m_chips.back()->setVisible(true);
    }
}

PaintedButton *ChipSet::chip(const QString &outcome) const
{
    const auto found = std::find(m_keys.begin(), m_keys.end(), outcome);
    return found != m_keys.end() ? m_chips[static_cast<std::size_t>(found - m_keys.begin())] : nullptr;
}

QStringList ChipSet::answered(Answer answer) const
{
    QStringList outcomes;
    for (const QString &key : m_keys)
        if ((answer == Answer::yes ? m_yes : m_depends).contains(key))
            outcomes += key;
    return outcomes;
}

void ChipSet::next(const QString &outcome)
{
    const bool wasYes = m_yes.removeOne(outcome);
    const bool depended = m_depends.removeOne(outcome);
    if (!wasYes && !depended)
        m_yes += outcome;
    else if (wasYes && m_threeAnswers)
        m_depends += outcome;
    showAll();
    // Whoever hears that it depends now takes it from those that are yes.
    if (m_threeAnswers && (wasYes || depended))
        Q_EMIT dependingChanged(answered(Answer::depends));
    else
        Q_EMIT changed(answered(Answer::yes));
}

std::size_t ChipSet::kindOf(std::size_t index) const
{
    bool isStatus = false;
    const int status = m_keys[index].toInt(&isStatus);
    if (!isStatus)
        return index;
    const OutcomeKind kind = outcomeOfStatus(static_cast<std::uint16_t>(status)).kind;
    const auto found = std::find(m_keys.begin(), m_keys.end(), QLatin1String(outcomeKey(kind)));
    return found != m_keys.end() ? static_cast<std::size_t>(found - m_keys.begin()) : index;
}

std::size_t ChipSet::deciding(std::size_t index) const
{
    // Yes is the strongest answer, whether of the status or of its kind.
    for (const QStringList &answers : {m_yes, m_depends})
        for (const std::size_t candidate : {index, kindOf(index)})
            if (answers.contains(m_keys[candidate]))
                return candidate;
    return index;
}

void ChipSet::show(std::size_t index)
{
    PaintedButton *chip = m_chips[index];
    const QString &key = m_keys[index];
    const std::size_t from = deciding(index);
    const bool yes = m_yes.contains(m_keys[from]);
    const bool depends = m_depends.contains(m_keys[from]) && !yes;
    const bool shared = from != index && (yes || depends);
    const QString name = outcomeChipName(key);
    chip->setChecked(yes);
    chip->setHalfOn(depends);
    chip->setText(depends ? tr("%1 ?", "an outcome whose retry depends on the contract").arg(name) : name);
    chip->setEnabled(!shared);
    const QString answer = yes ? tr("Retried.") : depends ? tr("Depends on the contract.") : tr("Not retried.");
    const QString why = shared ? tr("Goes with “%1”.").arg(outcomeChipName(m_keys[from])) : QString();
    const QStringList help = m_reason.isEmpty() ? QStringList{outcomeChipHelp(key), answer, why}
                                                : QStringList{m_reason};
    chip->setToolTip(help.join(u' ').simplified());
    chip->setAccessibleName(name);
    chip->setAccessibleDescription(chip->toolTip());
    chip->updateGeometry();
}

void ChipSet::showAll()
{
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        show(i);
}

void ChipSet::setCurrent(const QStringList &outcomes)
{
    m_yes = outcomes;
    addMissing(outcomes);
    showAll();
}

void ChipSet::setDepending(const QStringList &outcomes)
{
    m_threeAnswers = true;
    m_depends = outcomes;
    addMissing(outcomes);
    showAll();
}

void ChipSet::setReason(const QString &reason)
{
    m_reason = reason;
    showAll();
}

QuietComboBox::QuietComboBox(QWidget *parent)
    : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

QSize QuietComboBox::minimumSizeHint() const
{
    const QSize all = QComboBox::minimumSizeHint();
    return {std::min(all.width(), 5 * fontMetrics().height()), all.height()};
}

void QuietComboBox::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace retrylab
