// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/result.h"
#include "core/policy/policy.h"

#include <QJsonObject>

namespace retrylab::differential {

/// {"draws": [u, …]} → {"waits": [ns, …]}: the wait before each retry, drawn with its u in [0, 1).
Result<QJsonObject> drawWaits(const Policy &policy, const QJsonObject &request);

/// {"attempts": [ns, …], "path": "7", "hint": "urllib3", "retryAfter": ["5", null, …], "now": s} → {"waits": [ns, …],
/// "attempts": n, "u": [u, …]}: a call whose every attempt fails with 503 after so long; attempts beyond the list take no
/// time. `path` names the stream of draws, which come back as `u`; `hint` names a client of hint_presets.h that reads the
/// header Retry-After of each answer, `now` being the wall clock in Unix seconds at the start.
Result<QJsonObject> makeCall(const Policy &policy, const QJsonObject &request);

/// {"ops": "adv 5; call fail; begin 1; end 1 ok"} → {"steps": "c; +c; +c; c"}: after each operation the state (closed,
/// open, half-open), before it whether a call that asked was let in. Times in milliseconds; outcomes are ok, fail and
/// ignored; a call that was not let in cannot end.
Result<QJsonObject> replayBreaker(const Policy &policy, const QJsonObject &request);

} // namespace retrylab::differential
