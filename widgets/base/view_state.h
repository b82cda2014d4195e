// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/run_model.h"
#include "widgets/base/theme.h"
#include "widgets/base/time_axis.h"

#include <QLocale>
#include <QObject>

#include <optional>

namespace retrylab {

/// What all views share: the run, one time axis, one playhead, one selection, one hover, one theme.
/// A view changes it through the setters and repaints on the signals; views never talk to one another.
class ViewState : public QObject {
    Q_OBJECT

public:
    explicit ViewState(QObject *parent = nullptr);

    /// Null before the first run.
    const RunPointer &run() const { return m_run; }
    /// The run shown as a ghost while a slider is dragged, or the pinned one; null when there is none.
    const RunPointer &ghost() const { return m_ghost; }
    TimeRange visible() const { return m_visible; }
    std::int64_t playhead() const { return m_playhead; }
    std::optional<std::uint32_t> selectedCall() const { return m_selected; }
    std::optional<std::uint32_t> hoveredCall() const { return m_hovered; }
    const Theme &theme() const { return m_theme; }
    const QLocale &locale() const { return m_locale; }

    /// Keeps playhead, selection and zoom where they still make sense in the new run.
    void setRun(RunPointer run);
    void setGhost(RunPointer run);
    /// Held inside the run and at least a microsecond long.
    void setVisible(TimeRange range);
    /// Held inside the run.
    void setPlayhead(std::int64_t t);
    void setSelectedCall(std::optional<std::uint32_t> call);
    void setHoveredCall(std::optional<std::uint32_t> call);
    void setTheme(const Theme &theme);
    void setLocale(const QLocale &locale);

    /// The time axis of a plot that spans `width` pixels from x = 0, with the theme's gutter and right margin.
    TimeAxis axis(double width) const;

Q_SIGNALS:
    void runChanged();
    void ghostChanged();
    void visibleChanged();
    void playheadChanged();
    void selectionChanged();
    void hoverChanged();
    void themeChanged(); ///< theme or locale

private:
    RunPointer m_run;
    RunPointer m_ghost;
    TimeRange m_visible{0, 1'000'000'000};
    std::int64_t m_playhead = 0;
    std::optional<std::uint32_t> m_selected;
    std::optional<std::uint32_t> m_hovered;
    Theme m_theme;
    QLocale m_locale;
};

} // namespace retrylab
