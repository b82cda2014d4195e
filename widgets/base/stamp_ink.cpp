// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/stamp_ink.h"

#include "widgets/base/drawing_pixels.h"
#include "widgets/base/kept_by_application.h"

#include <QCache>
#include <QImage>
#include <QPainter>

#include <cmath>

namespace retrylab {

namespace {

constexpr qsizetype mostPixels = 1'000'000; ///< of all pictures together
constexpr int margin = 1;                   ///< pixels that the smooth edge may need

/// A stamp at a place within a pixel, in 1/Stamp::places of it, for a device with so many pixels per unit.
struct Placed {
    Stamp stamp;
    int right = 0, down = 0;
    double ratio = 1;

    friend bool operator==(const Placed &, const Placed &) = default;
};

std::size_t qHash(const Placed &placed, std::size_t seed)
{
    const Stamp &stamp = placed.stamp;
    return qHashMulti(seed, stamp.shape, stamp.fill.rgba(), stamp.line.rgba(), stamp.size.width(), stamp.size.height(),
                      stamp.measure, placed.right, placed.down);
}

struct Pictures : QCache<Placed, QImage> {
    Pictures()
        : QCache(mostPixels)
    {
    }
};

/// From the picture's corner to the shape's middle, in whole pixels.
QSize middleOf(const Placed &placed)
{
    const auto half = [&](double length) { return static_cast<int>(std::ceil(length * placed.ratio / 2)) + margin; };
    return {half(placed.stamp.size.width()), half(placed.stamp.size.height())};
}

QImage pictureOf(const Placed &placed, const std::function<void(QPainter &)> &paint)
{
    const QSize middle = middleOf(placed);
    QImage picture(middle * 2 + QSize(1, 1), QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.translate(middle.width() + double(placed.right) / placed.stamp.places,
                      middle.height() + double(placed.down) / placed.stamp.places);
    painter.scale(placed.ratio, placed.ratio);
    paint(painter);
    painter.end();
    picture.setDevicePixelRatio(placed.ratio);
    return picture;
}

} // namespace

void drawStamp(QPainter &painter, const Stamp &stamp, QPointF centre, const std::function<void(QPainter &)> &paint)
{
    const QTransform &transform = painter.deviceTransform();
    if (!drawsPixels(painter) || transform.type() > QTransform::TxScale || transform.m11() != transform.m22()
        || transform.m11() <= 0) {
        painter.translate(centre);
        paint(painter);
        painter.translate(-centre);
        return;
    }
    const double ratio = transform.m11();
    const auto placeOf = [&stamp](double at) { return static_cast<int>(std::lround(at * stamp.places)); };
    const QPointF at = transform.map(centre);
    const int x = placeOf(at.x()), y = placeOf(at.y());
    const auto pixel = [&stamp](int place) { return static_cast<int>(std::floor(double(place) / stamp.places)); };
    const QPoint whole(pixel(x), pixel(y));
    const Placed placed{stamp, x - whole.x() * stamp.places, y - whole.y() * stamp.places, ratio};
    auto &pictures = keptByApplication<Pictures>();
    QImage picture; // shares its pixels with the kept one, which may be dropped at once if it is too large to keep
    if (const QImage *kept = pictures.object(placed)) {
        picture = *kept;
    } else {
        picture = pictureOf(placed, paint);
        pictures.insert(placed, new QImage(picture), qsizetype{picture.width()} * picture.height());
    }
    const QSize middle = middleOf(placed);
    const QPointF corner(whole - QPoint(middle.width(), middle.height()));
    painter.drawImage(QPointF((corner.x() - transform.dx()) / ratio, (corner.y() - transform.dy()) / ratio), picture);
}

} // namespace retrylab
