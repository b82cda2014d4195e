// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include <QDir>
#include <QLocale>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <cmath>

namespace retrylab {

namespace {

constexpr std::array<const char *, 3> themeNames{"dark", "light", "projector"};

constexpr QLatin1String themeKey("theme");
constexpr QLatin1String languageKey("language");
constexpr QLatin1String textScaleKey("textScale");
constexpr QLatin1String reducedMotionKey("reducedMotion");
constexpr QLatin1String geometryKey("geometry");

QString systemLanguage()
{
    return QLocale::system().language() == QLocale::Vietnamese ? QStringLiteral("vi") : QStringLiteral("en");
}

} // namespace

ThemeKind Settings::theme() const
{
    const QString name = m_store.value(themeKey).toString();
    for (std::size_t i = 0; i < themeNames.size(); ++i) {
        if (name == QLatin1String(themeNames[i]))
            return static_cast<ThemeKind>(i);
    }
    return ThemeKind::dark;
}

void Settings::setTheme(ThemeKind kind)
{
    m_store.setValue(themeKey, QLatin1String(themeNames[static_cast<std::size_t>(kind)]));
}

QString Settings::language() const
{
    const QString language = m_store.value(languageKey).toString();
    const bool known = language == QLatin1String("en") || language == QLatin1String("vi");
    return known ? language : systemLanguage();
}

void Settings::setLanguage(const QString &language)
{
    m_store.setValue(languageKey, language);
}

double Settings::textScale() const
{
    const double scale = m_store.value(textScaleKey, 1.0).toDouble();
    return std::isfinite(scale) && scale > 0 ? std::clamp(scale, leastTextScale, mostTextScale) : 1.0;
}

void Settings::setTextScale(double scale)
{
    m_store.setValue(textScaleKey, std::clamp(scale, leastTextScale, mostTextScale));
}

bool Settings::reducedMotion() const
{
    return m_store.value(reducedMotionKey, false).toBool();
}

void Settings::setReducedMotion(bool on)
{
    m_store.setValue(reducedMotionKey, on);
}

QByteArray Settings::geometry() const
{
    return m_store.value(geometryKey).toByteArray();
}

void Settings::setGeometry(const QByteArray &geometry)
{
    m_store.setValue(geometryKey, geometry);
}

QString recoveryFileName()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation);
    QDir().mkpath(folder);
    return folder + QStringLiteral("/unsaved.retrylab.json");
}

} // namespace retrylab
