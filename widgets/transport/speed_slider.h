// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/transport/playback.h"
#include "widgets/transport/spoken_value.h"

#include <QSlider>

namespace retrylab {

/// The speed on a logarithmic scale, 0.01× to 100×, and beyond it "as fast as possible". Double click: back to 1×.
class SpeedSlider : public QSlider, public SpokenValue {
    Q_OBJECT

public:
    static constexpr int perDecade = 100;
    static constexpr int realTime = 2 * perDecade; ///< position of 1×
    static constexpr int fastest = 4 * perDecade;  ///< position of 100×; farther right is as fast as possible
    static constexpr int most = fastest + 20;

    SpeedSlider(ViewState *state, Playback *playback, QWidget *parent = nullptr);

    /// The speed at a slider position ≤ fastest; near the middle exactly 1.
    static double speedAt(int position);
    static int positionOf(double speed);
    /// "1.0×", "25×", "0.05×"; "max" for as fast as possible.
    static QString speedText(const Playback &playback, const QLocale &locale);

    QSize sizeHint() const override;
    QString spokenValue() const override;
    double spokenNumber() const override;
    double spokenLeast() const override { return PlaybackClock::slowest; }
    double spokenMost() const override { return PlaybackClock::fastest; }
    void setSpokenNumber(double speed) override { m_playback->setSpeed(speed); }

protected:
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    void moved(int position);
    void follow();

    ViewState *m_state;
    Playback *m_playback;
};

} // namespace retrylab
