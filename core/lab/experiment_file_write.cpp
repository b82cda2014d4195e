// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file.h"

#include "core/lab/fields.h"
#include "core/lab/fields_path.h"
#include "core/lab/implied_value.h"
#include "core/lab/latin.h"

#include <QRegularExpression>
#include <QStringBuilder>

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

namespace retrylab {

namespace {

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void writeString(Writer &writer, const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    writer.String(utf8.constData(), static_cast<rapidjson::SizeType>(utf8.size()));
}

void writeKey(Writer &writer, const QString &key)
{
    const QByteArray utf8 = key.toUtf8();
    writer.Key(utf8.constData(), static_cast<rapidjson::SizeType>(utf8.size()));
}

/// A number as it is spelled.
void writeNumber(Writer &writer, const QString &digits)
{
    const QByteArray ascii = digits.toLatin1();
    writer.RawValue(ascii.constData(), static_cast<std::size_t>(ascii.size()), rapidjson::kNumberType);
}

/// Outcomes, of which statuses are numbers, or durations.
void writeList(Writer &writer, const QStringList &entries)
{
    writer.StartArray();
    for (const QString &entry : entries) {
        bool isStatus = false;
        entry.toInt(&isStatus);
        isStatus ? writeNumber(writer, entry) : writeString(writer, entry);
    }
    writer.EndArray();
}

bool isJsonNumber(const QString &text)
{
    static const QRegularExpression number(QStringLiteral("\\A-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?\\z"));
    return number.match(text).hasMatch();
}

/// Programs that keep numbers as doubles read a seed up to here without loss.
bool isSafeInteger(const QString &digits)
{
    return digits.toULongLong() <= (1ULL << 53);
}

/// A value from its text on the command line, as the JSON type that its field has.
void writeText(Writer &writer, const Field *field, const QString &text)
{
    const FieldType type = field != nullptr ? field->type : FieldType::text;
    const bool number = type == FieldType::count || type == FieldType::real || type == FieldType::share;
    const bool seed = field != nullptr && type == FieldType::text && field->rule == TextRule::seed;
    if ((number || (seed && isSafeInteger(text))) && isJsonNumber(text))
        writeNumber(writer, text);
    else if (type == FieldType::flag && (text == u"true" || text == u"false"))
        writer.Bool(text == u"true");
    else if ((type == FieldType::outcomes || type == FieldType::durations) && !text.isEmpty())
        writeList(writer, text == u"none" ? QStringList() : text.split(u','));
    else
        writeString(writer, text);
}

/// Writes fields by their dotted paths, opening and closing objects as the paths demand. Paths of one object must follow
/// one another.
class GroupWriter {
public:
    explicit GroupWriter(Writer &writer)
        : m_writer(writer)
    {
    }

