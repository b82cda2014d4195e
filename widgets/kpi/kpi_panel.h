// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view.h"
#include "widgets/kpi/kpi_rows.h"

#include <vector>

namespace retrylab {

/// A row of the panel, placed.
struct KpiPlace {
    QRectF box; ///< the whole row
    QRectF name;
    QRectF note; ///< null without a note
    QRectF value;
    QRectF delta;
    std::size_t row = 0; ///< index into KpiLayout::rows
};

struct KpiLayout {
    QRectF area;
    QRectF title;
    QRectF now; ///< the line about the moment of the playhead
    std::vector<KpiRow> rows;
    std::vector<KpiPlace> places; ///< those that fit, from the first shown row on
    double contentHeight = 0;     ///< of everything
};

/// The figures of the run, with the difference to the run before (or the pinned one), and a line about the playhead's
/// moment. Where it is too low for all of them it scrolls: wheel, Up/Down, PageUp/PageDown, Home/End.
class KpiPanel : public View {
    Q_OBJECT

public:
    explicit KpiPanel(ViewState *state, QWidget *parent = nullptr);

    QString viewId() const override { return QStringLiteral("kpi"); }
    void paintView(QPainter &painter, const QRectF &area) const override;
    /// figure, value, previous; in seconds, shares and counts.
    QByteArray csv() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// What is drawn in `area` when the rows begin with number `firstRow`.
    KpiLayout layoutRecords(const QRectF &area, int firstRow) const;
    int firstRow() const { return m_firstRow; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void forgetRows();
    void paint(QPainter &painter, const QRectF &area, int firstRow) const;
    QString nowText() const;
    double heightOf(const KpiRow &row) const;
    int lastFirstRow() const;
    void scrollTo(int row);
    void describe();

    std::vector<KpiRow> m_rows;
    int m_firstRow = 0;
    int m_wheel = 0; ///< eighths of a degree not yet turned into a row
};

} // namespace retrylab
