// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/policy/choice_tables.h"

#include <QtGlobal>

#include <array>

// The choices of the world around a policy: traffic, what is called, the service and its faults.

namespace retrylab {

namespace {

constexpr std::array worldChoices = {
    ChoiceName{"", "herd", QT_TRANSLATE_NOOP("Choice", "Herd"),
               QT_TRANSLATE_NOOP("Choice", "Every client calls once, all at the same moment.")},
    ChoiceName{"traffic.kind", "open", QT_TRANSLATE_NOOP("Choice", "Open"),
               QT_TRANSLATE_NOOP("Choice", "Calls arrive at a rate, whatever the service does.")},
    ChoiceName{"traffic.kind", "closed", QT_TRANSLATE_NOOP("Choice", "Closed"),
               QT_TRANSLATE_NOOP("Choice", "Each client calls, waits for the answer, thinks, and calls again.")},
    ChoiceName{"", "poisson", QT_TRANSLATE_NOOP("Choice", "Random"),
               QT_TRANSLATE_NOOP("Choice", "Poisson arrivals: independent of one another.")},
    ChoiceName{"", "even", QT_TRANSLATE_NOOP("Choice", "Even"),
               QT_TRANSLATE_NOOP("Choice", "One call after the other, equally spaced.")},
    ChoiceName{"", "fifo", QT_TRANSLATE_NOOP("Choice", "Oldest first"),
               QT_TRANSLATE_NOOP("Choice", "First in, first out.")},
    ChoiceName{"", "lifo", QT_TRANSLATE_NOOP("Choice", "Newest first"),
               QT_TRANSLATE_NOOP("Choice", "Last in, first out.")},
    ChoiceName{"", "reject", QT_TRANSLATE_NOOP("Choice", "Reject"),
               QT_TRANSLATE_NOOP("Choice", "Answers 503 at once.")},
    ChoiceName{"", "drop", QT_TRANSLATE_NOOP("Choice", "Drop"),
               QT_TRANSLATE_NOOP("Choice", "Says nothing: the caller waits for its timeout.")},
    ChoiceName{"", "fixed", QT_TRANSLATE_NOOP("Choice", "Fixed"), QT_TRANSLATE_NOOP("Choice", "Always the same time.")},
    ChoiceName{"", "uniform", QT_TRANSLATE_NOOP("Choice", "Uniform"),
               QT_TRANSLATE_NOOP("Choice", "Anything between two ends, all equally likely.")},
    ChoiceName{"", "exponential", QT_TRANSLATE_NOOP("Choice", "Exponential"),
               QT_TRANSLATE_NOOP("Choice", "Many short times, few long ones.")},
    ChoiceName{"", "refuse", QT_TRANSLATE_NOOP("Choice", "Refuse"),
               QT_TRANSLATE_NOOP("Choice", "Connections are refused.")},
    ChoiceName{"", "status", QT_TRANSLATE_NOOP("Choice", "Status"),
               QT_TRANSLATE_NOOP("Choice", "Answers with an error status at once, without doing the work.")},
    ChoiceName{"", "latency", QT_TRANSLATE_NOOP("Choice", "Latency"),
               QT_TRANSLATE_NOOP("Choice", "Answers take longer on the way.")},
    ChoiceName{"", "slots", QT_TRANSLATE_NOOP("Choice", "Slots"),
               QT_TRANSLATE_NOOP("Choice", "Only some of the slots work.")},
    ChoiceName{"policy.dialect", "custom", QT_TRANSLATE_NOOP("Choice", "Custom"),
               QT_TRANSLATE_NOOP("Choice", "No library's rules: everything can be set.")},
    ChoiceName{"", "restart", QT_TRANSLATE_NOOP("Choice", "Restart"),
               QT_TRANSLATE_NOOP("Choice", "Goes down, comes back cold.")},
    ChoiceName{"faults.*.kind", "error", QT_TRANSLATE_NOOP("Choice", "Error"),
               QT_TRANSLATE_NOOP("Choice", "Answers at once that something went wrong inside.")},
    ChoiceName{"faults.*.error", "deadlock", QT_TRANSLATE_NOOP("Choice", "Deadlock"),
               QT_TRANSLATE_NOOP("Choice", "Two transactions wait for each other: one is thrown out.")},
    ChoiceName{"faults.*.error", "lockWait", QT_TRANSLATE_NOOP("Choice", "Lock wait"),
               QT_TRANSLATE_NOOP("Choice", "A lock that somebody else holds did not come free in time.")},
    ChoiceName{"faults.*.error", "validation", QT_TRANSLATE_NOOP("Choice", "Validation"),
               QT_TRANSLATE_NOOP("Choice", "The input breaks a rule: it will break it again.")},
    ChoiceName{"faults.*.error", "parseError", QT_TRANSLATE_NOOP("Choice", "Parse error"),
               QT_TRANSLATE_NOOP("Choice", "What was sent cannot be read: nor can it the next time.")},
    ChoiceName{"faults.*.error", "bug", QT_TRANSLATE_NOOP("Choice", "Bug"),
               QT_TRANSLATE_NOOP("Choice", "A mistake in the program: the same request meets it every time.")},
    ChoiceName{"calls.*.method", "GET", "GET", QT_TRANSLATE_NOOP("Choice", "Reads: it may be repeated.")},
    ChoiceName{"calls.*.method", "HEAD", "HEAD",
               QT_TRANSLATE_NOOP("Choice", "Reads the headers only: it may be repeated.")},
    ChoiceName{"calls.*.method", "OPTIONS", "OPTIONS",
               QT_TRANSLATE_NOOP("Choice", "Asks what is possible: it may be repeated.")},
    ChoiceName{"calls.*.method", "TRACE", "TRACE",
               QT_TRANSLATE_NOOP("Choice", "Gets back what was sent: it may be repeated.")},
    ChoiceName{"calls.*.method", "PUT", "PUT",
               QT_TRANSLATE_NOOP("Choice", "Replaces the whole: twice does no more than once.")},
    ChoiceName{"calls.*.method", "DELETE", "DELETE",
               QT_TRANSLATE_NOOP("Choice", "Removes: twice does no more than once.")},
    ChoiceName{"calls.*.method", "POST", "POST",
               QT_TRANSLATE_NOOP("Choice", "Does something anew each time: twice is two orders.")},
    ChoiceName{"calls.*.method", "PATCH", "PATCH",
               QT_TRANSLATE_NOOP("Choice", "Changes a part: not idempotent by itself.")},
    ChoiceName{"calls.*.key", "none", QT_TRANSLATE_NOOP("Choice", "None"),
               QT_TRANSLATE_NOOP("Choice", "A repetition looks like another request.")},
    ChoiceName{
        "calls.*.key", "attempt", QT_TRANSLATE_NOOP("Choice", "Per attempt"),
        QT_TRANSLATE_NOOP("Choice", "A new key on each attempt: the classic mistake, it protects from nothing.")},
    ChoiceName{"calls.*.key", "intention", QT_TRANSLATE_NOOP("Choice", "Per intention"),
               QT_TRANSLATE_NOOP("Choice", "The same key on every attempt: the service recognises a repetition.")},
};

} // namespace

std::span<const ChoiceName> worldChoiceNames()
{
    return worldChoices;
}

} // namespace retrylab
