// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/theme.h"

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

QFont fontOf(double pixels, QFont::Weight weight, double scale)
{
    QFont font;
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("DejaVu Sans"), QStringLiteral("sans-serif")});
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * scale))));
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

void setFonts(Theme &theme)
{
    const double s = theme.scale;
    theme.body = fontOf(13, QFont::Normal, s);
    theme.small = fontOf(11, QFont::Normal, s);
    theme.heading = fontOf(13, QFont::DemiBold, s);
    theme.number = fontOf(14, QFont::DemiBold, s);
    theme.title = fontOf(17, QFont::Bold, s);
}

void setBreakerAndVerdict(Theme &theme, QRgb purple, QRgb yellow, QRgb worse)
{
    theme.degraded = QColor(yellow);
    theme.closed = theme.goodput;
    theme.open = QColor(purple);
    theme.halfOpen = QColor(yellow);
    theme.good = theme.goodput;
    theme.bad = QColor(worse);
}

void setDark(Theme &t)
{
    t.window = QColor(0xff0f1216), t.panel = QColor(0xff161b21), t.raised = QColor(0xff1f262e);
    t.line = QColor(0xff2b343e), t.grid = QColor(0xff222a32);
    t.text = QColor(0xffe8ecf1), t.muted = QColor(0xff9aa5b1), t.faint = QColor(0xff6f7a86);
    t.accent = QColor(0xff56b4e9), t.onAccent = QColor(0xff06121a), t.focus = QColor(0xff8fd0f7);
    t.firstAttempt = QColor(0xff56b4e9), t.retry = QColor(0xffe69f00), t.goodput = QColor(0xff2cc79a);
    t.failure = QColor(0xffe0661a), t.waiting = QColor(0xffe69f00), t.idle = QColor(0xff3a444f);
    t.capacity = QColor(0xffc3cad2), t.ghost = QColor(0xff8a95a1), t.queue = QColor(0xff56b4e9);
    t.faultShade = QColor(213, 94, 0, 30);
    setBreakerAndVerdict(t, 0xffcc79a7, 0xfff0e442, 0xfff08a4b);
}

void setLight(Theme &t)
{
    t.window = QColor(0xfff3f5f7), t.panel = QColor(0xffffffff), t.raised = QColor(0xffeaeef2);
    t.line = QColor(0xffd3dae1), t.grid = QColor(0xffe3e8ed);
    t.text = QColor(0xff1a2027), t.muted = QColor(0xff515c68), t.faint = QColor(0xff737e8a);
    t.accent = QColor(0xff0a6aa8), t.onAccent = QColor(0xffffffff), t.focus = QColor(0xff0072b2);
    t.firstAttempt = QColor(0xff0072b2), t.retry = QColor(0xffa06800), t.goodput = QColor(0xff008060);
    t.failure = QColor(0xffc04e00), t.waiting = QColor(0xffa06800), t.idle = QColor(0xffb4bcc5);
    t.capacity = QColor(0xff47525d), t.ghost = QColor(0xff76818c), t.queue = QColor(0xff0072b2);
    t.faultShade = QColor(213, 94, 0, 26);
    setBreakerAndVerdict(t, 0xffa8477d, 0xff807300, 0xffb84a00);
}

void setProjector(Theme &t)
{
    t.window = QColor(0xffffffff), t.panel = QColor(0xffffffff), t.raised = QColor(0xffeef1f4);
    t.line = QColor(0xffaab3bc), t.grid = QColor(0xffd5dbe1);
    t.text = QColor(0xff000000), t.muted = QColor(0xff38424c), t.faint = QColor(0xff5d6873);
    t.accent = QColor(0xff005a96), t.onAccent = QColor(0xffffffff), t.focus = QColor(0xff005a96);
    t.firstAttempt = QColor(0xff005f9e), t.retry = QColor(0xff8f5800), t.goodput = QColor(0xff006e50);
    t.failure = QColor(0xffad3f00), t.waiting = QColor(0xff8f5800), t.idle = QColor(0xff98a2ad);
    t.capacity = QColor(0xff20272e), t.ghost = QColor(0xff66717c), t.queue = QColor(0xff005f9e);
    t.faultShade = QColor(213, 94, 0, 36);
    t.lineWeight = 1.5;
    setBreakerAndVerdict(t, 0xff93306a, 0xff6b6000, 0xffa83c00);
}

} // namespace

Theme makeTheme(ThemeKind kind, double scale)
{
    Theme theme;
    theme.kind = kind;
    theme.scale = std::clamp(scale, leastTextScale, mostTextScale);
    switch (kind) {
    case ThemeKind::dark: setDark(theme); break;
    case ThemeKind::light: setLight(theme); break;
    case ThemeKind::projector: setProjector(theme); break;
    }
    setFonts(theme);
    return theme;
}

QColor Theme::outcome(OutcomeKind outcomeKind) const
{
    switch (outcomeKind) {
    case OutcomeKind::ok: return goodput;
    case OutcomeKind::rateLimited: // "later, please" is not a failure of the service
        return waiting;
    case OutcomeKind::clientError: // an answer from a healthy service
    case OutcomeKind::conflict:
    case OutcomeKind::validation:
    case OutcomeKind::parseError: return ghost;
    case OutcomeKind::refused:
    case OutcomeKind::reset:
    case OutcomeKind::timeout:
    case OutcomeKind::unavailable:
    case OutcomeKind::serverError:
    case OutcomeKind::deadlock:
    case OutcomeKind::lockWait:
    case OutcomeKind::bug: break;
    }
    return failure;
}

QColor Theme::breaker(BreakerState state) const
{
    switch (state) {
    case BreakerState::open: return open;
    case BreakerState::halfOpen: return halfOpen;
    case BreakerState::closed: break;
    }
    return closed;
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, panel);
    p.setColor(QPalette::AlternateBase, raised);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, faint);
    p.setColor(QPalette::Button, raised);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, failure);
    p.setColor(QPalette::ToolTipBase, raised);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, onAccent);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, raised.lighter(120));
    p.setColor(QPalette::Midlight, raised);
    p.setColor(QPalette::Mid, line);
    p.setColor(QPalette::Dark, line.darker(130));
    p.setColor(QPalette::Shadow, window.darker(150));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, faint);
    return p;
}

} // namespace retrylab
