// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/json_value.h"

#include <QSet>
#include <QStringBuilder>

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <optional>

namespace retrylab {

namespace {

/// Turns an offset into a line. Offsets must not decrease, so that a document is counted once.
class LineCounter {
public:
    explicit LineCounter(const QByteArray &json)
        : m_json(json)
    {
    }

    int lineAt(std::size_t offset)
    {
        const std::size_t end = std::min(offset, static_cast<std::size_t>(m_json.size()));
        for (; m_counted < end; ++m_counted)
            m_line += m_json[static_cast<qsizetype>(m_counted)] == '\n' ? 1 : 0;
        return m_line;
    }

private:
    const QByteArray &m_json;
    std::size_t m_counted = 0;
    int m_line = 1;
};

/// Builds the tree from RapidJSON's events. Each handler returns false to stop; `error` then says why.
class TreeBuilder {
public:
    TreeBuilder(const QByteArray &json, const rapidjson::MemoryStream &stream, const JsonLimits &limits)
        : m_lines(json)
        , m_stream(stream)
        , m_limits(limits)
    {
    }

    bool Null() { return add(JsonKind::null, QStringLiteral("null")); }
    bool Bool(bool b) { return add(JsonKind::boolean, b ? QStringLiteral("true") : QStringLiteral("false")); }
    // Numbers arrive by RawNumber: kParseNumbersAsStringsFlag keeps their digits.
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(std::int64_t) { return false; }
    bool Uint64(std::uint64_t) { return false; }
    bool Double(double) { return false; }
    bool RawNumber(const char *digits, rapidjson::SizeType length, bool)
    {
        return add(JsonKind::number, QString::fromLatin1(digits, static_cast<qsizetype>(length)));
    }
    bool String(const char *text, rapidjson::SizeType length, bool)
    {
        return add(JsonKind::string, QString::fromUtf8(text, static_cast<qsizetype>(length)));
    }
    bool StartObject() { return open(JsonKind::object); }
    bool Key(const char *text, rapidjson::SizeType length, bool)
    {
        Level &level = m_levels.back();
        level.key = QString::fromUtf8(text, static_cast<qsizetype>(length));
        if (level.keys.contains(level.key))
            return refuse(level.key, QStringLiteral("this key stands twice in its object"));
        level.keys.insert(level.key);
        return true;
    }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool StartArray() { return open(JsonKind::array); }
    bool EndArray(rapidjson::SizeType) { return close(); }

    JsonValue takeRoot() { return std::move(m_root); }
    const std::optional<Error> &error() const { return m_error; }
    int lineAt(std::size_t offset) { return m_lines.lineAt(offset); }

private:
    struct Level {
        JsonValue *container; ///< stays put: its siblings are added only once it is closed
        QString key;          ///< of the member that comes next
        QSet<QString> keys;
    };

    bool refuse(const QString &key, const QString &message)
    {
        QString path;
        for (std::size_t i = 0; i + 1 < m_levels.size(); ++i) {
            const Level &level = m_levels[i];
            if (level.container->kind == JsonKind::object) {
                path += level.key % u'.';
            } else {
                path.chop(path.endsWith(u'.') ? 1 : 0);
                path += u'[' % QString::number(level.container->items.size() - 1) % u"].";
            }
        }
        path += key;
        path.chop(path.endsWith(u'.') ? 1 : 0);
        m_error = Error{path, message, m_lines.lineAt(m_stream.Tell())};
        return false;
    }

    JsonValue *place(JsonKind kind)
    {
        if (++m_count > m_limits.values) {
            refuse({}, QStringLiteral("more than %1 values").arg(m_limits.values));
            return nullptr;
        }
        JsonValue *value = &m_root;
        if (!m_levels.empty()) {
            Level &level = m_levels.back();
            value = &level.container->items.emplace_back();
            if (level.container->kind == JsonKind::object)
                value->key = level.key;
        }
        value->kind = kind;
        value->line = m_lines.lineAt(m_stream.Tell());
        return value;
    }

