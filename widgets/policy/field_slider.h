// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"
#include "widgets/policy/slider_scale.h"

#include <QSlider>

namespace retrylab {

/// A slider that knows its field: it holds the exact value (a position is only where the handle stands), paints itself in
/// the theme and speaks "250 ms" to screen readers. Arrow keys step 1 %, Page Up and Page Down 10 %, Home and End go to
/// the ends; the wheel counts only while it has the focus, so that scrolling the panel changes nothing.
class FieldSlider : public QSlider {
    Q_OBJECT

public:
    FieldSlider(const ViewState *state, const Field &field, QWidget *parent = nullptr);

    const FieldValue &fieldValue() const { return m_value; }
    /// Shows a value; emits nothing.
    void setFieldValue(const FieldValue &value);
    /// The field's slider has other ends now.
    void rescale();
    /// Steps by `count` slider positions (10 = 1 %) and emits edited().
    void step(int count, bool dragging);
    const Field &field() const { return m_field; }
    /// The value as it is spoken: "250 ms".
    QString spokenValue() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A person moved it. `dragging` = more is to come: the pointer or the key is still down.
    void edited(const retrylab::FieldValue &value, bool dragging);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    double handleRadius() const;
    double xOf(int position) const;
    int positionAt(double x) const;
    void moveTo(const FieldValue &value, bool dragging);
    void finish();

    const ViewState *m_state;
    const Field &m_field;
    SliderScale m_scale;
    FieldValue m_value;
    double m_grab = 0;         ///< from the handle's centre to where it was grabbed
    bool m_unfinished = false; ///< edited(…, true) was said and its last word is still missing
};

} // namespace retrylab
