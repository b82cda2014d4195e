// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file_known.h"
#include "core/lab/experiment_file_read.h"

#include <QStringBuilder>

// The lists of a file: those that are the value of one field, and those outside the field table, kinds of call and
// variants.

namespace retrylab {

namespace {

/// The value of a member as text on the command line; empty where it has none.
QString settingText(const JsonValue &value)
{
    if (value.kind != JsonKind::array)
        return value.kind == JsonKind::object || value.kind == JsonKind::null ? QString() : value.text;
    QStringList parts;
    for (const JsonValue &item : value.items)
        parts += item.text;
    return parts.isEmpty() ? QStringLiteral("none") : parts.join(u',');
}

} // namespace

Result<void> ExperimentReader::readOutcomes(const JsonValue &list, const Field &field, const QString &path)
{
    QStringList names;
    for (const JsonValue &item : list.items) {
        if (item.kind != JsonKind::string && item.kind != JsonKind::number)
            return misplaced(item, JsonKind::string, path, allowedText(field));
        names += item.text;
        if (auto good = checkValue(field, QStringList(item.text)); !good)
            return failure(path, good.error().message, item.line);
    }
    return setField(m_experiment, path, names);
}

Result<void> ExperimentReader::readDurations(const JsonValue &list, const Field &field, const QString &path)
{
    Durations durations;
    const Field entry = entryOf(field);
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const JsonValue &item = list.items[i];
        const QString place = path % u'[' % QString::number(i) % u']';
        if (item.kind != JsonKind::string)
            return misplaced(item, JsonKind::string, place, allowedText(entry));
        const Result<FieldValue> duration = fieldFromText(entry, item.text);
        if (!duration)
            return failure(place, duration.error().message, item.line);
        durations.push_back(std::get<Duration>(*duration));
    }
    return setField(m_experiment, path, durations);
}

Result<void> ExperimentReader::readVariants(const JsonValue &variants)
{
    if (auto array = expectKind(variants, JsonKind::array, variants.key); !array)
        return array;
    m_lines.insert(variants.key, variants.line);
    for (std::size_t i = 0; i < variants.items.size(); ++i)
        if (auto done = readVariant(variants.items[i], u"variants[" % QString::number(i) % u']'); !done)
            return done;
    return {};
}

Result<void> ExperimentReader::readVariant(const JsonValue &variant, const QString &path)
{
    if (auto object = expectKind(variant, JsonKind::object, path); !object)
        return object;
    for (const JsonValue &member : variant.items)
        if (member.key != u"name" && member.key != u"set")
            return failure(path % u'.' % member.key, QStringLiteral("unknown key; allowed: name, set"), member.line);
    const JsonValue *name = variant.find(u"name");
    const JsonValue *set = variant.find(u"set");
    if (name == nullptr || set == nullptr)
        return failure(path, QStringLiteral("a variant has a name and a set"), variant.line);
    if (auto text = expectKind(*name, JsonKind::string, path % u".name"); !text)
        return text;
    if (auto object = expectKind(*set, JsonKind::object, path % u".set"); !object)
        return object;
    Variant &added = m_experiment.variants.emplace_back();
    added.name = name->text;
    m_lines.insert(u"variants." % name->text, variant.line);
    for (const JsonValue &member : set->items) {
        const QString text = settingText(member);
        if (text.isNull())
            return misplaced(member, JsonKind::string, path % u".set." % member.key);
        added.set.push_back({member.key, text});
        m_lines.insert(u"variants." % name->text % u".set." % member.key, member.line);
    }
    return {};
}

} // namespace retrylab
