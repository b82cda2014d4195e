// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>

namespace retrylab {

/// A check box that looks like a switch: the label on the left, a sliding knob on the right. Colours come from the
/// palette, sizes from the font, so theme and text zoom need no call. Screen readers meet a check box.
class Switch : public QCheckBox {
    Q_OBJECT

public:
    explicit Switch(const QString &text = {}, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool hitButton(const QPoint &position) const override { return rect().contains(position); }

private:
    QRectF track() const;
};

} // namespace retrylab
