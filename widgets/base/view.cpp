// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/view.h"

#include <QPaintEngine>
#include <QPainter>

#include <cmath>

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

bool View::drawsPixels(const QPainter &painter)
{
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

double View::pixelsPerUnit(const QPainter &painter)
{
    return std::abs(painter.deviceTransform().m11());
}

void View::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintView(painter, rect());
}

} // namespace retrylab
