// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/result.h"

#include <QStringBuilder>

namespace retrylab {

namespace {

constexpr qsizetype longestPath = 160;
constexpr qsizetype longestMessage = 600;
constexpr qsizetype longestInput = 40;

/// Characters that would break a line, drive a terminal or turn the direction of the text.
bool isHarmful(QChar c)
{
    const QChar::Category category = c.category();
    return category == QChar::Other_Control || category == QChar::Other_Format || category == QChar::Other_Surrogate
           || category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
}

QString tamed(QStringView text, qsizetype longest)
{
    QString result;
    for (qsizetype i = 0; i < text.size() && i < longest; ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            result += c;
            result += text[++i];
        } else if (isHarmful(c)) {
            result += QStringLiteral("\\u%1").arg(static_cast<uint>(c.unicode()), 4, 16, QLatin1Char('0'));
        } else {
            result += c;
        }
    }
    if (text.size() > longest)
        result += QChar(0x2026);
    return result;
}

} // namespace

QString quoted(QStringView input)
{
    return u'"' % tamed(input, longestInput) % u'"';
}

QString Error::oneLine(const QString &shownFile) const
{
    const QString name = tamed(shownFile.isEmpty() ? file : shownFile, longestPath);
    QString text;
    if (!name.isEmpty())
        text = line > 0 ? QString(name % u':' % QString::number(line) % u": ") : QString(name % u": ");
    else if (line > 0)
        text = u"line " % QString::number(line) % u": ";
    if (!path.isEmpty())
        text += tamed(path, longestPath) % u": ";
    return text % tamed(message, longestMessage);
}

} // namespace retrylab
