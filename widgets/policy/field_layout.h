// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <array>
#include <memory>

namespace retrylab {

/// The parts of one control: the label with the reset button and a small editor behind it on one line when they fit, the
/// editor on a line of its own when they do not (large text, long words); below them whatever needs the whole width.
class FieldLayout : public QLayout {
public:
    enum class Part {
        label,  ///< wraps
        reset,  ///< its place is kept when it is hidden, so that nothing jumps
        editor, ///< number field, switch or combo box
        wide,   ///< slider, segments or chips
        note,   ///< problem or reason, wraps
    };

    explicit FieldLayout(QWidget *parent);
    ~FieldLayout() override;

    void setPart(Part part, QWidget *widget);
    void setGaps(int between, int lines);

    void addItem(QLayoutItem *item) override;
    int count() const override;
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    QLayoutItem *part(Part part) const { return m_parts[static_cast<std::size_t>(part)].get(); }
    bool shown(Part part) const;
    int arrange(const QRect &area, bool place) const;
    int arrangeHead(const QRect &area, bool place) const;
    void put(Part part, const QRect &area, const QRect &where) const;

    std::array<std::unique_ptr<QLayoutItem>, 5> m_parts;
    int m_between = 6;
    int m_lineGap = 2;
};

} // namespace retrylab
