// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/experiment.h"
#include "core/lab/fields.h"
#include "widgets/base/view_state.h"
#include "widgets/policy/panel_rows.h"

#include <QWidget>

#include <array>

class QScrollArea;
class QStackedWidget;

namespace retrylab {

class BackoffFan;
class DialectRow;
class FieldControl;
class PaintedButton;

/// Where a person is in the panel.
struct PanelPlace {
    PanelTab tab = PanelTab::retry;
    std::array<bool, panelTabCount> open = {}; ///< the drawer of each tab
};

/// The left column of the window: what the client does, what its breaker does, what the service is like, who calls.
/// Built from the field table; it shows an experiment and says what a person changes, and changes nothing itself. A tab's
/// rows are made when it is first looked at: making them is the longest part of a window's start.
class PolicyPanel : public QWidget {
    Q_OBJECT

public:
    explicit PolicyPanel(ViewState *state, QWidget *parent = nullptr);

    PanelTab currentTab() const;
    void setCurrentTab(PanelTab tab);
    PanelPlace place() const;
    void setPlace(const PanelPlace &place);
    /// The control of a concrete path, or null. Makes what nobody has looked at yet.
    FieldControl *control(const QString &path);
    BackoffFan *fan() const { return m_fan; }
    /// The row of the dialect on the tab in front, or on the first one that has it.
    DialectRow *dialect();

public Q_SLOTS:
    /// Shows the experiment; emits nothing.
    void setExperiment(const retrylab::Experiment &experiment);
    /// What was set at `path` is not allowed: goes back to the experiment and says why below the control.
    void showRefusal(const QString &path, const QString &message);

Q_SIGNALS:
    /// A person set a field. While `dragging`, more edits of the same path follow; the last one has dragging = false.
    void edited(const QString &path, const retrylab::FieldValue &value, bool dragging);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Entry {
        PanelRow row;
        QWidget *widget = nullptr;       ///< what is shown or hidden: the heading, or the control
        FieldControl *control = nullptr; ///< made when the row is first shown, or asked for: most rows never are
    };
    struct Page {
        QScrollArea *scroll = nullptr;
        DialectRow *dialect = nullptr; ///< above the rows, where a dialect has rules; stays when they are made anew
        QWidget *rows = nullptr;
        std::vector<Entry> entries;
        bool stale = true; ///< the experiment has changed since; a tab is brought up to date when it is looked at
    };

    void buildFrame();
    QWidget *makeContent(QWidget *parent);
    void makeDialect(PanelTab tab);
    void rebuild();
    void freshen(PanelTab tab);
    void buildPage(PanelTab tab, const std::vector<PanelRow> &rows);
    QWidget *makeHeading(const QString &text, QWidget *parent) const;
    QWidget *makeDrawer(const QString &text, PanelTab tab, QWidget *parent);
    void makeControl(Page &target, Entry &entry);
    /// Brings the entry's control up to date.
    void fill(const Entry &entry) const;
    bool fits(PanelTab tab, const std::vector<PanelRow> &rows) const;
    void refresh(PanelTab tab, std::vector<PanelRow> rows);
    void showRows(PanelTab tab);
    /// The keyboard goes through a page as the eye does, whenever its controls were made.
    void orderTabs(const Page &target) const;
    bool isOpen(PanelTab tab) const { return m_place.open[static_cast<std::size_t>(tab)]; }
    void alignRightEdge(const Page &page) const;
    int margin() const;
    Page &page(PanelTab tab) { return m_pages[static_cast<std::size_t>(tab)]; }
    const Page &page(PanelTab tab) const { return m_pages[static_cast<std::size_t>(tab)]; }

    ViewState *m_state;
    Experiment m_experiment;
    PanelPlace m_place; ///< its drawers; the tab is the stack's
    std::array<Page, panelTabCount> m_pages;
    std::array<PaintedButton *, panelTabCount> m_tabs{};
    QWidget *m_frame = nullptr; ///< everything; made anew for another theme or language
    QStackedWidget *m_stack = nullptr;
    BackoffFan *m_fan = nullptr;
};

} // namespace retrylab
