// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/backoff_fan.h"

#include "widgets/base/text_ink.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace retrylab {

BackoffFan::BackoffFan(ViewState *state, QWidget *parent)
    : View(state, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Backoff fan"));
}

void BackoffFan::setExperiment(const Experiment &experiment)
{
    m_policy = experiment.world.callers().policy;
    m_seed = experiment.world.seed;
    QStringList parts{tr("Worst case %1").arg(waitText(worstCase(m_policy), state().locale()))};
    for (const FanRetry &retry : fanRetries(m_policy, m_seed, fanLines))
        parts += tr("Retry %1: %2").arg(retry.retry).arg(waitRangeText(retry.range, state().locale()));
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
    update();
}

FanRecords BackoffFan::records(const QRectF &area) const
{
    return layoutFan(m_policy, m_seed, area, theme(), state().locale());
}

QSize BackoffFan::sizeHint() const
{
    return {qRound(theme().px(260)), qRound(fanHeight(theme()))};
}

QSize BackoffFan::minimumSizeHint() const
{
    return {qRound(theme().px(120)), sizeHint().height()};
}

void BackoffFan::paintView(QPainter &painter, const QRectF &area) const
{
    const Theme &t = theme();
    const FanRecords all = records(area);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(area, t.panel);
    painter.setFont(t.body);
    painter.setPen(t.muted);
    drawLine(painter, all.head, Qt::AlignLeft | Qt::AlignVCenter, all.title);
    painter.setPen(t.text);
    const QFont headFont = all.smallHead ? t.small : t.body;
    painter.setFont(headFont);
    drawLine(painter, all.head, Qt::AlignRight | Qt::AlignVCenter, elidedLine(headFont, all.worst, all.head.width()));
    for (const FanRow &row : all.rows)
        paintRow(painter, row);
    painter.setFont(t.small);
    painter.setPen(t.muted);
    drawLine(painter, all.rest, Qt::AlignLeft | Qt::AlignVCenter, all.restText);
}

void BackoffFan::paintRow(QPainter &painter, const FanRow &row) const
{
    const Theme &t = theme();
    painter.setFont(t.small);
    painter.setPen(t.muted);
    drawLine(painter, row.number, Qt::AlignRight | Qt::AlignVCenter, QString::number(row.retry.retry));
    drawLine(painter, row.text, Qt::AlignRight | Qt::AlignVCenter, row.range);

    painter.setPen(Qt::NoPen);
    QColor colour = t.grid;
    painter.setBrush(colour);
    const double radius = t.px(2);
    const double y = row.track.center().y();
    painter.drawRect(QRectF(QPointF(row.chance.right(), y - t.px(0.5)), QPointF(row.track.right(), y + t.px(0.5))));
    colour = t.accent;
    colour.setAlphaF(0.32F);
    painter.setBrush(colour);
    // Even the shortest range stays visible.
    QRectF whole(row.track.left(), row.track.top(), std::max(row.chance.right() - row.track.left(), t.px(1.5)),
                 row.track.height());
    painter.drawRoundedRect(whole, radius, radius);
    colour.setAlphaF(0.75F);
    painter.setBrush(colour);
    if (row.fixed.width() > 0)
        painter.drawRoundedRect(row.fixed, radius, radius);
    const QRectF tick(row.tick - t.px(1), row.track.top() - t.px(1.5), t.px(2), row.track.height() + t.px(3));
    painter.setBrush(t.text);
    painter.drawRoundedRect(tick, t.px(1), t.px(1));
}

QString BackoffFan::hintAt(QPointF position) const
{
    const FanRecords all = records(rect());
    for (const FanRow &row : all.rows) {
        if (!row.area.contains(position))
            continue;
        QString text = tr("Retry %1 waits %2; the example call draws %3.")
                           .arg(QString::number(row.retry.retry), row.range,
                                waitText(row.retry.drawn, state().locale()));
        if (m_policy.retry.jitter.kind == Jitter::decorrelated && m_policy.retry.backoff.kind != BackoffKind::none)
            text += u'\n' + tr("Decorrelated: the range follows from the wait that was drawn before.");
        return text;
    }
    return tr("Solid: waited in any case. Light: left to chance. The mark: what one example call of this seed draws.\n"
              "Worst case: every attempt runs into its timeout and every wait is the longest possible\n"
              "(attempts × timeout + longest waits), cut off at the deadline.");
}

bool BackoffFan::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), hintAt(help->pos()), this);
        return true;
    }
    return View::event(event);
}

QByteArray BackoffFan::csv() const
{
    QByteArray text("retry,low_s,high_s,example_s\r\n");
    for (const FanRetry &retry : fanRetries(m_policy, m_seed, m_policy.retry.maxAttempts)) {
        text += QByteArray::number(retry.retry);
        for (const Duration each : {retry.range.low, retry.range.high, retry.drawn})
            text += ',' + QByteArray::number(toSeconds(each), 'g', 12);
        text += "\r\n";
    }
    return text;
}

} // namespace retrylab
