// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/theme.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

// Written for scale 1 in the colours' names: "$panel" becomes a colour, "12px" a scaled size.
constexpr char16_t sheet[] = uR"(
* { font-family: "Inter", "DejaVu Sans", sans-serif; font-size: 13px; color: $text; outline: none; }
QWidget { background: transparent; selection-background-color: $accent; selection-color: $onAccent; }
QDialog { background: $window; }
#switchRow { background: $panel; }

QLabel[role="muted"] { color: $muted; }
QLabel[role="faint"] { color: $faint; font-size: 11px; }
QLabel[role="problem"] { color: $bad; font-size: 11px; }
QLabel[role="heading"] { font-weight: 600; }
QLabel:disabled { color: $faint; }

QPushButton, QToolButton {
    background: $raised; border: 1px solid $line; border-radius: 6px;
    padding: 5px 12px; min-height: 18px;
}
QToolButton { padding: 5px 8px; }
QPushButton:hover, QToolButton:hover { background: $hover; border-color: $edge; }
QPushButton:pressed, QToolButton:pressed { background: $line; }
QPushButton:focus, QToolButton:focus { border: 2px solid $focus; padding: 4px 11px; }
QToolButton:focus { padding: 4px 7px; }
QPushButton:checked, QToolButton:checked { background: $tint; border-color: $accent; color: $text; }
QPushButton:disabled, QToolButton:disabled { color: $faint; background: $panel; border-color: $grid; }
QToolButton[popupMode="2"] { padding-right: 20px; }
QToolButton::menu-indicator { width: 0px; }

QLineEdit, QTextEdit {
    background: $field; border: 1px solid $line; border-radius: 5px; padding: 3px 6px; min-height: 18px;
}
QLineEdit:hover { border-color: $edge; }
QLineEdit:focus, QTextEdit:focus { border: 2px solid $focus; padding: 2px 5px; }
QLineEdit[invalid="true"] { border: 2px solid $failure; padding: 2px 5px; }
QLineEdit:disabled { color: $faint; background: $panel; }

QComboBox {
    background: $raised; border: 1px solid $line; border-radius: 6px; padding: 4px 24px 4px 10px; min-height: 18px;
    combobox-popup: 0;
}
QComboBox:hover { background: $hover; border-color: $edge; }
QComboBox:focus, QComboBox:on { border: 2px solid $focus; padding: 3px 23px 3px 9px; }
QComboBox:disabled { color: $faint; background: $panel; }
QComboBox::drop-down { border: none; width: 22px; subcontrol-origin: border; subcontrol-position: center right; }
QComboBox::down-arrow {
    image: none; width: 10px; height: 6px; border: none;
    background: qconicalgradient(cx: 0.5, cy: 1, angle: 90, stop: 0 $muted, stop: 0.065 $muted, stop: 0.08 transparent,
        stop: 0.92 transparent, stop: 0.935 $muted, stop: 1 $muted);
}
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $edge; border-radius: 6px; padding: 4px; outline: none;
}
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0px 8px; border-radius: 4px; }
QComboBox QAbstractItemView::item:hover { background: $hover; color: $text; }
QComboBox QAbstractItemView::item:selected { background: $accent; color: $onAccent; }

QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $groove; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal { background: $handle; }
QSlider::handle:horizontal:hover { background: $handleHover; }
QSlider::handle:horizontal:focus { background: $accent; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled { background: $faint; }

QCheckBox { spacing: 8px; padding: 2px; border: 1px solid transparent; border-radius: 4px; }
QCheckBox:focus { border: 1px solid $focus; }
QCheckBox:disabled { color: $faint; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid $edge; border-radius: 4px; background: $field; }
QCheckBox::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked {
    border-color: $accent;
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $onAccent, stop: 0.5 $onAccent, stop: 0.6 $accent, stop: 1 $accent);
}

QScrollBar:vertical { background: transparent; width: 8px; margin: 0px; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0px; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0px; height: 0px; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QScrollArea, QAbstractScrollArea { border: none; }

QMenu { background: $raised; border: 1px solid $edge; padding: 5px; }
QMenu::item { padding: 5px 26px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $accent; color: $onAccent; }
QMenu::item:disabled { color: $faint; background: transparent; }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }
QToolTip { background: $raised; color: $text; border: 1px solid $edge; padding: 5px 7px; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent; }
QListView, QTreeView { background: $panel; alternate-background-color: $raised; gridline-color: $grid; }
QListView::item:selected, QTreeView::item:selected { background: $accent; color: $onAccent; }
QHeaderView::section { background: $panel; color: $muted; border: none; border-bottom: 1px solid $line; padding: 5px 8px; }
)";

