// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QString>

namespace retrylab {

/// What the program remembers between two starts: one key, one type and one default per setting, all in settings.cpp.
/// Values that make no sense (an edited file) read as their default.
class Settings {
public:
    ThemeKind theme() const;
    void setTheme(ThemeKind kind);
    /// "en" or "vi"; by default the system's language where the lab speaks it, else "en".
    QString language() const;
    void setLanguage(const QString &language);
    /// Within leastTextScale and mostTextScale.
    double textScale() const;
    void setTextScale(double scale);
    bool reducedMotion() const;
    void setReducedMotion(bool on);
    QByteArray geometry() const;
    void setGeometry(const QByteArray &geometry);

private:
    QSettings m_store;
};

/// Where unsaved work is kept until it is saved or thrown away.
QString recoveryFileName();

} // namespace retrylab
