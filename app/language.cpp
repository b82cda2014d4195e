// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>

namespace retrylab {

Language::~Language()
{
    QCoreApplication::removeTranslator(&m_translator);
    QCoreApplication::removeTranslator(&m_qtTranslator);
}

void Language::use(const QString &language)
{
    m_current = language == QLatin1String("vi") ? language : QStringLiteral("en");
    QCoreApplication::removeTranslator(&m_translator);
    QCoreApplication::removeTranslator(&m_qtTranslator);
    // English too: its file holds the plural forms.
    if (m_translator.load(QStringLiteral(":/i18n/retrylab_") + m_current))
        QCoreApplication::installTranslator(&m_translator);
    if (m_qtTranslator.load(QStringLiteral("qtbase_") + m_current, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qtTranslator);
    // Windows hear of it now and not later: whoever makes its widgets anew next need not do so twice.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LanguageChange);
}

QLocale Language::locale() const
{
    return m_current == QLatin1String("vi") ? QLocale(QLocale::Vietnamese, QLocale::Vietnam)
                                            : QLocale(QLocale::English, QLocale::UnitedStates);
}

} // namespace retrylab
