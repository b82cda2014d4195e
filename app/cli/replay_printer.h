// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_line.h"
#include "core/lab/replay.h"

#include <string>

namespace retrylab {

/// Writes what a replay tells, piece by piece: transitions as they come, then the totals. Moments are written as in the
/// log; in JSON they are seconds, like everywhere in JSON, and the totals follow the transitions.
class ReplayPrinter {
public:
    ReplayPrinter(OutputFormat format, const Policy &policy);

    void addTransition(const ReplayTransition &transition, TimeForm form);
    void addTotals(const ReplayTotals &totals);

    /// What was written since the last time it was asked.
    std::string take();
    std::size_t waiting() const { return m_text.size(); }

private:
    void addTextTransition(const ReplayTransition &transition, TimeForm form);
    void addTextTotals(const ReplayTotals &totals);
    void addJsonTransition(const ReplayTransition &transition);
    void addJsonTotals(const ReplayTotals &totals);
    void addReason(const ReplayTransition &transition);
    void addCell(std::string_view cell, std::size_t width);
    void addRow(std::string_view label, const std::string &value);
    void addCount(std::string_view label, std::uint64_t count);

    OutputFormat m_format;
    BudgetOptions m_budget;
    BreakerOptions m_breaker;
    bool m_any = false; ///< transitions so far
    std::string m_text;
};

} // namespace retrylab
