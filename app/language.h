// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QTranslator>

namespace retrylab {

/// The language of the window: its translator and its number format. One lives as long as the window.
class Language {
public:
    ~Language();

    /// "en" or "vi"; anything else counts as "en". Widgets get a LanguageChange event before it returns.
    void use(const QString &language);
    const QString &current() const { return m_current; }
    QLocale locale() const;

private:
    QTranslator m_translator;   ///< the lab's own words
    QTranslator m_qtTranslator; ///< Qt's (file dialogs), where the system has them
    QString m_current = QStringLiteral("en");
};

} // namespace retrylab
