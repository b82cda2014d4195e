// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/oracle/vector.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace retrylab::oracle {

namespace {

/// What an entry lacks to be a vector; nothing if it is one.
QString lack(const QJsonObject &entry)
{
    for (const auto *text : {u"id", u"library"}) {
        if (entry.value(QStringView(text)).toString().isEmpty())
            return QString::fromUtf16(text);
    }
    for (const auto *object : {u"given", u"expect"}) {
        if (!entry.value(QStringView(object)).isObject())
            return QString::fromUtf16(object);
    }
    return {};
}

Vector toVector(const QJsonObject &entry)
{
    return {entry[u"id"].toString(),   entry[u"library"].toString(), entry[u"kind"].toString(),
            entry[u"note"].toString(), entry[u"given"].toObject(),   entry[u"expect"].toObject()};
}

} // namespace

tl::expected<QList<Vector>, QString> readVectors(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(u"cannot read %1: %2"_qs.arg(fileName, file.errorString()));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (error.error != QJsonParseError::NoError)
        return tl::unexpected(u"%1: %2 at byte %3"_qs.arg(fileName, error.errorString()).arg(error.offset));
    const QJsonArray entries = document.array();
    if (entries.isEmpty())
        return tl::unexpected(u"%1: not a JSON array with at least one vector"_qs.arg(fileName));
    QList<Vector> vectors;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const QString missing = lack(entries[i].toObject());
        if (!missing.isEmpty())
            return tl::unexpected(u"%1: entry %2 has no %3"_qs.arg(fileName).arg(i).arg(missing));
        vectors += toVector(entries[i].toObject());
    }
    return vectors;
}

} // namespace retrylab::oracle