    bool add(JsonKind kind, const QString &text)
    {
        JsonValue *value = place(kind);
        if (value == nullptr)
            return false;
        value->text = text;
        return true;
    }

    bool open(JsonKind kind)
    {
        if (m_levels.size() >= static_cast<std::size_t>(m_limits.depth)) {
            m_levels.clear(); // 64 keys in a row would say nothing
            return refuse({}, QStringLiteral("nested deeper than %1 levels").arg(m_limits.depth));
        }
        JsonValue *value = place(kind);
        if (value == nullptr)
            return false;
        m_levels.push_back({value, {}, {}});
        return true;
    }

    bool close()
    {
        m_levels.pop_back();
        return true;
    }

    LineCounter m_lines;
    const rapidjson::MemoryStream &m_stream;
    JsonLimits m_limits;
    JsonValue m_root;
    std::vector<Level> m_levels;
    std::size_t m_count = 0;
    std::optional<Error> m_error;
};

QString reason(rapidjson::ParseErrorCode code)
{
    QString text = QString::fromLatin1(rapidjson::GetParseError_En(code));
    if (text.endsWith(u'.'))
        text.chop(1);
    return text;
}

QString kindName(JsonKind kind)
{
    switch (kind) {
    case JsonKind::null: return QStringLiteral("null");
    case JsonKind::boolean: return QStringLiteral("true or false");
    case JsonKind::number: return QStringLiteral("a number");
    case JsonKind::string: return QStringLiteral("a text");
    case JsonKind::array: return QStringLiteral("an array");
    case JsonKind::object: break;
    }
    return QStringLiteral("an object");
}

} // namespace

const JsonValue *JsonValue::find(QStringView name) const
{
    const auto it = std::find_if(items.begin(), items.end(), [&](const JsonValue &item) { return item.key == name; });
    return kind == JsonKind::object && it != items.end() ? &*it : nullptr;
}

QString JsonValue::shown() const
{
    switch (kind) {
    case JsonKind::null: return QStringLiteral("null");
    case JsonKind::boolean:
    case JsonKind::number: return text.size() > 40 ? QString(text.left(40) % QChar(0x2026)) : text;
    case JsonKind::string: return quoted(text);
    case JsonKind::array: return QStringLiteral("an array");
    case JsonKind::object: break;
    }
    return QStringLiteral("an object");
}

tl::unexpected<Error> misplaced(const JsonValue &value, JsonKind wanted, const QString &path, const QString &allowed)
{
    const QString range = allowed.isEmpty() ? QString() : QString(u"; allowed: " % allowed);
    return failure(path, value.shown() % u" stands where " % kindName(wanted) % u" belongs" % range, value.line);
}

Result<void> expectKind(const JsonValue &value, JsonKind wanted, const QString &path)
{
    return value.kind == wanted ? Result<void>() : misplaced(value, wanted, path);
}

Result<JsonValue> parseJson(const QByteArray &json, const JsonLimits &limits)
{
    if (json.size() > limits.bytes)
        return failure({}, QStringLiteral("larger than %1 MB").arg(limits.bytes >> 20));
    const bool marked = json.startsWith("\xEF\xBB\xBF");
    const auto skipped = static_cast<std::size_t>(marked ? 3 : 0);
    rapidjson::MemoryStream stream(json.constData() + skipped, static_cast<std::size_t>(json.size()) - skipped);
    TreeBuilder builder(json, stream, limits);
    // A zero byte would pass for the end of the document, and what follows it would go unread.
    if (const qsizetype zero = json.indexOf('\0'); zero >= 0)
        return failure({}, QStringLiteral("not JSON: there is a zero byte"),
                       builder.lineAt(static_cast<std::size_t>(zero)));

    constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag
                               | rapidjson::kParseNumbersAsStringsFlag;
    rapidjson::Reader reader;
    const rapidjson::ParseResult result = reader.Parse<flags>(stream, builder);
    if (builder.error())
        return tl::unexpected(*builder.error());
    if (result.IsError())
        return failure({}, u"not JSON: " % reason(result.Code()), builder.lineAt(result.Offset() + skipped));
    return builder.takeRoot();
}

} // namespace retrylab
