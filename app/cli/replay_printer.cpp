// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/replay_printer.h"

#include "core/lab/run_figures.h"
#include "core/lab/run_report.h"

#include <utility>

namespace retrylab {

namespace {

constexpr std::size_t stateWidth = 9;
constexpr std::size_t labelWidth = 32;
constexpr std::size_t valueWidth = 12;

/// As wide as most moments in this form are; a longer one moves its line to the right.
std::size_t timeWidth(TimeForm form)
{
    return form == TimeForm::iso ? 24 : 17;
}

std::string_view stateText(BreakerState state)
{
    switch (state) {
    case BreakerState::open: return "open";
    case BreakerState::halfOpen: return "half-open";
    case BreakerState::closed: break;
    }
    return "closed";
}

std::string numberKey(std::string_view key, std::uint64_t number)
{
    return '"' + std::string(key) + "\": " + std::to_string(number);
}

std::string secondsKey(std::string_view key, Duration span)
{
    std::string text = '"' + std::string(key) + "\": ";
    appendSeconds(text, span);
    return text;
}

} // namespace

ReplayPrinter::ReplayPrinter(OutputFormat format, const Policy &policy)
    : m_format(format)
    , m_budget(policy.budget)
    , m_breaker(policy.breaker)
{
    if (format == OutputFormat::csv)
        m_text = "at,from,to,why\n";
    else if (format == OutputFormat::json)
        m_text = "{\n  \"transitions\": [";
}

std::string ReplayPrinter::take()
{
    return std::exchange(m_text, {});
}

void ReplayPrinter::addTransition(const ReplayTransition &transition, TimeForm form)
{
    switch (m_format) {
    case OutputFormat::text: addTextTransition(transition, form); break;
    case OutputFormat::json: addJsonTransition(transition); break;
    case OutputFormat::csv:
        appendMoment(m_text, transition.at, form);
        m_text.append(",").append(breakerStateKey(transition.from)).append(",").append(breakerStateKey(transition.to));
        m_text.append(",").append(breakerWhyKey(transition.why)).append("\n");
        break;
    }
    m_any = true;
}

void ReplayPrinter::addTotals(const ReplayTotals &totals)
{
    if (m_format == OutputFormat::text)
        addTextTotals(totals);
    else if (m_format == OutputFormat::json)
        addJsonTotals(totals);
}

void ReplayPrinter::addTextTransition(const ReplayTransition &transition, TimeForm form)
{
    if (!m_any) {
        addCell("At", timeWidth(form));
        addCell("From", stateWidth);
        addCell("To", stateWidth);
        m_text += "Why\n";
    }
    std::string at;
    appendMoment(at, transition.at, form);
    addCell(at, timeWidth(form));
    addCell(stateText(transition.from), stateWidth);
    addCell(stateText(transition.to), stateWidth);
    addReason(transition);
    m_text += '\n';
}

void ReplayPrinter::addReason(const ReplayTransition &transition)
{
    switch (transition.why) {
    case BreakerWhy::threshold:
        m_text += std::to_string(transition.failures);
        if (m_breaker.kind == BreakerKind::consecutive) {
            m_text += transition.failures == 1 ? " failure" : " failures in a row";
            break;
        }
        m_text += " of " + std::to_string(transition.outcomes) + (transition.outcomes == 1 ? " call" : " calls")
                  + " failed";
        if (m_breaker.slowCall != unlimited)
            m_text += ", " + std::to_string(transition.slow) + (transition.slow == 1 ? " was slow" : " were slow");
        break;
    case BreakerWhy::openTimeOver: m_text += "the open time was over"; break;
    case BreakerWhy::probesSucceeded: m_text += "the probes succeeded"; break;
    case BreakerWhy::probeFailed: m_text += "the probes failed"; break;
    case BreakerWhy::halfOpenTooLong: m_text += "no verdict within the longest half-open time"; break;
    case BreakerWhy::byHand: m_text += "by hand"; break;
    }
}

void ReplayPrinter::addTextTotals(const ReplayTotals &totals)
{
    const bool guarded = m_breaker.kind != BreakerKind::none;
    if (guarded)
        m_text += m_any ? "\n" : "The breaker never changed its state.\n\n";
    addCount("Calls", totals.calls);
    addCount("  failed", totals.failed);
    if (guarded) {
        addCount("Refused by the breaker", totals.refused());
        addCount("  would have succeeded", totals.wouldHaveSucceeded);
        addCount("  would have failed", totals.wouldHaveFailed);
        addCount("Changes of state", totals.transitions);
        for (const BreakerState state : {BreakerState::closed, BreakerState::open, BreakerState::halfOpen})
            addRow("  time " + std::string(stateText(state)),
                   secondsText(toSeconds(totals.timeIn[static_cast<std::size_t>(state)])).toStdString());
    }
    if (m_budget.kind != BudgetKind::none) {
        addCount("Retries the budget granted", totals.retriesGranted);
        addCount("Retries the budget denied", totals.retriesDenied);
        if (m_budget.kind == BudgetKind::adaptiveThrottle)
            addCount("Calls the budget denied", totals.callsDenied);
    }
    addCount("Lines out of order", totals.outOfOrder);
}

void ReplayPrinter::addJsonTransition(const ReplayTransition &transition)
{
    m_text += m_any ? ",\n    {" : "\n    {";
    m_text += secondsKey("at", transition.at.time_since_epoch());
    m_text.append(", \"from\": \"").append(breakerStateKey(transition.from));
    m_text.append("\", \"to\": \"").append(breakerStateKey(transition.to));
    m_text.append("\", \"why\": \"").append(breakerWhyKey(transition.why)).append("\"}");
}

void ReplayPrinter::addJsonTotals(const ReplayTotals &totals)
{
    const auto timeIn = [&](BreakerState state) {
        return secondsKey(breakerStateKey(state), totals.timeIn[static_cast<std::size_t>(state)]);
    };
    m_text += m_any ? "\n  ],\n  " : "],\n  ";
    m_text += numberKey("calls", totals.calls) + ",\n  " + numberKey("failed", totals.failed);
    m_text += ",\n  \"refused\": {" + numberKey("total", totals.refused()) + ", "
              + numberKey("wouldHaveSucceeded", totals.wouldHaveSucceeded) + ", "
              + numberKey("wouldHaveFailed", totals.wouldHaveFailed) + '}';
    m_text += ",\n  \"timeIn\": {" + timeIn(BreakerState::closed) + ", " + timeIn(BreakerState::open) + ", "
              + timeIn(BreakerState::halfOpen) + '}';
    m_text += ",\n  \"budget\": {" + numberKey("granted", totals.retriesGranted) + ", "
              + numberKey("denied", totals.retriesDenied) + ", " + numberKey("callsDenied", totals.callsDenied) + '}';
    m_text += ",\n  " + numberKey("outOfOrder", totals.outOfOrder) + "\n}\n";
}

void ReplayPrinter::addCell(std::string_view cell, std::size_t width)
{
    m_text += cell;
    m_text.append(cell.size() < width ? width - cell.size() + 2 : 2, ' ');
}

void ReplayPrinter::addRow(std::string_view label, const std::string &value)
{
    addCell(label, labelWidth);
    // A character of a value may be several bytes: "412 µs".
    const auto length = static_cast<std::size_t>(QString::fromStdString(value).size());
    m_text.append(length < valueWidth ? valueWidth - length : 0, ' ');
    m_text += value + '\n';
}

void ReplayPrinter::addCount(std::string_view label, std::uint64_t count)
{
    addRow(label, std::to_string(count));
}

} // namespace retrylab
