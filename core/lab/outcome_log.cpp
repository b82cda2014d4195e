// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/outcome_log.h"

#include <algorithm>
#include <utility>

namespace retrylab {

namespace {

constexpr std::array<const char *, 3> columnNames = {"time", "outcome", "latency"};
enum Column : std::size_t { timeColumn, outcomeColumn, latencyColumn };

/// The column that a cell of the head names; columnCount of them otherwise.
std::size_t columnNamed(std::string_view cell)
{
    const auto name = std::find_if(columnNames.begin(), columnNames.end(),
                                   [cell](std::string_view column) { return sameLetters(cell, column); });
    return static_cast<std::size_t>(name - columnNames.begin());
}

} // namespace

OutcomeLog::OutcomeLog(Source source)
    : m_records(std::move(source))
{
}

Result<bool> OutcomeLog::next(OutcomeRow &row)
{
    if (!m_headRead) {
        if (const Result<void> head = readHead(); !head)
            return tl::unexpected(head.error());
    }
    if (!std::exchange(m_recordWaits, false)) {
        Result<bool> found = m_records.next();
        if (!found)
            return found;
        if (!*found)
            return m_anyRow ? Result<bool>(false) : failure({}, QStringLiteral("the log is empty: it holds no call"));
    }
    if (const Result<void> read = readRow(row); !read)
        return tl::unexpected(read.error());
    return true;
}

Result<void> OutcomeLog::readRow(OutcomeRow &row)
{
    Cells cells;
    const std::size_t count = cellsOf(m_records.record(), cells);
    for (const std::size_t column : {timeColumn, outcomeColumn})
        if (m_columns[column] >= count)
            return m_records.bad("", m_records.record(), QStringLiteral("has too few columns"),
                                 QStringLiteral("at least %1, the last one for the %2")
                                     .arg(m_columns[column] + 1)
                                     .arg(QLatin1String(columnNames[column])));

    const std::optional<LogMoment> moment = readMoment(cells[timeColumn]);
    if (!moment)
        return m_records.bad("time", cells[timeColumn], QStringLiteral("is not allowed"), allowedMoments());
    if (m_anyRow && moment->form != m_form)
        return m_records.bad("time", cells[timeColumn], QStringLiteral("is not written as the times before it"),
                             QStringLiteral("one form throughout, here %1").arg(nameOf(m_form)));
    const std::optional<Outcome> outcome = readOutcome(cells[outcomeColumn]);
    if (!outcome)
        return m_records.bad("outcome", cells[outcomeColumn], QStringLiteral("is not allowed"), allowedOutcomes());
    row = {moment->at, Duration::zero(), *outcome};
    if (!cells[latencyColumn].empty()) {
        const std::optional<Duration> took = readLatency(cells[latencyColumn]);
        if (!took)
            return m_records.bad("latency", cells[latencyColumn], QStringLiteral("is not allowed"), allowedLatencies());
        row.took = *took;
    }
    m_form = moment->form;
    m_anyRow = true;
    return {};
}

/// Picks the cells that are looked at out of a record; returns how many it has, as far as anyone asks.
std::size_t OutcomeLog::cellsOf(std::string_view record, Cells &cells) const
{
    bool last = false;
    std::size_t count = 0;
    for (; !last && count <= m_lastColumn; ++count) {
        const std::string_view cell = takeCell(record, last);
        for (std::size_t column = 0; column < columnCount; ++column)
            if (m_columns[column] == count)
                cells[column] = cell;
    }
    return count;
}

Result<void> OutcomeLog::readHead()
{
    m_headRead = true;
    const Result<bool> found = m_records.next();
    if (!found)
        return tl::unexpected(found.error());
    if (!*found)
        return {}; // next() will see that there is nothing
    const Result<bool> named = nameColumns();
    if (!named)
        return tl::unexpected(named.error());
    m_recordWaits = !*named;
    return {};
}

/// Reads the record as a head; false when it is the first call of a log that has none.
Result<bool> OutcomeLog::nameColumns()
{
    std::array<std::size_t, columnCount> columns{absent, absent, absent};
    std::string_view record = m_records.record();
    bool last = false;
    for (std::size_t i = 0; !last; ++i) {
        const std::string_view cell = takeCell(record, last);
        const std::size_t column = columnNamed(cell);
        if (column == columnCount)
            continue;
        if (columns[column] != absent)
            return m_records.bad("", cell, QStringLiteral("names two columns"), QStringLiteral("one of each name"));
        columns[column] = i;
    }
    const QString allowed = QStringLiteral(
        "a line that names the columns time, outcome and perhaps latency, or a call");
    if (columns[timeColumn] == absent && columns[outcomeColumn] == absent) {
        Cells cells;
        cellsOf(m_records.record(), cells);
        if (!readMoment(cells[timeColumn]))
            return m_records.bad("", m_records.record(), QStringLiteral("cannot begin a log"), allowed);
        return false;
    }
    for (const std::size_t column : {timeColumn, outcomeColumn})
        if (columns[column] == absent)
            return m_records.bad("", m_records.record(),
                                 QStringLiteral("names no column \"%1\"").arg(QLatin1String(columnNames[column])),
                                 allowed);
    m_columns = columns;
    m_lastColumn = 0;
    for (const std::size_t column : columns)
        m_lastColumn = column == absent ? m_lastColumn : std::max(m_lastColumn, column);
    return true;
}

} // namespace retrylab
