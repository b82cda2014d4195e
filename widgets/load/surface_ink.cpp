// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/surface_ink.h"

#include "widgets/base/drawing_pixels.h"

#include <QImage>

#include <algorithm>
#include <cmath>
#include <vector>

namespace retrylab {

namespace {

constexpr double thinnest = 0.02; ///< pixels; thinner pieces would only tint the edge of what lies under them

/// The picture behind the painter, if its pixels can be written directly.
QImage *pixelsOf(const QPainter &painter)
{
    if (!drawsPixels(painter) || painter.hasClipping() || painter.deviceTransform().type() > QTransform::TxScale)
        return nullptr;
    auto *image = dynamic_cast<QImage *>(painter.device());
    const bool plain = image
                       && (image->format() == QImage::Format_RGB32
                           || image->format() == QImage::Format_ARGB32_Premultiplied);
    return plain && image->isDetached() ? image : nullptr;
}

/// How much of a pixel lies below a line that crosses it from `left` to `right`: both heights above the pixel's bottom,
/// in pixels, downwards positive.
double coverage(double left, double right)
{
    const auto below = [](double v) { return v <= 0 ? 0.0 : v >= 1 ? v - 0.5 : v * v / 2; }; // ∫ clamp(v, 0, 1)
    if (std::abs(right - left) < 1e-3)
        return std::clamp((left + right) / 2, 0.0, 1.0);
    return (below(right) - below(left)) / (right - left);
}

/// Heights of a line at ascending x.
class Heights {
public:
    explicit Heights(std::vector<QPointF> line)
        : m_line(std::move(line))
    {
    }

    double from() const { return m_line.front().x(); }
    double to() const { return m_line.back().x(); }
    double at(double x)
    {
        while (m_next + 1 < m_line.size() && m_line[m_next].x() < x)
            ++m_next;
        const QPointF a = m_line[m_next - 1], b = m_line[m_next];
        const double width = b.x() - a.x();
        return width > 0 ? a.y() + (b.y() - a.y()) * std::clamp((x - a.x()) / width, 0.0, 1.0) : b.y();
    }

private:
    std::vector<QPointF> m_line; ///< at least two points
    std::size_t m_next = 1;
};

class PixelFill {
public:
    PixelFill(QImage &image, const QColor &colour)
        : m_bits(image.bits())
        , m_stride(image.bytesPerLine())
        , m_width(image.width())
        , m_height(image.height())
        , m_colour(colour.rgba())
    {
    }

    int width() const { return m_width; }

    /// Fills column x below a line from `left` to `right`, down to the row before `bottom`.
    void column(int x, double left, double right, int bottom)
    {
        bottom = std::min(bottom, m_height);
        const double upper = std::min(left, right), lower = std::max(left, right);
        int y = std::max(0, static_cast<int>(std::floor(upper)));
        for (const int whole = std::min(bottom, static_cast<int>(std::ceil(lower))); y < whole; ++y)
            cover(pixel(x, y), coverage(y + 1 - left, y + 1 - right));
        for (; y < bottom; ++y)
            pixel(x, y) = m_colour;
    }

private:
    QRgb &pixel(int x, int y) { return reinterpret_cast<QRgb *>(m_bits + y * m_stride)[x]; }
    void cover(QRgb &pixel, double share) const
    {
        const auto weight = static_cast<unsigned>(std::lround(share * 256));
        const auto part = [&](int shift) {
            const unsigned over = (m_colour >> shift) & 0xFFU, under = (pixel >> shift) & 0xFFU;
            return (over * weight + under * (256 - weight)) >> 8 << shift;
        };
        pixel = part(0) | part(8) | part(16) | part(24);
    }

    uchar *m_bits;
    qsizetype m_stride;
    int m_width, m_height;
    QRgb m_colour;
};

std::vector<QPointF> mapped(const Surface &surface, const QTransform &transform, bool upper)
{
    std::vector<QPointF> line;
    line.reserve(static_cast<std::size_t>(surface.count));
    for (qsizetype i = 0; i < surface.count; ++i)
        line.push_back(transform.map(upper ? surface.outline[surface.first + i]
                                           : surface.outline[surface.outline.size() - 1 - i]));
    return line;
}

void fillPixels(QImage &image, const QTransform &transform, const Surface &surface, const QColor &colour)
{
    PixelFill fill(image, colour);
    Heights line(mapped(surface, transform, true));
    Heights ground(mapped(surface, transform, !surface.onLine));
    const auto floor = static_cast<int>(std::lround(transform.map(surface.outline.boundingRect().bottomLeft()).y()));
    constexpr double inside = 1e-3; // a step at a column's border belongs to one side of it
    const int first = std::max(0, static_cast<int>(std::lround(line.from())));
    const int end = std::min(fill.width(), static_cast<int>(std::lround(line.to())));
    for (int x = first; x < end; ++x) {
        const double left = line.at(x + inside), right = line.at(x + 1 - inside);
        int bottom = floor;
        if (surface.onLine) {
            const double lowLeft = ground.at(x + inside), lowRight = ground.at(x + 1 - inside);
            if (lowLeft - left < thinnest && lowRight - right < thinnest)
                continue;
            bottom = std::min(floor, static_cast<int>(std::ceil(std::max(lowLeft, lowRight))));
        }
        fill.column(x, left, right, bottom);
    }
}

} // namespace

void fillSurface(QPainter &painter, const Surface &surface, const QColor &colour)
{
    if (surface.count < 2)
        return;
    if (QImage *image = pixelsOf(painter)) {
        fillPixels(*image, painter.deviceTransform(), surface, colour);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(surface.outline);
}

} // namespace retrylab
