// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/policy_panel.h"

#include "widgets/policy/backoff_fan.h"
#include "widgets/policy/choice_controls.h"
#include "widgets/policy/field_control.h"
#include "widgets/policy/field_text.h"
#include "widgets/policy/flow_layout.h"

#include <QButtonGroup>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
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
    rebuild();
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

FieldControl *PolicyPanel::control(const QString &path)
{
    for (const PanelTab tab : allTabs) {
        freshen(tab);
        for (const Entry &entry : page(tab).entries) {
            if (entry.control != nullptr && entry.row.path == path)
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
        page(tab) = {area, {}, true};
        connect(area->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this, tab] { alignRightEdge(page(tab)); });
        m_stack->addWidget(holder);
    }
    connect(group, &QButtonGroup::idClicked, this, [this](int id) { setCurrentTab(static_cast<PanelTab>(id)); });
    column->addWidget(tabs);
    column->addWidget(m_stack, 1);
    layout()->addWidget(m_frame);
}

void PolicyPanel::rebuild()
{
    const PanelTab tab = m_stack != nullptr ? currentTab() : PanelTab::retry;
    const QWidget *focused = focusWidget();
    QString focusedPath;
    for (const QWidget *at = focused; at != nullptr && at != this; at = at->parentWidget()) {
        if (qobject_cast<const FieldControl *>(at) != nullptr)
            focusedPath = at->objectName();
    }
    const bool hadFocus = focused != nullptr && focused->hasFocus();
    delete m_frame;
    buildFrame();
    m_fan->setExperiment(m_experiment);
    setCurrentTab(tab);
    if (FieldControl *again = hadFocus && !focusedPath.isEmpty() ? control(focusedPath) : nullptr)
        again->focusMain();
}

QWidget *PolicyPanel::makeHeading(const QString &text) const
{
    const Theme &theme = m_state->theme();
    auto *label = new QLabel(text);
    label->setProperty("role", QStringLiteral("heading"));
    label->setFont(theme.heading);
    label->setWordWrap(true);
    label->setMinimumWidth(1);
    label->setContentsMargins(0, qRound(theme.px(10)), 0, 0);
    return label;
}

FieldControl *PolicyPanel::makeControl(const PanelRow &row, QWidget *parent)
{
    auto *control = new FieldControl(m_state, row.field, row.path, row.label, parent);
    control->setExplaining(row.explaining);
    connect(control, &FieldControl::edited, this,
            [this, path = row.path](const FieldValue &value, bool dragging) { Q_EMIT edited(path, value, dragging); });
    return control;
}

void PolicyPanel::buildPage(PanelTab tab, const std::vector<PanelRow> &rows)
{
    const Theme &theme = m_state->theme();
    Page &target = page(tab);
    const int scrolled = target.scroll->verticalScrollBar()->value();
    target.entries.clear();
    // Not at once: one of the old controls may be the one that is speaking.
    if (QWidget *old = target.scroll->takeWidget()) {
        old->hide();
        old->deleteLater();
    }
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(margin(), qRound(theme.px(2)), margin(), margin());
    column->setSpacing(qRound(theme.px(9)));
    for (const PanelRow &row : rows) {
        Entry entry{row, nullptr, nullptr};
        if (row.heading.isEmpty())
            entry.widget = entry.control = makeControl(row, content);
        else
            entry.widget = makeHeading(row.heading);
        column->addWidget(entry.widget);
        target.entries.push_back(std::move(entry));
    }
    column->addStretch(1);
    target.scroll->setWidget(content);
    content->setAutoFillBackground(false);
    target.scroll->verticalScrollBar()->setValue(scrolled);
    alignRightEdge(target);
}

int PolicyPanel::margin() const
{
    // Large text needs the room more than the margin does.
    return qRound(16 + 4 * (m_state->theme().scale - 1));
}

void PolicyPanel::alignRightEdge(const Page &target) const
{
    // The scroll bar lies in the margin: controls do not move when it comes and goes.
    if (target.scroll->widget() == nullptr)
        return;
    const QScrollBar *bar = target.scroll->verticalScrollBar();
    const int taken = bar->maximum() > bar->minimum() ? bar->sizeHint().width() : 0;
    QLayout *column = target.scroll->widget()->layout();
    column->setContentsMargins(margin(), column->contentsMargins().top(), std::max(2, margin() - taken), margin());
}

bool PolicyPanel::fits(PanelTab tab, const std::vector<PanelRow> &rows) const
{
    const auto &entries = page(tab).entries;
    const auto same = [](const PanelRow &row, const Entry &entry) {
        return row.heading == entry.row.heading && row.path == entry.row.path
               && row.field.choices.size() == entry.row.field.choices.size();
    };
    return !entries.empty() && std::equal(rows.begin(), rows.end(), entries.begin(), entries.end(), same);
}

void PolicyPanel::refresh(PanelTab tab, std::vector<PanelRow> rows)
{
    Page &target = page(tab);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Entry &entry = target.entries[i];
        entry.row = std::move(rows[i]);
        if (entry.control == nullptr)
            continue;
        entry.control->setLabel(entry.row.label);
        entry.control->setSliderMost(entry.row.field.sliderMost);
        if (const auto value = getField(m_experiment, entry.row.path))
            entry.control->setFieldValue(*value);
        entry.control->setReason(entry.row.reason);
        entry.control->setVisible(entry.row.visible);
        if (entry.row.path.endsWith(QLatin1String(".retry.jitter"))) {
            const double share = m_experiment.world.callers().policy.retry.jitter.proportion;
            entry.control->setOptionName(
                QStringLiteral("proportional"),
                QStringLiteral("±%1\u202F%").arg(m_state->locale().toString(share * 100, 'g', 3)));
        }
    }
    showHeadings(target);
}

void PolicyPanel::showHeadings(Page &target) const
{
    // A heading above nothing is noise.
    bool following = false;
    for (auto entry = target.entries.rbegin(); entry != target.entries.rend(); ++entry) {
        if (entry->control != nullptr) {
            following = following || entry->row.visible;
        } else {
            entry->widget->setVisible(following);
            following = false;
        }
    }
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
