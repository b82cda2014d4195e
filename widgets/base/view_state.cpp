// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/view_state.h"

#include <algorithm>
#include <utility>

namespace retrylab {

namespace {

constexpr std::int64_t shortestRange = 1'000;
constexpr std::int64_t emptyRunLength = 1'000'000'000;

TimeRange heldInside(TimeRange range, std::int64_t length)
{
    const std::int64_t span = std::clamp(range.length(), std::min(shortestRange, length), length);
    const std::int64_t from = std::clamp<std::int64_t>(range.from, 0, length - span);
    return {from, from + span};
}

} // namespace

ViewState::ViewState(QObject *parent)
    : QObject(parent)
    , m_theme(makeTheme(ThemeKind::dark))
{
}

void ViewState::setRun(RunPointer run)
{
    const std::int64_t before = m_run ? m_run->duration() : 0;
    m_run = std::move(run);
    const std::int64_t length = m_run ? m_run->duration() : emptyRunLength;
    const bool wasWhole = m_visible.from == 0 && m_visible.to >= before;
    const TimeRange visible = wasWhole ? TimeRange{0, length} : heldInside(m_visible, length);
    const std::int64_t playhead = std::clamp<std::int64_t>(m_playhead, 0, length);
    const std::size_t calls = m_run ? m_run->trace->calls.size() : 0;
    if (m_selected && *m_selected >= calls)
        setSelectedCall({});
    if (m_hovered && *m_hovered >= calls)
        setHoveredCall({});
    const bool moved = std::exchange(m_playhead, playhead) != playhead;
    const bool zoomed = std::exchange(m_visible, visible) != visible;
    Q_EMIT runChanged();
    if (zoomed)
        Q_EMIT visibleChanged();
    if (moved)
        Q_EMIT playheadChanged();
}

void ViewState::setGhost(RunPointer run)
{
    if (std::exchange(m_ghost, std::move(run)) != m_ghost)
        Q_EMIT ghostChanged();
}

void ViewState::setVisible(TimeRange range)
{
    const TimeRange held = heldInside(range, m_run ? m_run->duration() : emptyRunLength);
    if (std::exchange(m_visible, held) != held)
        Q_EMIT visibleChanged();
}

void ViewState::setPlayhead(std::int64_t t)
{
    const std::int64_t held = std::clamp<std::int64_t>(t, 0, m_run ? m_run->duration() : emptyRunLength);
    if (std::exchange(m_playhead, held) != held)
        Q_EMIT playheadChanged();
}

void ViewState::setSelectedCall(std::optional<std::uint32_t> call)
{
    if (std::exchange(m_selected, call) != call)
        Q_EMIT selectionChanged();
}

void ViewState::setHoveredCall(std::optional<std::uint32_t> call)
{
    if (std::exchange(m_hovered, call) != call)
        Q_EMIT hoverChanged();
}

void ViewState::setTheme(const Theme &theme)
{
    m_theme = theme;
    Q_EMIT themeChanged();
}

void ViewState::setLocale(const QLocale &locale)
{
    m_locale = locale;
    Q_EMIT themeChanged();
}

TimeAxis ViewState::axis(double width) const
{
    const double left = m_theme.gutter();
    return {m_visible, left, std::max(1.0, width - left - m_theme.rightMargin())};
}

} // namespace retrylab
