// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/breaker.h"

#include <QJsonArray>
#include <QJsonObject>

#include <map>

namespace retrylab::oracle {

/// Replays operations on the core's breaker and notes, after each of them, whether it let the call in, its state and what
/// else a library counts. A library's own counters, its names and its ways beside the breaker itself are overridden.
class BreakerTrace {
public:
    /// The clock starts at `start`; the vectors set it back by an hour at most, and windows are aligned to time zero.
    explicit BreakerTrace(const BreakerOptions &options, Time start = Time{});
    virtual ~BreakerTrace() = default;
    BreakerTrace(const BreakerTrace &) = delete;
    BreakerTrace &operator=(const BreakerTrace &) = delete;

    /// One object a step, as a vector's expect.steps has them.
    QJsonArray run(const QJsonArray &operations);
    /// Moves it by hand before the first step: "closed", "open", "half_open", "forced_open", "disabled", "metrics_only".
    void force(const QString &state);

    const Breaker &breaker() const { return m_breaker; }

protected:
    /// A call as far as it has come.
    struct Under {
        BreakerPermit permit;
        Time begun;
    };

    /// What happened to a call, for counters: it asked and was let in or refused; it ended.
    virtual void asked(bool /*admitted*/) {}
    virtual void ended(const QString & /*outcome*/, bool /*counts*/) {}
    /// The breaker has moved, by itself or by hand.
    virtual void moved() {}
    /// The library's counters and errors, after a step.
    virtual void describe(QJsonObject & /*step*/) {}
    /// Is there room for a call that the breaker has let in? Without, it fails at once (opossum's capacity).
    virtual bool hasRoom() { return true; }
    /// What else time brings (opossum's timeout).
    virtual void timePassed() {}
    virtual QString stateName() const;
    /// What the step says of a call that asked: true, false, or a word.
    virtual QJsonValue admission() const { return m_admitted; }

    void finish(const Under &call, const QString &outcome, Duration took);
    /// Lets the breaker do what is due.
    void settle();

    Time now() const { return m_now; }
    std::map<int, Under> &underWay() { return m_underWay; }
    const BreakerOptions &options() const { return m_options; }
    /// Did the last call go in, was there one, and did it trip the breaker?
    bool lastAdmitted() const { return m_admitted; }
    bool lastAsked() const { return m_asked; }
    bool lastTripped() const { return m_tripped; }

private:
    void step(const QJsonObject &operation);
    void call(const QJsonObject &operation);
    void begin(int id);
    Under ask();
    BreakerReport meaning(const QString &outcome) const;

    BreakerOptions m_options;
    Breaker m_breaker;
    Time m_now;
    std::uint32_t m_generation = 0;
    bool m_asked = false;
    bool m_admitted = false;
    bool m_tripped = false;
    std::map<int, Under> m_underWay;
};

} // namespace retrylab::oracle
