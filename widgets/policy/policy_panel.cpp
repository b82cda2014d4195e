// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/policy_panel.h"

#include "widgets/policy/backoff_fan.h"
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/dialect_row.h"
#include "widgets/policy/field_control.h"
#include "widgets/policy/flow_layout.h"

#include <QButtonGroup>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace retrylab {

namespace {

constexpr std::array allTabs{PanelTab::retry, PanelTab::breaker, PanelTab::service, PanelTab::traffic};

/// Scrolls up and down only: its content is never wider than itself.
class PageArea : public QScrollArea {
public:
    explicit PageArea(QWidget *parent)
        : QScrollArea(parent)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
        viewport()->setAutoFillBackground(false);
    }
    QSize minimumSizeHint() const override { return {0, 0}; }
};

} // namespace

PolicyPanel::PolicyPanel(ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_experiment(defaultExperiment())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    setAccessibleName(tr("Policy"));
    buildFrame();
    connect(state, &ViewState::themeChanged, this, &PolicyPanel::rebuild);
}

PanelTab PolicyPanel::currentTab() const
{
    return static_cast<PanelTab>(m_stack->currentIndex());
}

void PolicyPanel::setCurrentTab(PanelTab tab)
{
    freshen(tab);
    m_tabs[static_cast<std::size_t>(tab)]->setChecked(true);
    m_stack->setCurrentIndex(static_cast<int>(tab));
}

PanelPlace PolicyPanel::place() const
{
    PanelPlace place = m_place;
    place.tab = currentTab();
    return place;
}

void PolicyPanel::setPlace(const PanelPlace &place)
{
    m_place = place;
    for (const PanelTab tab : allTabs) {
        for (const Entry &entry : page(tab).entries) {
            if (entry.row.drawer)
                static_cast<PaintedButton *>(entry.widget)->setChecked(isOpen(tab)); // which shows its rows, too
        }
    }
    setCurrentTab(place.tab);
}

DialectRow *PolicyPanel::dialect()
{
    const PanelTab tab = isPolicyTab(currentTab()) ? currentTab() : PanelTab::retry;
    freshen(tab);
    return page(tab).dialect;
}

FieldControl *PolicyPanel::control(const QString &path)
{
    if (FieldControl *choice = dialect()->control(); choice->path() == path)
        return choice;
    for (const PanelTab tab : allTabs) {
        freshen(tab);
        for (Entry &entry : page(tab).entries) {
            if (entry.row.path != path)
                continue;
            if (entry.control == nullptr) {
                makeControl(page(tab), entry);
                entry.control->hide();
                orderTabs(page(tab));
            }
            return entry.control;
        }
    }
    return nullptr;
}

void PolicyPanel::setExperiment(const Experiment &experiment)
{
    m_experiment = experiment;
    m_fan->setExperiment(experiment);
    for (Page &each : m_pages)
        each.stale = true;
    freshen(currentTab());
}

void PolicyPanel::freshen(PanelTab tab)
{
    if (!std::exchange(page(tab).stale, false))
        return;
    if (isPolicyTab(tab) && page(tab).dialect == nullptr)
        makeDialect(tab);
    auto rows = panelRows(tab, m_experiment);
    if (!fits(tab, rows))
        buildPage(tab, rows);
    refresh(tab, std::move(rows));
}

void PolicyPanel::showRefusal(const QString &path, const QString &message)
{
    setExperiment(m_experiment);
    if (FieldControl *refused = control(path))
        refused->setProblem(message);
}

void PolicyPanel::buildFrame()
{
    const Theme &theme = m_state->theme();
    m_frame = new QWidget(this);
    auto *column = new QVBoxLayout(m_frame);
    column->setContentsMargins(0, qRound(theme.px(10)), 0, 0);
    column->setSpacing(qRound(theme.px(10)));

    auto *tabs = new QWidget(m_frame);
    auto *flow = new FlowLayout(false, tabs);
    flow->setGaps(qRound(theme.px(8)), qRound(theme.px(2)));
    const int side = margin() - qRound(theme.px(4));
    flow->setContentsMargins(side, 0, side, 0);
    auto *group = new QButtonGroup(tabs);
    m_stack = new QStackedWidget(m_frame);
    for (const PanelTab tab : allTabs) {
        auto *button = new PaintedButton(m_state, PaintedButton::Look::tab, tabs);
        button->setText(panelTabName(tab));
        button->setAccessibleName(button->text());
        button->setAccessibleDescription(tr("Tab"));
        flow->addWidget(button);
        group->addButton(button, static_cast<int>(tab));
        m_tabs[static_cast<std::size_t>(tab)] = button;

        auto *holder = new QWidget(m_stack);
        auto *inside = new QVBoxLayout(holder);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->setSpacing(qRound(theme.px(8)));
        if (tab == PanelTab::retry) {
            // The fan stays in sight while the sliders below it scroll.
            m_fan = new BackoffFan(m_state, holder);
            inside->addWidget(m_fan);
        }
        auto *area = new PageArea(holder);
        inside->addWidget(area, 1);
        page(tab) = {area, nullptr, nullptr, {}, true};
        area->setWidget(makeContent(area->viewport()));
        area->widget()->setAutoFillBackground(false);
        connect(area->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this, tab] { alignRightEdge(page(tab)); });
        m_stack->addWidget(holder);
    }
    connect(group, &QButtonGroup::idClicked, this, [this](int id) { setCurrentTab(static_cast<PanelTab>(id)); });
    column->addWidget(tabs);
    column->addWidget(m_stack, 1);
    layout()->addWidget(m_frame);
    m_fan->setExperiment(m_experiment);
}

QWidget *PolicyPanel::makeContent(QWidget *parent)
{
    auto *content = new QWidget(parent);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(margin(), qRound(m_state->theme().px(2)), margin(), margin());
    column->setSpacing(qRound(m_state->theme().px(14)));
    return content;
}

void PolicyPanel::makeDialect(PanelTab tab)
{
    QWidget *content = page(tab).scroll->widget();
    auto *row = new DialectRow(m_state, content);
    connect(row, &DialectRow::edited, this, &PolicyPanel::edited);
    static_cast<QVBoxLayout *>(content->layout())->insertWidget(0, row);
    page(tab).dialect = row;
}

void PolicyPanel::rebuild()
{
    const PanelTab tab = currentTab();
    const QWidget *focused = focusWidget();
    QString focusedPath;
    for (const QWidget *at = focused; at != nullptr && at != this; at = at->parentWidget()) {
        if (qobject_cast<const FieldControl *>(at) != nullptr)
            focusedPath = at->objectName();
    }
    const bool hadFocus = focused != nullptr && focused->hasFocus();
    delete m_frame;
    buildFrame();
    setCurrentTab(tab);
    if (FieldControl *again = hadFocus && !focusedPath.isEmpty() ? control(focusedPath) : nullptr)
        again->focusMain();
}

int PolicyPanel::margin() const
{
    // Large text needs the room more than the margin does.
    return qRound(16 + 4 * (m_state->theme().scale - 1));
}

void PolicyPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        rebuild();
}

void PolicyPanel::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), m_state->theme().panel);
}

} // namespace retrylab