    void write(const QStringList &path, const Field &field, const FieldValue &value)
    {
        const QStringList group = path.mid(0, path.size() - 1);
        qsizetype common = 0;
        while (common < m_open.size() && common < group.size() && m_open[common] == group[common])
            ++common;
        closeTo(common);
        for (const QString &name : group.mid(common)) {
            writeKey(m_writer, name);
            m_writer.StartObject();
            m_open += name;
        }
        writeKey(m_writer, path.last());
        writeText(m_writer, &field, fieldText(field, value));
    }
    void closeTo(qsizetype depth)
    {
        for (; m_open.size() > depth; m_open.removeLast())
            m_writer.EndObject();
    }

private:
    Writer &m_writer;
    QStringList m_open;
};

/// Shown even when it has its default, so that a file tells what it is.
bool isSkeleton(const Field &field)
{
    return field.path == "name" || field.path == "traffic.kind" || field.path == "chain.*.name"
           || field.path == "calls.*.name" || field.path == "faults.*.name" || field.path == "faults.*.node"
           || field.path == "faults.*.kind";
}

/// Does the field differ from what it is when the file leaves it out?
bool differs(const Experiment &experiment, const Field &field, std::size_t element)
{
    return field.read(experiment, element) != impliedValue(experiment, field, element);
}

/// The kind and the numbers of a distribution go together: all that its kind has, or none.
bool distributionDiffers(const Experiment &experiment, const Field &member, std::size_t element)
{
    const std::string_view group = member.path.substr(0, member.path.rfind('.') + 1);
    for (const Field &field : fields())
        if (field.path.starts_with(group) && isOfItsKind(experiment, field, element)
            && differs(experiment, field, element))
            return true;
    return false;
}

bool isWritten(const Experiment &experiment, const Field &field, std::size_t element)
{
    if (!hasField(experiment, field, element))
        return false;
    if (field.inDistribution)
        return isOfItsKind(experiment, field, element) && distributionDiffers(experiment, field, element);
    return isSkeleton(field) || differs(experiment, field, element);
}

/// The members of one element: all fields whose pattern begins with `prefix` ("chain.*.").
void writeElement(Writer &writer, const Experiment &experiment, const QString &prefix, std::size_t element)
{
    writer.StartObject();
    GroupWriter group(writer);
    for (const Field &field : fields()) {
        const QString pattern = latin(field.path);
        if (pattern.startsWith(prefix) && isWritten(experiment, field, element))
            group.write(pattern.mid(prefix.size()).split(u'.'), field, field.read(experiment, element));
    }
    group.closeTo(0);
    writer.EndObject();
}

void writeElements(Writer &writer, const Experiment &experiment, const QString &list, std::size_t count)
{
    writeKey(writer, list);
    writer.StartArray();
    for (std::size_t element = 0; element < count; ++element)
        writeElement(writer, experiment, list % u".*.", element);
    writer.EndArray();
}

void writeVariants(Writer &writer, const Experiment &experiment)
{
    writer.Key("variants");
    writer.StartArray();
    for (const Variant &variant : experiment.variants) {
        writer.StartObject();
        writer.Key("name");
        writeString(writer, variant.name);
        writer.Key("set");
        writer.StartObject();
        for (const Setting &setting : variant.set) {
            writeKey(writer, setting.path);
            writeText(writer, findField(setting.path), setting.value);
        }
        writer.EndObject();
        writer.EndObject();
    }
    writer.EndArray();
}

/// How many elements a list has that the file shows: one kind of call with nothing to say is left out.
std::size_t writtenElements(const Experiment &experiment, const QString &list)
{
    const World &world = experiment.world;
    if (list == u"calls")
        return world.calls == World().calls ? 0 : world.calls.size();
    return list == u"chain" ? world.chain.size() : world.faults.size();
}

/// Everything at the top, in the order of the table; each list of elements where its first field stands.
void writeTop(Writer &writer, const Experiment &experiment)
{
    GroupWriter group(writer);
    QString listBefore;
    for (const Field &field : fields()) {
        const QString pattern = latin(field.path);
        const QString list = pattern.contains(u".*.") ? pattern.section(u'.', 0, 0) : QString();
        if (list.isEmpty()) {
            if (isWritten(experiment, field, 0))
                group.write(pattern.split(u'.'), field, field.read(experiment, 0));
        } else if (list != listBefore) {
            group.closeTo(0);
            if (const std::size_t count = writtenElements(experiment, list); count != 0)
                writeElements(writer, experiment, list, count);
        }
        listBefore = list;
    }
    group.closeTo(0);
}

} // namespace

QByteArray writeExperiment(const Experiment &experiment)
{
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    writer.SetIndent(' ', 2);
    writer.StartObject();
    writer.Key("retrylab");
    writer.Int(fileFormat);
    writeTop(writer, experiment);
    if (!experiment.variants.empty())
        writeVariants(writer, experiment);
    writer.EndObject();
    return QByteArray(buffer.GetString(), static_cast<qsizetype>(buffer.GetSize())) + '\n';
}

} // namespace retrylab
