// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/csv_records.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace retrylab {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

} // namespace

CsvRecords::CsvRecords(Source source)
    : m_source(std::move(source))
{
}

tl::unexpected<Error> CsvRecords::bad(const char *column, std::string_view cell, const QString &complaint,
                                      const QString &allowed) const
{
    // quoted() cuts it; what it never shows need not be decoded.
    const auto size = static_cast<qsizetype>(std::min<std::size_t>(cell.size(), 400));
    const QString message = quoted(QString::fromUtf8(cell.data(), size)) + u' ' + complaint
                            + QStringLiteral("; allowed: ") + allowed;
    return failure(QString::fromLatin1(column), message,
                   static_cast<int>(std::min<std::int64_t>(m_line, std::numeric_limits<int>::max())));
}

Result<bool> CsvRecords::next()
{
    if (!std::exchange(m_begun, true)) {
        if (const Result<void> skipped = skipByteOrderMark(); !skipped)
            return tl::unexpected(skipped.error());
    }
    Result<bool> found = nextEvenBlank();
    while (found && *found && trimmed(m_record).empty())
        found = nextEvenBlank();
    return found;
}

Result<bool> CsvRecords::nextEvenBlank()
{
    m_line = m_lineAfter;
    m_search = {};
    for (;;) {
        const bool found = findEnd();
        const std::size_t end = m_search.at;
        if (end > longest)
            return bad("", {m_buffer.data() + m_begin, end},
                       QStringLiteral("begins a line that is too long, or whose quotation marks do not close"),
                       QStringLiteral("lines of 1 MB"));
        if (found) {
            Result<bool> finished = finish(end);
            m_begin += end + 1;
            m_lineAfter += m_search.lineFeeds + 1;
            return finished;
        }
        if (m_sourceEnded) {
            if (end == 0)
                return false;
            Result<bool> finished = finish(end); // no line feed behind the last line
            m_begin = m_end;
            return finished;
        }
        if (const Result<void> read = readMore(); !read)
            return tl::unexpected(read.error());
    }
}

/// Makes the next `end` bytes the record.
Result<bool> CsvRecords::finish(std::size_t end)
{
    m_record = {m_buffer.data() + m_begin, end};
    if (m_search.malformed)
        return bad("", m_record, QStringLiteral("has something behind closing quotation marks"),
                   QStringLiteral("a comma or the end of the line"));
    if (m_search.in == Search::In::quotes)
        return bad("", m_record, QStringLiteral("has quotation marks that do not close"),
                   QStringLiteral("a pair of them around a cell"));
    return true;
}

/// Looks for the line feed that ends the record, as far as was read; m_search.at is where it stands.
bool CsvRecords::findEnd()
{
    if (m_search.hasQuotes)
        return findEndPastQuotes();
    const char *record = m_buffer.data() + m_begin;
    const std::size_t size = m_end - m_begin;
    const std::size_t from = m_search.at;
    const void *feed = size > from ? std::memchr(record + from, '\n', size - from) : nullptr;
    const std::size_t end = feed ? static_cast<std::size_t>(static_cast<const char *>(feed) - record) : size;
    if (end > from && std::memchr(record + from, '"', end - from) != nullptr) {
        // Rare: only now it is worth looking at each letter.
        m_search.hasQuotes = true;
        m_search.at = 0;
        return findEndPastQuotes();
    }
    m_search.at = end;
    return feed != nullptr;
}

bool CsvRecords::findEndPastQuotes()
{
    using In = Search::In;
    const char *record = m_buffer.data() + m_begin;
    for (const std::size_t size = m_end - m_begin; m_search.at < size; ++m_search.at) {
        const char c = record[m_search.at];
        In &in = m_search.in;
        if (in == In::quotes) {
            m_search.lineFeeds += c == '\n' ? 1 : 0;
            in = c == '"' ? In::afterQuotes : In::quotes;
        } else if (c == '\n') {
            return true;
        } else if (c == ',') {
            in = In::cellStart;
        } else if (c == '"' && in != In::plain) {
            // Two in a row are one that is meant; with a blank between them they are a mistake.
            m_search.malformed = m_search.malformed || (in == In::afterQuotes && record[m_search.at - 1] != '"');
            in = In::quotes;
        } else if (in == In::afterQuotes) {
            m_search.malformed = m_search.malformed || !isBlank(c);
        } else if (!isBlank(c)) {
            in = In::plain;
        }
    }
    return false;
}

Result<void> CsvRecords::readMore()
{
    if (m_begin > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
    }
    // It grows with the longest record.
    m_buffer.resize(std::max(m_buffer.size(), m_end + blockSize));
    const Result<std::size_t> read = m_source(m_buffer.data() + m_end, blockSize);
    if (!read)
        return tl::unexpected(read.error());
    m_end += *read;
    m_sourceEnded = *read == 0;
    return {};
}

Result<void> CsvRecords::skipByteOrderMark()
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    while (m_end < mark.size() && !m_sourceEnded)
        if (Result<void> read = readMore(); !read)
            return read;
    if (std::string_view(m_buffer.data(), m_end).starts_with(mark))
        m_begin = mark.size();
    return {};
}

std::string_view takeCell(std::string_view &record, bool &last)
{
    std::size_t open = 0;
    while (open < record.size() && isBlank(record[open]))
        ++open;
    std::size_t close = std::string_view::npos;
    if (open < record.size() && record[open] == '"') {
        close = record.find('"', open + 1);
        while (close != std::string_view::npos && close + 1 < record.size() && record[close + 1] == '"')
            close = record.find('"', close + 2);
    }
    const bool isQuoted = close != std::string_view::npos;
    const std::size_t comma = record.find(',', isQuoted ? close + 1 : 0);
    const std::string_view cell = isQuoted ? record.substr(open + 1, close - open - 1) : record.substr(0, comma);
    last = comma == std::string_view::npos;
    record.remove_prefix(last ? record.size() : comma + 1);
    return trimmed(cell);
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace retrylab
