// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QWidget>

class QPainter;

namespace retrylab {

/// Base of the painted views. A view lays records out, paints the records, and hit-tests the same records.
/// It holds no run of its own: everything comes from the ViewState.
class View : public QWidget {
    Q_OBJECT

public:
    explicit View(ViewState *state, QWidget *parent = nullptr);

    /// Short fixed name for files and settings: "timeline", "load" …
    virtual QString viewId() const = 0;
    /// Paints the view into `area`, background included; used for the screen and for PNG and SVG files alike.
    /// Must not clip by the painter's clip region (SVG drops it): records are trimmed to the area instead.
    virtual void paintView(QPainter &painter, const QRectF &area) const = 0;
    /// The data behind the picture as CSV (RFC 4180, header line, "." decimals); empty when there is none.
    virtual QByteArray csv() const { return {}; }

protected:
    void paintEvent(QPaintEvent *event) override;

    ViewState &state() const { return *m_state; }
    const Theme &theme() const { return m_state->theme(); }

private:
    ViewState *m_state;
};

} // namespace retrylab
