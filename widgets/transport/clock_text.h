// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/view_state.h"

#include <QString>
#include <QWidget>

namespace retrylab {

/// A moment of a run with as many decimals as the run's length asks for, always the same: "2.76 s", "312.4 s", "84.2 ms".
QString clockText(std::int64_t t, std::int64_t duration, const QLocale &locale);

/// A length without needless zeros: "6 s", "12.5 s", "250 ms".
QString lengthText(std::int64_t duration, const QLocale &locale);

/// A short text whose digits all take the same room, so that it does not jump while it counts.
class TabularLabel : public QWidget {
    Q_OBJECT

public:
    enum class Look : std::uint8_t { number, muted };
    TabularLabel(ViewState *state, Look look, QWidget *parent = nullptr);

    void setText(const QString &text);
    QString text() const { return m_text; }
    /// The longest text it will show; it keeps room for it.
    void setLongest(const QString &text);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const QFont &textFont() const;

    ViewState *m_state;
    Look m_look;
    QString m_text;
    QString m_longest;
};

} // namespace retrylab
