// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_tables.h"

#include <QtGlobal>

#include <array>

// The choices of retries and of their budget.

namespace retrylab {

namespace {

constexpr std::array retryChoices = {
    ChoiceName{"deadlineMode", "refuse", QT_TRANSLATE_NOOP("Choice", "Refuse"),
               QT_TRANSLATE_NOOP("Choice", "Gives up at once when the next wait would reach the deadline.")},
    ChoiceName{"deadlineMode", "refuseBeyond", QT_TRANSLATE_NOOP("Choice", "Refuse beyond"),
               QT_TRANSLATE_NOOP("Choice", "Gives up at once when the next wait would lead beyond the deadline.")},
    ChoiceName{"deadlineMode", "clamp", QT_TRANSLATE_NOOP("Choice", "Clamp"),
               QT_TRANSLATE_NOOP("Choice", "Cuts the wait short and makes one attempt at the deadline.")},
    ChoiceName{"deadlineMode", "afterAttempt", QT_TRANSLATE_NOOP("Choice", "After the attempt"),
               QT_TRANSLATE_NOOP("Choice", "Looks at the deadline only after an attempt: a wait may lead beyond it.")},
    ChoiceName{"backoff.kind", "none", QT_TRANSLATE_NOOP("Choice", "None"),
               QT_TRANSLATE_NOOP("Choice", "Try again at once.")},
    ChoiceName{"backoff.kind", "fixed", QT_TRANSLATE_NOOP("Choice", "Fixed"),
               QT_TRANSLATE_NOOP("Choice", "The same wait every time.")},
    ChoiceName{"backoff.kind", "linear", QT_TRANSLATE_NOOP("Choice", "Linear"),
               QT_TRANSLATE_NOOP("Choice", "Each wait is longer by the same amount.")},
    ChoiceName{"backoff.kind", "exponential", QT_TRANSLATE_NOOP("Choice", "Expon."),
               QT_TRANSLATE_NOOP("Choice", "Exponential: each wait is a multiple of the one before, up to the cap.")},
    ChoiceName{"backoff.kind", "list", QT_TRANSLATE_NOOP("Choice", "List"),
               QT_TRANSLATE_NOOP("Choice", "The waits of a list, one after the other; the last one goes on.")},
    ChoiceName{"backoff.capOrder", "beforeJitter", QT_TRANSLATE_NOOP("Choice", "Before jitter"),
               QT_TRANSLATE_NOOP("Choice", "The cap holds the wait that chance then spreads, even beyond it.")},
    ChoiceName{"backoff.capOrder", "afterJitter", QT_TRANSLATE_NOOP("Choice", "After jitter"),
               QT_TRANSLATE_NOOP("Choice", "The cap holds what was drawn: many waits are the cap itself.")},
    ChoiceName{"backoff.steps", "floating", QT_TRANSLATE_NOOP("Choice", "Floating"),
               QT_TRANSLATE_NOOP("Choice", "Each wait is computed from the base and keeps its fraction.")},
    ChoiceName{"backoff.steps", "integer", QT_TRANSLATE_NOOP("Choice", "Integer"),
               QT_TRANSLATE_NOOP("Choice", "Each wait is computed from the one before and drops its fraction.")},
    ChoiceName{"retry.retryAfter", "ignore", QT_TRANSLATE_NOOP("Choice", "Ignore"),
               QT_TRANSLATE_NOOP("Choice", "Waits as the backoff says, whatever the server asks for.")},
    ChoiceName{"retry.retryAfter", "honour", QT_TRANSLATE_NOOP("Choice", "Honour"),
               QT_TRANSLATE_NOOP("Choice", "Never comes back earlier than the server asks (RFC 9110).")},
    ChoiceName{"retry.retryAfter", "urllib3", "urllib3",
               QT_TRANSLATE_NOOP("Choice", "Takes the server's wait on 413, 429 and 503, unless it is 0.")},
    ChoiceName{"retry.retryAfter", "goRetryablehttp", "go-retryablehttp",
               QT_TRANSLATE_NOOP("Choice", "Takes the server's wait on 429 and 503.")},
    ChoiceName{"retry.retryAfter", "linkerd", "Linkerd",
               QT_TRANSLATE_NOOP("Choice", "Takes the server's wait on 429 and 503, and gRPC's pushback.")},
    ChoiceName{
        "retry.retryAfter", "aws2026", "AWS 2026",
        QT_TRANSLATE_NOOP("Choice", "x-amz-retry-after: never less than the backoff, at most five seconds more.")},
    ChoiceName{"retry.retryAfter", "awsJs", "AWS JS",
               QT_TRANSLATE_NOOP("Choice", "Either header: never less than the backoff, at most five seconds more.")},
    ChoiceName{"retry.retryAfter", "grpc", "gRPC",
               QT_TRANSLATE_NOOP("Choice", "Pushback: exactly the server's wait, and the backoff starts again.")},
    ChoiceName{"retry.retryAfter", "envoy", "Envoy",
               QT_TRANSLATE_NOOP("Choice", "Reset headers: the server's wait and up to half as much again; the backoff "
                                           "does not move on.")},
    ChoiceName{"retry.retryAfter", "cenkaltiV5", "cenkalti v5",
               QT_TRANSLATE_NOOP("Choice", "Takes the server's wait, and the backoff starts again.")},
    ChoiceName{"retry.jitter", "none", QT_TRANSLATE_NOOP("Choice", "None"),
               QT_TRANSLATE_NOOP("Choice", "Everyone waits exactly as long.")},
    ChoiceName{"retry.jitter", "full", QT_TRANSLATE_NOOP("Choice", "Full"),
               QT_TRANSLATE_NOOP("Choice", "Anything from nothing to the whole wait.")},
    ChoiceName{"retry.jitter", "equal", QT_TRANSLATE_NOOP("Choice", "Equal"),
               QT_TRANSLATE_NOOP("Choice", "Half the wait is certain, the other half is left to chance.")},
    ChoiceName{
        "retry.jitter", "decorrelated", QT_TRANSLATE_NOOP("Choice", "Decorr."),
        QT_TRANSLATE_NOOP("Choice", "Decorrelated: from the base to three times the wait before, up to the cap.")},
    ChoiceName{"retry.jitter", "proportional", QT_TRANSLATE_NOOP("Choice", "± %"),
               QT_TRANSLATE_NOOP("Choice", "Proportional: the wait, plus or minus a share of it.")},
    ChoiceName{"retry.jitter", "added", QT_TRANSLATE_NOOP("Choice", "+ %"),
               QT_TRANSLATE_NOOP("Choice", "Added: the wait, plus up to a share of it.")},
    ChoiceName{"retry.jitter", "aroundTime", QT_TRANSLATE_NOOP("Choice", "± time"),
               QT_TRANSLATE_NOOP("Choice", "The wait, plus or minus up to a fixed time.")},
    ChoiceName{"retry.jitter", "addedTime", QT_TRANSLATE_NOOP("Choice", "+ time"),
               QT_TRANSLATE_NOOP("Choice", "The wait, plus up to a fixed time.")},
    ChoiceName{
        "retry.jitter", "decorrelatedArticle", QT_TRANSLATE_NOOP("Choice", "Decorr., article"),
        QT_TRANSLATE_NOOP(
            "Choice",
            "Decorrelated by the letter of its article: from nothing to three times the wait before, up to the cap.")},
    ChoiceName{"retry.jitter", "decorrelatedV2", QT_TRANSLATE_NOOP("Choice", "Decorr. V2"),
               QT_TRANSLATE_NOOP("Choice", "Decorrelated V2: smooth exponential growth whose waits overlap little.")},
};

constexpr std::array budgetChoices = {
    ChoiceName{"budget.sendRate", "unlimited", QT_TRANSLATE_NOOP("Choice", "Unlimited"),
               QT_TRANSLATE_NOOP("Choice", "Every attempt goes at once.")},
    ChoiceName{"budget.sendRate", "adaptive", QT_TRANSLATE_NOOP("Choice", "Adaptive"),
               QT_TRANSLATE_NOOP("Choice", "Learnt from 429s: cut by three tenths, then growing again (AWS SDKs).")},
    ChoiceName{"budget.kind", "none", QT_TRANSLATE_NOOP("Choice", "Off"),
               QT_TRANSLATE_NOOP("Choice", "Every retry goes.")},
    ChoiceName{"budget.kind", "ratio", QT_TRANSLATE_NOOP("Choice", "Ratio"),
               QT_TRANSLATE_NOOP(
                   "Choice", "A share of the requests of the last seconds, and a reserve (Finagle, Linkerd, tower).")},
    ChoiceName{"budget.kind", "tokenBucket", QT_TRANSLATE_NOOP("Choice", "Tokens"),
               QT_TRANSLATE_NOOP("Choice", "Retries cost tokens, successes give some back (AWS SDKs).")},
    ChoiceName{"budget.kind", "grpcThrottle", QT_TRANSLATE_NOOP("Choice", "gRPC"),
               QT_TRANSLATE_NOOP("Choice",
                                 "Failures take tokens; retries go while the bucket is more than half full (gRPC).")},
    ChoiceName{"budget.kind", "activeShare", QT_TRANSLATE_NOOP("Choice", "In flight"),
               QT_TRANSLATE_NOOP("Choice", "A share of the attempts in flight may be retries (Envoy, Istio).")},
    ChoiceName{"budget.kind", "adaptiveThrottle", QT_TRANSLATE_NOOP("Choice", "Adaptive"),
               QT_TRANSLATE_NOOP("Choice", "Refuses at random, more often the less the service accepts (Google SRE).")},
    ChoiceName{"budget.scope", "caller", QT_TRANSLATE_NOOP("Choice", "Each caller"),
               QT_TRANSLATE_NOOP("Choice", "Every caller has a budget of its own.")},
    ChoiceName{"budget.scope", "shared", QT_TRANSLATE_NOOP("Choice", "Shared"),
               QT_TRANSLATE_NOOP("Choice", "One budget for all callers.")},
    ChoiceName{"budget.windowRule", "aligned", QT_TRANSLATE_NOOP("Choice", "Aligned"),
               QT_TRANSLATE_NOOP("Choice", "Parts begin at whole multiples of their width (gRPC).")},
    ChoiceName{"budget.windowRule", "restarting", QT_TRANSLATE_NOOP("Choice", "Restarting"),
               QT_TRANSLATE_NOOP(
                   "Choice", "A part begins when the window is touched, and the time between is forgotten (Finagle).")},
    ChoiceName{"budget.windowRule", "restartingUp", QT_TRANSLATE_NOOP("Choice", "Rounded up"),
               QT_TRANSLATE_NOOP("Choice", "The same, but a part that has begun counts as a whole one (tower).")},
    ChoiceName{"budget.deposit", "request", QT_TRANSLATE_NOOP("Choice", "Request"),
               QT_TRANSLATE_NOOP("Choice", "Every request, when it begins (Finagle).")},
    ChoiceName{
        "budget.deposit", "notRetryable", QT_TRANSLATE_NOOP("Choice", "Last answer"),
        QT_TRANSLATE_NOOP("Choice", "Every answer that is not to be retried, a success or not (Linkerd, tower).")},
    ChoiceName{"budget.arithmetic", "exact", QT_TRANSLATE_NOOP("Choice", "Exact"),
               QT_TRANSLATE_NOOP("Choice", "The ratio counts as it was typed.")},
    ChoiceName{"budget.arithmetic", "thousandth", QT_TRANSLATE_NOOP("Choice", "Thousandths"),
               QT_TRANSLATE_NOOP(
                   "Choice", "A retry costs 1000 ÷ ratio, its fraction dropped, and a request earns 1000 (Finagle).")},
    ChoiceName{"budget.refund", "none", QT_TRANSLATE_NOOP("Choice", "None"),
               QT_TRANSLATE_NOOP("Choice", "No more than a success without retries.")},
    ChoiceName{"budget.refund", "lastCost", QT_TRANSLATE_NOOP("Choice", "Last cost"),
               QT_TRANSLATE_NOOP("Choice", "What the last retry cost (AWS SDKs).")},
    ChoiceName{"budget.admit", "retries", QT_TRANSLATE_NOOP("Choice", "Retries"),
               QT_TRANSLATE_NOOP("Choice", "First attempts always go.")},
    ChoiceName{"budget.admit", "attempts", QT_TRANSLATE_NOOP("Choice", "All attempts"),
               QT_TRANSLATE_NOOP("Choice", "First attempts must ask, too.")},
};

} // namespace

std::span<const ChoiceName> retryChoiceNames()
{
    return retryChoices;
}
std::span<const ChoiceName> budgetChoiceNames()
{
    return budgetChoices;
}

} // namespace retrylab
