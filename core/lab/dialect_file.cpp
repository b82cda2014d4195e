// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/dialect_file.h"

#include "core/lab/experiment_file.h"
#include "core/lab/experiment_file_read.h"
#include "core/lab/fields_choices.h"
#include "core/lab/fields_path.h"
#include "core/lab/latin.h"

#include <QStringBuilder>

#include <array>

namespace retrylab {

namespace {

constexpr std::array<std::string_view, 10> keys{"name",    "title",  "counts", "source",   "about",
                                                "instead", "policy", "offers", "settable", "fixed"};

/// The row of the field table for a path below "policy", or null.
const Field *policyField(const QString &path)
{
    const Field *field = fieldWithPattern(QString(u"chain.*.policy." % path));
    return field != nullptr && isRuledByDialect(*field) ? field : nullptr;
}

/// Takes one file apart. Use once.
class DialectReader {
public:
    Result<Dialect> read(const QString &name, const JsonValue &root)
    {
        return expectKind(root, JsonKind::object, {})
            .and_then([&] { return readKeys(root); })
            .and_then([&] { return readWords(name, root); })
            .and_then([&] { return readText(*root.find(u"about"), m_dialect.about, dialectAboutLines); })
            .and_then([&] { return readText(*root.find(u"instead"), m_dialect.instead, -1); })
            .and_then([&] { return readPolicy(*root.find(u"policy")); })
            .and_then([&] { return readOffers(*root.find(u"offers")); })
            .and_then([&] { return readPaths(*root.find(u"settable"), m_dialect.settable, true); })
            .and_then([&] { return readPaths(*root.find(u"fixed"), m_dialect.fixed, false); })
            .map([&] { return m_dialect; });
    }

private:
    Result<void> readKeys(const JsonValue &root) const
    {
        for (const JsonValue &member : root.items)
            if (choiceIndex(keys, member.key) < 0)
                return failure(member.key, QStringLiteral("unknown key; allowed: ") % joined(keys), member.line);
        for (const std::string_view key : keys) {
            const QString name = latin(key);
            if (root.find(name) == nullptr)
                return failure(name, QStringLiteral("is missing"), root.line);
        }
        return {};
    }

    Result<void> readWords(const QString &name, const JsonValue &root)
    {
        for (const auto &[key, target] : {std::pair{u"name", &m_dialect.name}, std::pair{u"title", &m_dialect.title},
                                          std::pair{u"source", &m_dialect.source}}) {
            const JsonValue &text = *root.find(key);
            if (auto good = expectKind(text, JsonKind::string, text.key); !good)
                return good;
            if (text.text.isEmpty())
                return failure(text.key, QStringLiteral("is empty"), text.line);
            *target = text.text;
        }
        if (m_dialect.name != name)
            return failure(QStringLiteral("name"),
                           quoted(m_dialect.name) % u" is not the file's name; allowed: " % name,
                           root.find(u"name")->line);
        const JsonValue &counts = *root.find(u"counts");
        if (counts.text != u"attempts" && counts.text != u"retries")
            return failure(counts.key, counts.shown() % u" is not a choice; allowed: attempts, retries", counts.line);
        m_dialect.counts = counts.text == u"retries" ? DialectCounts::retries : DialectCounts::attempts;
        return {};
    }

    static Result<QStringList> readList(const JsonValue &list, const QString &path)
    {
        if (auto array = expectKind(list, JsonKind::array, path); !array)
            return tl::unexpected(array.error());
        QStringList entries;
        for (const JsonValue &item : list.items) {
            if (auto text = expectKind(item, JsonKind::string, path); !text)
                return tl::unexpected(text.error());
            entries += item.text;
        }
        return entries;
    }

    /// `lines`: how many there must be; −1 = any number.
    static Result<void> readText(const JsonValue &text, DialectText &target, qsizetype lines)
    {
        if (auto object = expectKind(text, JsonKind::object, text.key); !object)
            return object;
        if (text.items.size() != 2 || text.find(u"en") == nullptr || text.find(u"vi") == nullptr)
            return failure(text.key, QStringLiteral("a text has the keys en and vi"), text.line);
        for (const auto &[key, list] : {std::pair{u"en", &target.english}, std::pair{u"vi", &target.vietnamese}}) {
            const QString path = text.key % u'.' % QStringView(key);
            const Result<QStringList> read = readList(*text.find(key), path);
            if (!read)
                return tl::unexpected(read.error());
            if (lines >= 0 && read->size() != lines)
                return failure(path, QStringLiteral("%1 lines; allowed: %2").arg(read->size()).arg(lines), text.line);
            *list = *read;
        }
        if (target.english.size() != target.vietnamese.size())
            return failure(text.key, QStringLiteral("has more lines in one language than in the other"), text.line);
        return {};
    }

    /// As a file that holds nothing but the policy.
    Result<void> readPolicy(const JsonValue &policy)
    {
        if (const JsonValue *dialect = policy.find(u"dialect"); dialect != nullptr)
            return failure(QStringLiteral("policy.dialect"), QStringLiteral("a dialect builds on no other"),
                           dialect->line);
        JsonValue version;
        version.kind = JsonKind::number;
        version.line = policy.line;
        version.key = QStringLiteral("retrylab");
        version.text = QString::number(fileFormat);
        JsonValue root;
        root.kind = JsonKind::object;
        root.line = policy.line;
        root.items = {version, policy};
        const Result<Experiment> experiment = ExperimentReader().read(root);
        if (!experiment)
            return tl::unexpected(experiment.error());
        m_dialect.preset = *experiment;
        m_dialect.preset.world.callers().dialect = m_dialect.name.toStdString();
        return {};
    }

    Result<void> readOffers(const JsonValue &offers)
    {
        if (auto object = expectKind(offers, JsonKind::object, offers.key); !object)
            return object;
        for (const JsonValue &member : offers.items) {
            const QString path = u"offers." % member.key;
            const Field *field = policyField(member.key);
            if (field == nullptr || field->type != FieldType::choice)
                return failure(path, QStringLiteral("is no choice of a policy"), member.line);
            const Result<QStringList> choices = readList(member, path);
            if (!choices)
                return tl::unexpected(choices.error());
            for (const QString &choice : *choices)
                if (auto good = checkValue(*field, choice); !good)
                    return failure(path, good.error().message, member.line);
            if (const QString own = std::get<QString>(presetValue(m_dialect, *field)); !choices->contains(own))
                return failure(path, QStringLiteral("lacks the preset's own choice, ") % own, member.line);
            m_dialect.offers.insert(member.key, *choices);
        }
        return {};
    }

    Result<void> readPaths(const JsonValue &list, QStringList &target, bool advanced)
    {
        const Result<QStringList> paths = readList(list, list.key);
        if (!paths)
            return tl::unexpected(paths.error());
        for (const QString &path : *paths) {
            const Field *field = policyField(path);
            if (field == nullptr || field->advanced != advanced || m_dialect.offers.contains(path))
                return failure(list.key,
                               quoted(path)
                                   % (advanced ? u" is not an advanced field of a policy without offers"
                                               : u" is not a plain field of a policy without offers"),
                               list.line);
            target += path;
        }
        return {};
    }

    Dialect m_dialect;
};

} // namespace

Result<Dialect> readDialect(const QString &name, const QByteArray &json)
{
    return parseJson(json, {maxFileBytes, maxFileDepth, maxFileValues}).and_then([&](const JsonValue &root) {
        return DialectReader().read(name, root);
    });
}

} // namespace retrylab
