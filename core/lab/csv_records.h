// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace retrylab {

/// Splits a stream of CSV (RFC 4180) into records, in a memory that does not grow with it.
///
/// Lines end with LF or CR LF; a UTF-8 byte order mark at the beginning and blank lines are skipped. A quotation mark
/// inside a cell that does not begin with one is a letter like any other.
class CsvRecords {
public:
    /// Writes at most `size` bytes to `into` and returns how many; 0 = the end.
    using Source = std::function<Result<std::size_t>(char *into, std::size_t size)>;

    /// A longer line is an error; so is a quoted cell that runs on for longer. Bytes.
    static constexpr std::size_t longest = 1'000'000;

    explicit CsvRecords(Source source);

    /// Moves on to the next record; false at the end. The error names the line. After the end or an error there is nothing
    /// more to ask.
    Result<bool> next();

    /// What next() has found, as it stands there; valid until it is asked again.
    std::string_view record() const { return m_record; }
    /// The line where the record begins; 1-based.
    std::int64_t line() const { return m_line; }
    /// An error in this record: `"CELL" complaint; allowed: …`.
    tl::unexpected<Error> bad(const char *column, std::string_view cell, const QString &complaint,
                              const QString &allowed) const;

private:
    static constexpr std::size_t blockSize = std::size_t{64} << 10;

    /// Where the search for a record's end is; kept while more is read.
    struct Search {
        enum class In : std::uint8_t { cellStart, plain, quotes, afterQuotes };

        std::size_t at = 0; ///< from the record's beginning
        In in = In::cellStart;
        bool hasQuotes = false;
        bool malformed = false; ///< something stands behind closing quotes
        int lineFeeds = 0;      ///< inside quotes
    };

    Result<bool> nextEvenBlank();
    Result<bool> finish(std::size_t end);
    bool findEnd();
    bool findEndPastQuotes();
    Result<void> readMore();
    Result<void> skipByteOrderMark();

    Source m_source;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0; ///< in m_buffer, of what was not yet given out
    std::size_t m_end = 0;
    bool m_begun = false;
    bool m_sourceEnded = false;
    Search m_search;
    std::string_view m_record;
    std::int64_t m_line = 0;
    std::int64_t m_lineAfter = 1; ///< of the next record
};

/// Takes the first cell, and the comma behind it, off a record; without quotes and without blanks around it. `last` becomes
/// true with the record's last cell. Doubled quotation marks stay doubled.
std::string_view takeCell(std::string_view &record, bool &last);

/// Without blanks at its ends.
std::string_view trimmed(std::string_view text);

} // namespace retrylab
