// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/experiment_file_read.h"

#include "core/lab/experiment_file_known.h"
#include "core/lab/fields.h"
#include "core/lab/fields_path.h"

#include <QStringBuilder>

#include <algorithm>

namespace retrylab {

namespace {

JsonKind kindOf(const Field &field)
{
    switch (field.type) {
    case FieldType::count:
    case FieldType::real:
    case FieldType::share: return JsonKind::number;
    case FieldType::flag: return JsonKind::boolean;
    case FieldType::outcomes:
    case FieldType::durations: return JsonKind::array;
    default: return JsonKind::string;
    }
}

bool fits(const JsonValue &value, const Field &field)
{
    if (field.type == FieldType::text && field.rule == TextRule::seed && value.kind == JsonKind::number)
        return true;
    if (field.mayBeUnlimited && value.kind == JsonKind::string)
        return value.text == u"unlimited" || kindOf(field) == JsonKind::string;
    return value.kind == kindOf(field);
}

/// What an element of a list is called. A kind of call has a name even where the file does not say; of others it is then
/// empty.
QString nameOf(const JsonValue &element, QStringView list)
{
    if (const JsonValue *name = element.find(u"name"); name != nullptr)
        return name->text;
    return list == u"calls" ? QString::fromStdString(CallKind().name) : QString();
}

/// The same, checked: a fault or node needs a name before anything in it can be addressed.
Result<QString> checkedName(const JsonValue &element, const QString &path, const QString &list)
{
    if (auto object = expectKind(element, JsonKind::object, path); !object)
        return tl::unexpected(object.error());
    const JsonValue *name = element.find(u"name");
    const QString text = nameOf(element, list);
    if (name == nullptr)
        return text.isEmpty() ? failure(path % u".name", QStringLiteral("is missing"), element.line)
                              : Result<QString>(text);
    if (auto kind = expectKind(*name, JsonKind::string, path % u".name"); !kind)
        return tl::unexpected(kind.error());
    if (auto good = checkValue(*fieldWithPattern(QString(list % u".*.name")), text); !good)
        return failure(path % u".name", good.error().message, name->line);
    return text;
}

Result<QStringList> elementNamesIn(const JsonValue &list)
{
    QStringList names;
    if (auto array = expectKind(list, JsonKind::array, list.key); !array)
        return tl::unexpected(array.error());
    for (const JsonValue &element : list.items) {
        const QString path = list.key % u'[' % QString::number(names.size()) % u']';
        const Result<QString> name = checkedName(element, path, list.key);
        if (!name)
            return tl::unexpected(name.error());
        const JsonValue *named = element.find(u"name");
        if (names.contains(*name))
            return failure(path % u".name", quoted(*name) % u" stands twice; allowed: a name of its own",
                           named != nullptr ? named->line : element.line);
        names += *name;
    }
    return names;
}

/// "dialect", "kind" and "method" come first: one is what the rest of a policy changes, the next decides what the other
/// members of a distribution mean, and from the last follows whether a call is idempotent.
std::vector<const JsonValue *> inReadingOrder(const JsonValue &object)
{
    std::vector<const JsonValue *> members;
    for (const JsonValue &member : object.items)
        members.push_back(&member);
    std::stable_partition(members.begin(), members.end(), [](const JsonValue *m) {
        return m->key == u"dialect" || m->key == u"kind" || m->key == u"method";
    });
    return members;
}

tl::unexpected<Error> unknownKey(const JsonValue &member, const QString &path)
{
    const QString group = path.left(std::max<qsizetype>(0, path.size() - member.key.size() - 1));
    const QStringList keys = keysOfGroup(patternOf(QString(group % u'.')).chopped(1));
    const QString nearest = nearestName(member.key, keys);
    const QString hint = nearest.isEmpty() ? QString(u"; allowed: " % keys.join(QStringLiteral(", ")))
                                           : QString(u"; did you mean \"" % nearest % u"\"?");
    return failure(path, QStringLiteral("unknown key") % hint, member.line);
}

} // namespace

Result<Experiment> ExperimentReader::read(const JsonValue &root)
{
    m_experiment = defaultExperiment();
    m_lines.insert(QString(), root.line);
    if (Result<void> done = readTop(root); !done)
        return located(done.error());
    if (Result<void> valid = validate(m_experiment); !valid)
        return located(valid.error());
    return m_experiment;
}

Result<void> ExperimentReader::readTop(const JsonValue &root)
{
    m_policyOnly = root.find(u"policy") != nullptr;
    if (m_policyOnly && root.find(u"chain") != nullptr)
        return failure(QStringLiteral("policy"),
                       QStringLiteral("stands beside a chain; allowed: a policy inside a node of the chain"),
                       root.find(u"policy")->line);
    if (Result<void> done = readNames(root); !done)
        return done;
    // Variants change what the rest has set.
    const JsonValue *variants = root.find(u"variants");
    for (const JsonValue &member : root.items) {
        if (&member == variants || member.key == u"retrylab")
            continue;
        if (Result<void> done = readTopMember(member); !done)
            return done;
    }
    return variants != nullptr ? readVariants(*variants) : Result<void>();
}

Result<void> ExperimentReader::readNames(const JsonValue &root)
{
    if (const JsonValue *chain = root.find(u"chain"); chain != nullptr) {
        const Result<QStringList> names = elementNamesIn(*chain);
        if (!names)
            return tl::unexpected(names.error());
        if (names->size() != 2)
            return failure(
                QStringLiteral("chain"),
                QStringLiteral("%1 nodes are not supported by this version; allowed: 2, callers and a service")
                    .arg(names->size()),
                chain->line);
        for (std::size_t i = 0; i < 2; ++i)
            m_experiment.world.chain[i].name = names->at(static_cast<qsizetype>(i)).toStdString();
    }
    if (const JsonValue *calls = root.find(u"calls"); calls != nullptr) {
        const Result<QStringList> names = elementNamesIn(*calls);
        if (!names)
            return tl::unexpected(names.error());
        if (names->size() > 1)
            return failure(QStringLiteral("calls"),
                           QStringLiteral("%1 kinds of call are not supported by this version; allowed: at most 1")
                               .arg(names->size()),
                           calls->line);
        if (!names->isEmpty())
            m_experiment.world.calls.front().name = names->front().toStdString();
    }
    if (const JsonValue *faults = root.find(u"faults"); faults != nullptr) {
        const Result<QStringList> names = elementNamesIn(*faults);
        if (!names)
            return tl::unexpected(names.error());
        for (const QString &name : *names)
            m_experiment.world.faults.emplace_back().name = name.toStdString();
    }
    return {};
}

Result<void> ExperimentReader::readTopMember(const JsonValue &member)
{
    const QString &key = member.key;
    if (key == u"chain" || key == u"faults" || key == u"calls")
        return readElements(member);
    if (key == u"policy") {
        auto object = expectKind(member, JsonKind::object, key);
        return object ? readGroup(member, QStringLiteral("chain.client.policy")) : object;
    }
    if (key == u"objectives" || key == u"expect") {
        if (member.kind == JsonKind::array && member.items.empty())
            return {};
        return failure(key, QStringLiteral("this key is known but not supported by this version; allowed: []"),
                       member.line);
    }
    return readMember(member, key);
}

Result<void> ExperimentReader::readElements(const JsonValue &list)
{
    for (const JsonValue &element : list.items) {
        const QString path = list.key % u'.' % nameOf(element, list.key);
        m_lines.insert(path, element.line);
        if (Result<void> done = readGroup(element, path); !done)
            return done;
    }
    return {};
}

Result<void> ExperimentReader::readGroup(const JsonValue &object, const QString &path)
{
    for (const JsonValue *member : inReadingOrder(object))
        if (Result<void> done = readMember(*member, path % u'.' % member->key); !done)
            return done;
    return {};
}

Result<void> ExperimentReader::readMember(const JsonValue &member, const QString &path)
{
    // A key with a dot in it would pass for a deeper path.
    if (member.key.isEmpty() || member.key.contains(u'.') || member.key.contains(u'*'))
        return unknownKey(member, path);
    m_lines.insert(path, member.line);
    const QString pattern = patternOf(path);
    if (fieldWithPattern(pattern) != nullptr)
        return readField(member, path);
    if (const auto judged = judgeKnownKey(pattern, path, member))
        return *judged;
    if (!isGroup(pattern))
        return unknownKey(member, path);
    auto object = expectKind(member, JsonKind::object, path);
    return object ? readGroup(member, path) : object;
}

Result<void> ExperimentReader::readField(const JsonValue &value, const QString &path)
{
    const Field &field = *findField(path);
    if (!fits(value, field))
        return misplaced(value, kindOf(field), path, allowedText(field));
    if (field.type == FieldType::outcomes)
        return readOutcomes(value, field, path);
    if (field.type == FieldType::durations)
        return readDurations(value, field, path);
    if (isChoiceForLater(patternOf(path), value.text))
        return failure(
            path, quoted(value.text) % u" is known but not supported by this version; allowed: " % allowedText(field),
            value.line);
    // A text is a text, whatever it looks like; everything else is written as on the command line.
    return field.type == FieldType::text ? setField(m_experiment, path, value.text)
                                         : setFieldText(m_experiment, path, value.text);
}

tl::unexpected<Error> ExperimentReader::located(Error error) const
{
    for (QString path = error.path; error.line == 0; path.truncate(std::max<qsizetype>(0, path.lastIndexOf(u'.')))) {
        error.line = m_lines.value(path, path.isEmpty() ? 1 : 0);
    }
    const QString client = QStringLiteral("chain.client.");
    if (m_policyOnly && error.path.startsWith(client))
        error.path.remove(0, client.size());
    return tl::unexpected(error);
}

} // namespace retrylab
