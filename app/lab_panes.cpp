// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab_panes.h"

#include "widgets/breaker/breaker_view.h"
#include "widgets/kpi/kpi_panel.h"
#include "widgets/load/load_view.h"
#include "widgets/policy/backoff_fan.h"
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/policy_panel.h"
#include "widgets/stage/stage_view.h"
#include "widgets/timeline/timeline_view.h"

#include <QPainter>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace retrylab {

namespace {

constexpr double leftWidth = 296;
constexpr double rightWidth = 276;
constexpr double threeColumns = 1080; ///< from this width on, at text scale 1

QVBoxLayout *bareColumn(QWidget *parent)
{
    auto *layout = new QVBoxLayout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    return layout;
}

/// Scrolls downwards only, where the content is higher than its place: the views make do with any width.
QScrollArea *scrolling(QWidget *content, QWidget *parent)
{
    auto *scroll = new QScrollArea(parent);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // the views have the keyboard
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return scroll;
}

} // namespace

LabPanes::LabPanes(ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_left(new QWidget(this))
    , m_stack(new QStackedWidget(m_left))
    , m_policy(new PolicyPanel(state, m_stack)) // another parent would have all of it styled again
    , m_stage(new StageView(state))
    , m_timeline(new TimelineView(state))
    , m_load(new LoadView(state))
    , m_breaker(new BreakerView(state))
    , m_kpis(new KpiPanel(state))
    , m_middle(new QSplitter(Qt::Vertical))
    , m_side(makeSide())
    , m_right(new QWidget(this))
{
    m_timeline->setTimeAxisShown(false); // The load chart right below carries the labels.
    for (View *view : {static_cast<View *>(m_stage), static_cast<View *>(m_timeline), static_cast<View *>(m_load)})
        m_middle->addWidget(view);
    m_middle->setStretchFactor(0, 23);
    m_middle->setStretchFactor(1, 40);
    m_middle->setStretchFactor(2, 37);
    m_middle->setChildrenCollapsible(false);
    m_middle->setHandleWidth(1);
    m_middle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_scroll = scrolling(m_middle, this);

    auto *choice = new SegmentedControl(state,
                                        {{QStringLiteral("policy"), tr("Policy"), tr("What can be set")},
                                         {QStringLiteral("figures"), tr("Breaker and figures"), tr("What came out")}},
                                        m_left);
    choice->setCurrent(QStringLiteral("policy"));
    connect(choice, &SegmentedControl::chosen, this,
            [this](const QString &key) { m_stack->setCurrentIndex(key == QLatin1String("policy") ? 0 : 1); });
    m_switch = new QWidget(m_left);
    m_switch->setObjectName(QStringLiteral("switchRow"));
    m_switch->setAttribute(Qt::WA_StyledBackground);
    auto *switchLayout = new QVBoxLayout(m_switch);
    const int pad = qRound(state->theme().px(8));
    switchLayout->setContentsMargins(pad, pad, pad, 0);
    switchLayout->addWidget(choice);

    QVBoxLayout *left = bareColumn(m_left);
    left->addWidget(m_switch);
    left->addWidget(m_stack, 1);
    m_stack->addWidget(m_policy);
    bareColumn(m_right)->addWidget(m_side);
    arrange();
}

QWidget *LabPanes::makeSide()
{
    auto *content = new QWidget;
    auto *layout = bareColumn(content);
    layout->addWidget(m_breaker);
    layout->addWidget(m_kpis, 1);
    content->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return scrolling(content, nullptr);
}

std::vector<View *> LabPanes::views() const
{
    return {m_stage, m_timeline, m_load, m_breaker, m_kpis, m_policy->fan()};
}

View *LabPanes::view(const QString &id) const
{
    for (View *view : views()) {
        if (view->viewId() == id)
            return view;
    }
    return nullptr;
}

void LabPanes::arrange()
{
    const Theme &theme = m_state->theme();
    const bool narrow = width() < theme.px(threeColumns);
    if (narrow != m_narrow || m_side->parentWidget() == nullptr) {
        m_narrow = narrow;
        if (narrow)
            m_stack->addWidget(m_side);
        else
            m_right->layout()->addWidget(m_side);
        m_stack->setCurrentIndex(0);
        m_side->setVisible(true);
    }
    m_switch->setVisible(narrow);
    m_right->setVisible(!narrow);
    // The columns touch but for a line of one pixel.
    const int left = std::min(qRound(theme.px(leftWidth)), width() * 45 / 100);
    const int right = narrow ? 0 : qRound(theme.px(rightWidth));
    const int rightLine = narrow ? 0 : 1;
    m_left->setGeometry(0, 0, left, height());
    m_scroll->setGeometry(left + 1, 0, std::max(0, width() - left - 1 - right - rightLine), height());
    m_right->setGeometry(width() - right, 0, right, height());
}

QSize LabPanes::minimumSizeHint() const
{
    return {480, 320};
}

void LabPanes::resizeEvent(QResizeEvent *)
{
    arrange();
}

void LabPanes::paintEvent(QPaintEvent *)
{
    // What the columns leave: lines of one pixel between them, and the ground under their scroll bars.
    const Theme &theme = m_state->theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.line);
    painter.fillRect(m_left->geometry(), theme.panel);
    painter.fillRect(m_scroll->geometry(), theme.window);
    if (m_right->isVisible())
        painter.fillRect(m_right->geometry(), theme.panel);
}

} // namespace retrylab
