// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view.h"
#include "widgets/stage/stage_plan.h"
#include "widgets/stage/stage_records.h"

namespace retrylab {

/// The stage: callers, the wire with its breaker, and the service, at the playhead. Pointing at a dot, a request or a
/// slot lights that call up in all views; a click selects it, arrow keys walk through the dots, Escape lets go.
class StageView : public View {
    Q_OBJECT

public:
    explicit StageView(ViewState *state, QWidget *parent = nullptr);

    QString viewId() const override { return QStringLiteral("stage"); }
    void paintView(QPainter &painter, const QRectF &area) const override;
    /// What each caller does at the playhead.
    QByteArray csv() const override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// The scene in an area, as it would be painted now.
    StageRecords records(const QRectF &area) const;

protected:
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    const StagePlan &plan() const;
    void walk(int step);
    void describe();
    QString inWords(std::uint32_t call) const;

    mutable RunPointer m_planned; ///< the run that m_plan belongs to
    mutable StagePlan m_plan;
};

} // namespace retrylab
