// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "widgets/base/view.h"
#include "widgets/policy/fan_layout.h"

namespace retrylab {

/// The backoff fan: for each retry the range of its wait (the certain part solid, what is left to chance lighter), what
/// one seeded example call draws from it, and the worst case of the whole call. It shows the policy that is being set,
/// which is ahead of the run that the other views show.
class BackoffFan : public View {
    Q_OBJECT

public:
    explicit BackoffFan(ViewState *state, QWidget *parent = nullptr);

    void setExperiment(const Experiment &experiment);
    /// What is said about the place: a row's numbers, or how the worst case is counted.
    QString hintAt(QPointF position) const;

    QString viewId() const override { return QStringLiteral("fan"); }
    void paintView(QPainter &painter, const QRectF &area) const override;
    QByteArray csv() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;

private:
    FanRecords records(const QRectF &area) const;
    void paintRow(QPainter &painter, const FanRow &row) const;

    Policy m_policy;
    std::uint64_t m_seed = 1;
};

} // namespace retrylab
