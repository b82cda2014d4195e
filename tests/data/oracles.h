// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

/// Expected values that were gathered outside this program: other libraries' published or executed behaviour
/// (policy.json) and closed forms or independent simulations (theory.json). One entry per id.
class Oracles {
public:
    explicit Oracles(const QString &fileName)
    {
        QFile file(QStringLiteral(RETRYLAB_TEST_DATA "/") + fileName);
        if (file.open(QIODevice::ReadOnly))
            m_entries = QJsonDocument::fromJson(file.readAll()).array();
        if (m_entries.isEmpty())
            qFatal("cannot read %s", qPrintable(file.fileName()));
    }

    QJsonObject entry(const QString &id) const
    {
        for (const auto &value : m_entries) {
            if (value.toObject().value(u"id").toString() == id)
                return value.toObject();
        }
        qFatal("no oracle named %s", qPrintable(id));
    }

    QJsonObject given(const QString &id) const { return entry(id).value(u"given").toObject(); }
    QJsonObject expect(const QString &id) const { return entry(id).value(u"expect").toObject(); }
    QJsonObject setup(const QString &id) const { return entry(id).value(u"setup").toObject(); }
    /// theory.json: the numbers to hit, and how far off they may be.
    QJsonObject value(const QString &id) const { return expect(id).value(u"value").toObject(); }
    QJsonObject band(const QString &id) const { return expect(id).value(u"band").toObject(); }

private:
    QJsonArray m_entries;
};
