// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QWidget>

#include <vector>

class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace retrylab {

class BackoffFan;
class BreakerView;
class KpiPanel;
class LoadView;
class PolicyPanel;
class StageView;
class TimelineView;
class View;

/// The three columns: policy on the left; stage, timeline and load in the middle; breaker and figures on the right.
/// Where the window is too narrow for three at this text size, the right column shares the left one's place, with a
/// switch between the two; where it is too low for the views in the middle or on the right, these scroll.
class LabPanes : public QWidget {
    Q_OBJECT

public:
    explicit LabPanes(ViewState *state, QWidget *parent = nullptr);

    PolicyPanel *policy() const { return m_policy; }
    /// All painted views, for exporting by id.
    std::vector<View *> views() const;
    View *view(const QString &id) const;

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *makeSide();
    void arrange();

    ViewState *m_state;
    QWidget *m_left; ///< the switch and the stack
    QStackedWidget *m_stack;
    PolicyPanel *m_policy;
    StageView *m_stage;
    TimelineView *m_timeline;
    LoadView *m_load;
    BreakerView *m_breaker;
    KpiPanel *m_kpis;
    QSplitter *m_middle;
    QScrollArea *m_scroll = nullptr; ///< around the middle
    QWidget *m_side;                 ///< breaker and figures
    QWidget *m_switch;               ///< only in narrow windows
    QWidget *m_right;                ///< where the side is in wide windows
    bool m_narrow = false;
};

} // namespace retrylab
