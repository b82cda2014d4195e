// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kpi/kpi_panel.h"

#include "widgets/base/plural.h"
#include "widgets/kpi/kpi_paint.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retrylab {

KpiPanel::KpiPanel(ViewState *viewState, QWidget *parent)
    : View(viewState, parent)
{
    setObjectName(QStringLiteral("kpi"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    connect(viewState, &ViewState::runChanged, this, &KpiPanel::forgetRows);
    connect(viewState, &ViewState::ghostChanged, this, &KpiPanel::forgetRows);
    connect(viewState, &ViewState::themeChanged, this, &KpiPanel::forgetRows);
    connect(viewState, &ViewState::playheadChanged, this, [this] { update(); });
    forgetRows();
}

void KpiPanel::forgetRows()
{
    const RunPointer &run = state().run();
    m_rows = run ? kpiRows(*run, state().ghost().get(), state().locale()) : std::vector<KpiRow>();
    m_firstRow = std::min(m_firstRow, lastFirstRow());
    describe();
    updateGeometry();
    update();
}

double KpiPanel::heightOf(const KpiRow &row) const
{
    return theme().px(row.note.isEmpty() ? 26 : 38);
}

KpiLayout KpiPanel::layoutRecords(const QRectF &area, int firstRow) const
{
    KpiLayout layout;
    layout.area = area;
    layout.rows = m_rows;
    const double left = area.left() + theme().px(16);
    const double right = area.right() - theme().px(16);
    layout.title = QRectF(left, area.top() + theme().px(10), right - left, theme().px(20));
    layout.now = QRectF(left, layout.title.bottom() + theme().px(2), right - left, theme().px(18));
    const double start = layout.now.bottom() + theme().px(6);
    const double bottom = area.bottom() - theme().px(6);
    const bool compared = std::any_of(m_rows.begin(), m_rows.end(), [](const KpiRow &r) { return !r.delta.isEmpty(); });
    const double deltaWidth = compared ? theme().px(70) : 0;
    double y = start;
    layout.contentHeight = start - area.top() + theme().px(6);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const double height = heightOf(m_rows[i]);
        layout.contentHeight += height;
        if (static_cast<int>(i) < firstRow || y + height > bottom)
            continue;
        KpiPlace place;
        place.row = i;
        place.box = QRectF(left, y, right - left, height);
        place.name = QRectF(left, y, right - left, theme().px(22));
        if (!m_rows[i].note.isEmpty())
            place.note = QRectF(left, y + theme().px(19), right - left, theme().px(15));
        place.delta = QRectF(right - deltaWidth, y, deltaWidth, theme().px(22));
        place.value = QRectF(left, y, right - left - deltaWidth, theme().px(22));
        layout.places.push_back(place);
        y += height;
    }
    return layout;
}

/// The first row to show at most, so that the last one is seen.
int KpiPanel::lastFirstRow() const
{
    const double room = height() - theme().px(10 + 20 + 2 + 18 + 6 + 6);
    double taken = 0;
    int first = static_cast<int>(m_rows.size());
    while (first > 0 && taken + heightOf(m_rows[static_cast<std::size_t>(first - 1)]) <= room)
        taken += heightOf(m_rows[static_cast<std::size_t>(--first)]);
    return std::min(first, std::max(0, static_cast<int>(m_rows.size()) - 1));
}

QSize KpiPanel::sizeHint() const
{
    const double usual = theme().px(10 + 20 + 2 + 18 + 6 + 6) + 9 * theme().px(26) + 5 * theme().px(12);
    const double content = layoutRecords(QRectF(), 0).contentHeight;
    return {static_cast<int>(theme().px(276)), static_cast<int>(std::ceil(std::max(usual, content)))};
}

QSize KpiPanel::minimumSizeHint() const
{
    const double content = layoutRecords(QRectF(), 0).contentHeight;
    return {static_cast<int>(theme().px(230)), static_cast<int>(std::ceil(std::max(theme().px(110), content)))};
}

QString KpiPanel::nowText() const
{
    const RunPointer &run = state().run();
    if (!run || !run->trace->recorded)
        return {};
    const std::int64_t t = state().playhead();
    const std::uint32_t slotCount = run->trace->world.service().slots;
    return tr("now: %1 of %2 slots busy, %3 queued", nullptr, pluralOf(slotCount))
        .arg(state().locale().toString(static_cast<qulonglong>(run->index.busySlots(t))),
             state().locale().toString(slotCount), state().locale().toString(run->index.queueLength(t)));
}

void KpiPanel::paint(QPainter &painter, const QRectF &area, int firstRow) const
{
    if (state().run())
        paintKpis(painter, layoutRecords(area, firstRow), theme(), nowText(), state().ghost() != nullptr);
    else
        paintEmptyKpis(painter, layoutRecords(area, 0), theme());
}

void KpiPanel::paintView(QPainter &painter, const QRectF &area) const
{
    paint(painter, area, 0);
}

void KpiPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint(painter, rect(), m_firstRow);
    const int last = lastFirstRow();
    if (last > 0)
        paintKpiScroll(painter, rect(), theme(), m_firstRow, last, static_cast<int>(m_rows.size()));
    if (hasFocus()) {
        painter.setPen(QPen(theme().focus, 1.0));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

QByteArray KpiPanel::csv() const
{
    const RunPointer &run = state().run();
    if (!run)
        return {};
    std::vector<KpiRow> before;
    if (state().ghost())
        before = kpiRows(*state().ghost(), nullptr, state().locale());
    const auto number = [](const std::optional<double> &n) {
        return n ? QByteArray::number(*n, 'g', 12) : QByteArray();
    };
    QByteArray csv("figure,value,previous\r\n");
    for (const KpiRow &row : m_rows) {
        // The other run may have other rows.
        const auto same = std::find_if(before.begin(), before.end(), [&](const KpiRow &r) { return r.id == row.id; });
        csv += row.id + ',' + number(row.number) + ',' + (same != before.end() ? number(same->number) : QByteArray())
               + "\r\n";
    }
    return csv;
}

bool KpiPanel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return View::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const KpiLayout layout = layoutRecords(rect(), m_firstRow);
    for (const KpiPlace &place : layout.places) {
        if (place.box.contains(help->pos())) {
            const KpiRow &row = layout.rows[place.row];
            QString tip = row.tip;
            if (row.change == KpiChange::better)
                tip += QLatin1Char('\n') + tr("Better than in the previous run.");
            if (row.change == KpiChange::worse)
                tip += QLatin1Char('\n') + tr("Worse than in the previous run.");
            QToolTip::showText(help->globalPos(), tip, this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

void KpiPanel::scrollTo(int row)
{
    const int held = std::clamp(row, 0, lastFirstRow());
    if (std::exchange(m_firstRow, held) != held)
        update();
}

void KpiPanel::wheelEvent(QWheelEvent *event)
{
    if (lastFirstRow() == 0) { // all is seen: whoever holds the panel may scroll
        event->ignore();
        return;
    }
    constexpr int notch = 120;
    m_wheel += event->angleDelta().y();
    const int rows = m_wheel / notch;
    m_wheel -= rows * notch;
    scrollTo(m_firstRow - rows);
    event->accept();
}

void KpiPanel::keyPressEvent(QKeyEvent *event)
{
    constexpr int page = 4;
    if (lastFirstRow() == 0) {
        View::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up: scrollTo(m_firstRow - 1); break;
    case Qt::Key_Down: scrollTo(m_firstRow + 1); break;
    case Qt::Key_PageUp: scrollTo(m_firstRow - page); break;
    case Qt::Key_PageDown: scrollTo(m_firstRow + page); break;
    case Qt::Key_Home: scrollTo(0); break;
    case Qt::Key_End: scrollTo(static_cast<int>(m_rows.size())); break;
    default: View::keyPressEvent(event);
    }
}

void KpiPanel::resizeEvent(QResizeEvent *event)
{
    View::resizeEvent(event);
    scrollTo(m_firstRow);
}

void KpiPanel::describe()
{
    setAccessibleName(tr("Figures"));
    QStringList parts;
    for (const KpiRow &row : m_rows)
        parts << row.name + QLatin1Char(' ') + row.value;
    setAccessibleDescription(parts.isEmpty() ? tr("No run yet") : parts.join(QStringLiteral(", ")));
}

} // namespace retrylab
