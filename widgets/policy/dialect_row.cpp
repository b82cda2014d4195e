// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/dialect_row.h"

#include "widgets/base/text_ink.h"
#include "widgets/policy/choice_names.h"
#include "widgets/policy/dialect_text.h"
#include "widgets/policy/field_control.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QVBoxLayout>

namespace retrylab {

ElidedLine::ElidedLine(const ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLine::setText(const QString &text)
{
    m_text = text;
    setAccessibleName(text);
    update();
}

QSize ElidedLine::sizeHint() const
{
    return {qRound(m_state->theme().px(120)), qRound(QFontMetricsF(m_state->theme().small).height())};
}

QSize ElidedLine::minimumSizeHint() const
{
    return {1, sizeHint().height()};
}

void ElidedLine::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.setFont(theme.small);
    painter.setPen(theme.muted);
    drawLine(painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, elidedLine(theme.small, m_text, width()));
}

DialectRow::DialectRow(const ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_column(new QVBoxLayout(this))
    , m_about(new ElidedLine(state, this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(qRound(state->theme().px(3)));
    m_column->addWidget(m_about);
}

void DialectRow::setExperiment(const Experiment &experiment)
{
    const Node &client = experiment.world.callers();
    const QString path = QStringLiteral("chain.%1.policy.dialect").arg(QString::fromStdString(client.name));
    if (m_control == nullptr || m_control->path() != path)
        makeControl(path);
    const QString name = QString::fromStdString(client.dialect);
    m_control->setFieldValue(name);

    const Dialect *dialect = findDialect(name);
    QStringList lines{choiceHelp(m_control->field(), name)};
    if (dialect != nullptr)
        lines = linesOf(dialect->about, m_state->locale());
    m_about->setText(lines.front());
    QString help;
    for (const QString &line : lines)
        help += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped()); // rich text wraps
    m_about->setToolTip(help);
    m_about->setAccessibleDescription(lines.join(u'\n'));
}

void DialectRow::makeControl(const QString &path)
{
    // Not at once: it may be the one that is speaking.
    if (m_control != nullptr) {
        m_control->hide();
        m_control->deleteLater();
    }
    m_control = new FieldControl(m_state, *findField(path), path, {}, this);
    m_column->insertWidget(0, m_control);
    connect(m_control, &FieldControl::edited, this,
            [this, path](const FieldValue &value, bool dragging) { Q_EMIT edited(path, value, dragging); });
}

} // namespace retrylab
