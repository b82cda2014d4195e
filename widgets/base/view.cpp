// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/view.h"

#include <QPainter>

namespace retrylab {

View::View(ViewState *state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(state, &ViewState::themeChanged, this, [this] {
        updateGeometry();
        update();
    });
}

void View::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintView(painter, rect());
}

} // namespace retrylab