QColor between(const QColor &a, const QColor &b, double share)
{
    return QColor::fromRgbF(static_cast<float>(a.redF() + (b.redF() - a.redF()) * share),
                            static_cast<float>(a.greenF() + (b.greenF() - a.greenF()) * share),
                            static_cast<float>(a.blueF() + (b.blueF() - a.blueF()) * share));
}

/// The colour behind a name in the sheet.
QColor named(const Theme &t, QStringView name)
{
    const bool dark = t.kind == ThemeKind::dark;
    const QColor white(Qt::white);
    const std::pair<QStringView, QColor> names[] = {
        {u"window", t.window},
        {u"panel", t.panel},
        {u"raised", t.raised},
        {u"line", t.line},
        {u"grid", t.grid},
        {u"text", t.text},
        {u"muted", t.muted},
        {u"faint", t.faint},
        {u"accent", t.accent},
        {u"onAccent", t.onAccent},
        {u"focus", t.focus},
        {u"failure", t.failure},
        {u"bad", t.bad},
        {u"hover", between(t.raised, t.text, 0.07)},
        {u"edge", between(t.line, t.text, 0.22)},
        {u"tint", between(t.panel, t.accent, 0.22)},
        {u"field", dark ? t.window : white},
        {u"groove", dark ? t.line : between(t.line, t.text, 0.12)},
        {u"handle", dark ? t.text : white},
        {u"handleHover", white},
        {u"rim", dark ? t.text : t.accent},
    };
    const auto found = std::find_if(std::begin(names), std::end(names), [&](const auto &n) { return n.first == name; });
    Q_ASSERT(found != std::end(names));
    return found == std::end(names) ? t.text : found->second;
}

QString scaled(const Theme &theme, double pixels, bool radius)
{
    // A radius of more than half the box is dropped altogether: it must not be rounded up where the box is rounded down.
    const double exact = theme.px(std::abs(pixels));
    const double size = radius ? std::floor(exact) : std::round(exact);
    const double kept = pixels == 0 ? 0 : std::max(1.0, size); // a hair line must not vanish at a small scale
    return QString::number(pixels < 0 ? -kept : kept) + QStringLiteral("px");
}

/// The handle is a circle at every scale: its sides follow from the groove and the margin around it, in whole pixels.
QString sliderHandle(const Theme &theme, const QString &state, double overhang, const QColor &rim)
{
    const int groove = scaled(theme, 4, false).chopped(2).toInt();
    const int margin = scaled(theme, overhang, false).chopped(2).toInt();
    const int border = scaled(theme, 2, false).chopped(2).toInt();
    const int side = groove + 2 * margin;
    return QStringLiteral("QSlider::handle:horizontal%1 { width: %2px; height: %2px; margin: -%3px 0px; "
                          "border: %4px solid %5; border-radius: %6px; }\n")
        .arg(state)
        .arg(side - 2 * border)
        .arg(margin)
        .arg(border)
        .arg(rim.name())
        .arg(side / 2);
}

} // namespace

QString Theme::styleSheet() const
{
    static const QRegularExpression token(QStringLiteral("\\$([a-zA-Z]+)|(radius: )?(-?\\d+)px"));
    const QString source = QString::fromUtf16(sheet);
    QString result;
    result.reserve(source.size() + 2000);
    qsizetype done = 0;
    for (auto it = token.globalMatch(source); it.hasNext();) {
        const auto match = it.next();
        result += QStringView(source).mid(done, match.capturedStart() - done);
        result += match.capturedLength(1) > 0
                      ? named(*this, match.capturedView(1)).name()
                      : match.captured(2)
                            + scaled(*this, match.capturedView(3).toDouble(), match.capturedLength(2) > 0);
        done = match.capturedEnd();
    }
    result += QStringView(source).mid(done);
    result += sliderHandle(*this, QString(), 5, named(*this, u"rim"));
    result += sliderHandle(*this, QStringLiteral(":focus"), 6, named(*this, u"focus"));
    return result;
}

} // namespace retrylab
