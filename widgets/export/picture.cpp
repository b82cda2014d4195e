// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/picture.h"

#include "widgets/export/export_words.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QImageWriter>
#include <QPainter>
#include <QSvgGenerator>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>

namespace retrylab {

namespace {

constexpr double smallestScale = 0.5;
constexpr double largestScale = 8.0;
constexpr double mostPixels = 200e6; ///< 800 MB of picture: more is a mistake
constexpr int dotsPerInch = 96;
constexpr double inchesPerMetre = 39.3701;
constexpr char metadataId[] = "retrylab";

Result<QSize> pixelsOf(QSizeF size, double scale)
{
    const double width = std::ceil(size.width() * scale);
    const double height = std::ceil(size.height() * scale);
    if (!(width >= 1 && height >= 1) || width * height > mostPixels)
        return tl::unexpected(
            Error{{},
                  exportWords(QT_TRANSLATE_NOOP("Export", "a picture of %1 × %2 pixels cannot be made"))
                      .arg(width)
                      .arg(height)});
    return QSize(static_cast<int>(width), static_cast<int>(height));
}

tl::unexpected<Error> unreadable(const QString &file, const QString &reason)
{
    return tl::unexpected(Error{{}, file + QStringLiteral(": ") + reason});
}

QString noProvenance()
{
    return exportWords(QT_TRANSLATE_NOOP("Export", "this picture was not made by Retry Lab"));
}

/// QSvgGenerator writes title and description unescaped in some versions, so ours is put in afterwards.
QByteArray withMetadata(const QByteArray &svg, const Provenance &provenance)
{
    const auto escaped = [](const QString &text) { return text.toHtmlEscaped().toUtf8(); };
    const QByteArray about = escaped(
        QStringLiteral("Retry Lab %1: %2, seed %3").arg(provenance.version, provenance.name, provenance.seed));
    QByteArray head = "\n<title>" + escaped(provenance.name) + "</title>\n<desc>" + about + "</desc>\n<metadata id=\""
                      + metadataId + "\">\n<version>" + escaped(provenance.version) + "</version>\n<seed>"
                      + escaped(provenance.seed) + "</seed>\n<name>" + escaped(provenance.name)
                      + "</name>\n<experiment>" + escaped(QString::fromUtf8(provenance.experiment))
                      + "</experiment>\n</metadata>\n";
    const qsizetype root = svg.indexOf("<svg");
    const qsizetype inside = svg.indexOf('>', root) + 1;
    return svg.left(inside) + head + svg.mid(inside);
}

Result<Provenance> fromSvg(const QString &file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        return unreadable(file, in.errorString());
    Provenance provenance;
    bool found = false;
    QXmlStreamReader xml(&in);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != QLatin1String("metadata")
            || xml.attributes().value(QLatin1String("id")) != QLatin1String(metadataId))
            continue;
        found = true;
        while (xml.readNextStartElement()) {
            const QString name = xml.name().toString();
            const QString text = xml.readElementText();
            if (name == QLatin1String("version"))
                provenance.version = text;
            else if (name == QLatin1String("seed"))
                provenance.seed = text;
            else if (name == QLatin1String("name"))
                provenance.name = text;
            else if (name == QLatin1String("experiment"))
                provenance.experiment = text.toUtf8();
        }
        break;
    }
    if (!found)
        return unreadable(file, noProvenance());
    return provenance;
}

} // namespace

Result<QByteArray> pngPicture(const Paint &paint, QSizeF size, double scale, const Provenance &provenance)
{
    const double held = std::clamp(scale, smallestScale, largestScale);
    const Result<QSize> pixels = pixelsOf(size, held);
    if (!pixels)
        return tl::unexpected(pixels.error());
    QImage image(*pixels, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return tl::unexpected(Error{{}, exportWords(QT_TRANSLATE_NOOP("Export", "not enough memory for the picture"))});
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(held);
    image.setDotsPerMeterX(static_cast<int>(std::lround(dotsPerInch * inchesPerMetre * held)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QPainter painter(&image);
    paint(painter);
    painter.end();
    image.setText(QStringLiteral("Title"), provenance.name);
    image.setText(QStringLiteral("Software"), QStringLiteral("Retry Lab ") + provenance.version);
    image.setText(QStringLiteral("retrylab.version"), provenance.version);
    image.setText(QStringLiteral("retrylab.seed"), provenance.seed);
    image.setText(QStringLiteral("retrylab.experiment"), QString::fromUtf8(provenance.experiment));
    QBuffer buffer;
    QImageWriter writer(&buffer, "png");
    if (!writer.write(image))
        return tl::unexpected(Error{{}, writer.errorString()});
    return buffer.data();
}

Result<QByteArray> svgPicture(const Paint &paint, QSizeF size, const Provenance &provenance)
{
    const Result<QSize> whole = pixelsOf(size, 1.0);
    if (!whole)
        return tl::unexpected(whole.error());
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(*whole);
    generator.setViewBox(QRectF(QPointF(), size));
    generator.setResolution(dotsPerInch);
    QPainter painter(&generator);
    paint(painter);
    painter.end();
    return withMetadata(buffer.data(), provenance);
}

Result<Provenance> readProvenance(const QString &file)
{
    if (QFileInfo(file).suffix().toLower() == QLatin1String("svg"))
        return fromSvg(file);
    QImageReader reader(file);
    const QImage image = reader.read();
    if (image.isNull())
        return unreadable(file, reader.errorString());
    Provenance provenance;
    provenance.name = image.text(QStringLiteral("Title"));
    provenance.version = image.text(QStringLiteral("retrylab.version"));
    provenance.seed = image.text(QStringLiteral("retrylab.seed"));
    provenance.experiment = image.text(QStringLiteral("retrylab.experiment")).toUtf8();
    if (provenance.version.isEmpty())
        return unreadable(file, noProvenance());
    return provenance;
}

} // namespace retrylab
