// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/attempts_csv.h"

#include "core/lab/run_figures.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace retrylab {

namespace {

void appendNumber(QByteArray &out, std::int64_t value)
{
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, end - digits);
}

/// Nanoseconds as seconds, without loss and without trailing zeros.
void appendSeconds(QByteArray &out, std::int64_t ns)
{
    constexpr std::int64_t second = 1'000'000'000;
    appendNumber(out, ns / second);
    std::int64_t rest = ns % second;
    if (rest == 0)
        return;
    char digits[10] = ".";
    for (int i = 9; i >= 1; --i, rest /= 10)
        digits[i] = static_cast<char>('0' + rest % 10);
    int length = 10;
    while (digits[length - 1] == '0')
        --length;
    out.append(digits, length);
}

/// `lastEnd`: when the last attempt before was over; none before a call's first attempt.
void appendRow(QByteArray &out, const Trace &trace, std::uint32_t call, const AttemptRecord &attempt,
               std::optional<std::int64_t> lastEnd)
{
    appendNumber(out, std::int64_t{call} + 1);
    out += ',';
    appendNumber(out, std::int64_t{trace.calls[call].caller} + 1);
    out += ',';
    appendNumber(out, attempt.number);
    out += ',';
    appendSeconds(out, attempt.sent);
    out += ',';
    const bool ended = attempt.ended != notYet;
    if (ended)
        appendSeconds(out, attempt.ended);
    out += ',';
    if (ended && !attempt.refusedByBreaker)
        out += attempt.cancelled ? "cancelled" : outcomeKey(attempt.outcome);
    out += attempt.refusedByBreaker ? ",1," : ",0,";
    if (lastEnd && !attempt.hedge)
        appendSeconds(out, attempt.sent - *lastEnd);
    out += attempt.hedge ? ",1" : ",0";
    out += "\r\n";
}

} // namespace

QByteArray attemptsCsv(const Trace &trace)
{
    QByteArray out;
    out.reserve(64 + qsizetype(trace.attempts.size()) * 56);
    out += "call,caller,attempt,sent_s,ended_s,outcome,refused,wait_before_s,hedge\r\n";
    for (std::uint32_t call = 0; call < trace.calls.size(); ++call) {
        std::optional<std::int64_t> lastEnd;
        for (const std::uint32_t a : trace.attemptsOfCall(call)) {
            appendRow(out, trace, call, trace.attempts[a], lastEnd);
            lastEnd = std::max(lastEnd.value_or(0), trace.attempts[a].ended);
        }
    }
    return out;
}

} // namespace retrylab
