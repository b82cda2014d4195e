// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/breaker_history.h"
#include "widgets/base/view.h"
#include "widgets/breaker/breaker_layout.h"

#include <QImage>

#include <optional>

namespace retrylab {

/// The breaker at the playhead: its three states with the conditions between them, the way it last went, the countdown
/// to the first probe, and the window that it judges by. With a breaker per caller it shows that of the selected call,
/// or else the one that moved most in this run, and counts the states of all.
/// A click on a square selects the call behind it.
class BreakerView : public View {
    Q_OBJECT

public:
    explicit BreakerView(ViewState *state, QWidget *parent = nullptr);

    QString viewId() const override { return QStringLiteral("breaker"); }
    void paintView(QPainter &painter, const QRectF &area) const override;
    /// The transitions: time_s, breaker, from, to, why.
    QByteArray csv() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// What is drawn in `area` now; empty when there is no breaker to show.
    std::optional<BreakerLayout> layoutRecords(const QRectF &area) const;
    /// Index of the breaker that is shown.
    std::uint32_t shownBreaker() const;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    bool hasBreaker() const;
    std::uint32_t busiestBreaker() const;
    const BreakerHistory &history() const;
    QString tipAt(QPointF position) const;
    void describe();

    QImage m_diagram; ///< the circles and arrows, which stay while time goes on
    std::optional<BreakerDiagramLook> m_diagramLook;
    bool m_many = false; ///< more than one breaker
    mutable std::optional<BreakerHistory> m_history;
    mutable RunPointer m_historyRun;
    mutable std::uint32_t m_historyOf = 0;
    mutable RunPointer m_busiestRun;
    mutable std::uint32_t m_busiest = 0;
};

} // namespace retrylab
