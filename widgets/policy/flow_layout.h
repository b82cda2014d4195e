// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace retrylab {

/// Puts items side by side and starts a new line when the width is used up.
/// Justified, the items of a line share its whole width (a segmented control); otherwise they keep their own (chips).
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(bool justified, QWidget *parent = nullptr);
    ~FlowLayout() override;

    void setGaps(int between, int lines);

    void addItem(QLayoutItem *item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &area) override;

private:
    struct Line {
        int first = 0;
        int last = 0; ///< one past the end
        int width = 0;
        int height = 0;
    };
    std::vector<Line> lines(int width) const;
    std::vector<Line> linesOf(int perLine) const;
    void placeLine(const Line &line, const QRect &area, int y);

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    bool m_justified;
    int m_between = 4;
    int m_lineGap = 4;
};

} // namespace retrylab
