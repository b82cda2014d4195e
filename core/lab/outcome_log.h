// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/csv_records.h"
#include "core/lab/outcome_log_values.h"
#include "core/lab/result.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace retrylab {

/// One call of a log: when it ended, how long it took and what came of it.
struct OutcomeRow {
    Time ended;
    Duration took{};
    Outcome outcome;

    friend bool operator==(const OutcomeRow &, const OutcomeRow &) = default;
};

/// Reads a log of outcomes, one call a line, in a memory that does not grow with it.
///
/// It is CSV (see CsvRecords); blanks around cells count for nothing. The first line names the columns `time`, `outcome`
/// and perhaps `latency`, in any case and order, among others that are not looked at; without such a line these are the
/// first three, in this order. What may stand in them: see readMoment(), readOutcome() and readLatency(); an empty or
/// missing latency is 0. The whole log writes its moments in one TimeForm.
class OutcomeLog {
public:
    using Source = CsvRecords::Source;

    explicit OutcomeLog(Source source);

    /// The next call; false at the end. An error names the line, the column, what stands there and what is allowed; a log
    /// without a single call is one. After the end or an error there is nothing more to ask.
    Result<bool> next(OutcomeRow &row);

    /// How it writes its moments; known once next() has given a row.
    TimeForm timeForm() const { return m_form; }

private:
    static constexpr std::size_t columnCount = 3;
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);
    using Cells = std::array<std::string_view, columnCount>;

    Result<void> readHead();
    Result<bool> nameColumns();
    std::size_t cellsOf(std::string_view record, Cells &cells) const;
    Result<void> readRow(OutcomeRow &row);

    CsvRecords m_records;
    std::array<std::size_t, columnCount> m_columns{0, 1, 2};
    std::size_t m_lastColumn = 2; ///< the last one that is looked at
    bool m_headRead = false;
    bool m_recordWaits = false; ///< the first line turned out to be a call
    bool m_anyRow = false;
    TimeForm m_form = TimeForm::seconds;
};

} // namespace retrylab
