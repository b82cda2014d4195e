// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/seed_field.h"

#include "app/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace retrylab {

SeedField::SeedField(const ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_edit(new QLineEdit(this))
    , m_roll(new QToolButton(this))
    , m_lock(new QToolButton(this))
{
    const Theme &theme = state->theme();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(qRound(theme.px(4)));
    auto *label = new QLabel(tr("seed"), this);
    label->setProperty("role", QStringLiteral("muted"));
    label->setBuddy(m_edit);
    layout->addWidget(label);
    layout->addWidget(m_edit);
    layout->addWidget(m_roll);
    layout->addWidget(m_lock);

    m_edit->setAccessibleName(tr("Seed"));
    m_edit->setToolTip(tr("The same seed gives the same run, to the last nanosecond. A whole number."));
    m_edit->setFixedWidth(qRound(theme.px(58)));
    m_edit->setAlignment(Qt::AlignRight);
    connect(m_edit, &QLineEdit::editingFinished, this, &SeedField::commit);

    m_roll->setIcon(lineIcon(LineIcon::roll, theme));
    m_roll->setAccessibleName(tr("New seed"));
    m_roll->setToolTip(tr("Draw another seed (Ctrl+R)"));
    connect(m_roll, &QToolButton::clicked, this, &SeedField::rollRequested);

    m_lock->setCheckable(true);
    m_lock->setAccessibleName(tr("Keep this seed"));
    m_lock->setToolTip(tr("Keep this seed when another experiment is opened"));
    m_lock->setIcon(lineIcon(LineIcon::lock, theme));
    connect(m_lock, &QToolButton::toggled, this, [this](bool locked) {
        m_roll->setEnabled(!locked);
        m_edit->setReadOnly(locked);
        Q_EMIT lockToggled(locked);
    });
    for (QToolButton *button : {m_roll, m_lock}) {
        button->setFocusPolicy(Qt::StrongFocus);
        button->setIconSize(QSize(qRound(theme.px(16)), qRound(theme.px(16))));
        button->setAutoRaise(true);
    }
}

void SeedField::setSeed(std::uint64_t seed)
{
    m_seed = seed;
    m_edit->setText(QString::number(seed));
    m_edit->setCursorPosition(0);
}

void SeedField::setLocked(bool locked)
{
    m_lock->setChecked(locked);
}

void SeedField::commit()
{
    bool ok = false;
    const std::uint64_t seed = m_edit->text().trimmed().toULongLong(&ok);
    if (!ok || seed == m_seed) {
        setSeed(m_seed); // What is not a number is not a seed: show the one in force again.
        return;
    }
    m_seed = seed;
    Q_EMIT seedEdited(seed);
}

} // namespace retrylab
