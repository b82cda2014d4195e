// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_controls.h"

#include "widgets/policy/choice_names.h"
#include "widgets/policy/flow_layout.h"

#include <QButtonGroup>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <array>

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
    static constexpr std::array<std::string_view, 5> first{"unavailable", "timeout", "reset", "refused", "rateLimited"};
    std::vector<std::string_view> ordered(kinds.begin(), kinds.end());
    std::stable_sort(ordered.begin(), ordered.end(), [](std::string_view a, std::string_view b) {
        return std::find(first.begin(), first.end(), a) < std::find(first.begin(), first.end(), b);
    });
    for (const std::string_view kind : ordered)
        addChip(QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())));
}

PaintedButton *ChipSet::addChip(const QString &outcome)
{
    auto *chip = new PaintedButton(m_state, PaintedButton::Look::chip, this);
    chip->setText(outcomeChipName(outcome));
    chip->setToolTip(m_reason.isEmpty() ? outcomeChipHelp(outcome) : m_reason);
    chip->setAccessibleName(chip->text());
    chip->setAccessibleDescription(chip->toolTip());
    connect(chip, &QAbstractButton::clicked, this, [this] { Q_EMIT changed(current()); });
    layout()->addWidget(chip);
    m_keys.push_back(outcome);
    m_chips.push_back(chip);
    return chip;
}

QStringList ChipSet::current() const
{
    QStringList outcomes;
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        if (m_chips[i]->isChecked())
            outcomes += m_keys[i];
    }
    return outcomes;
}

void ChipSet::setCurrent(const QStringList &outcomes)
{
    for (const QString &outcome : outcomes) {
        if (std::find(m_keys.begin(), m_keys.end(), outcome) == m_keys.end())
            addChip(outcome)->show();
    }
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        m_chips[i]->setChecked(outcomes.contains(m_keys[i]));
}

void ChipSet::setReason(const QString &reason)
{
    m_reason = reason;
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        m_chips[i]->setToolTip(reason.isEmpty() ? outcomeChipHelp(m_keys[i]) : reason);
        m_chips[i]->setAccessibleDescription(m_chips[i]->toolTip());
    }
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
