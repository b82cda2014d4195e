// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fields_path.h"

#include "core/lab/fields_choices.h"
#include "core/lab/latin.h"

#include <QHash>
#include <QStringBuilder>

#include <algorithm>
#include <numeric>
#include <vector>

namespace retrylab {

namespace {

/// Letters to insert, delete or replace to turn one word into the other.
std::size_t editDistance(const QString &a, const QString &b)
{
    std::vector<std::size_t> row(static_cast<std::size_t>(b.size()) + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (qsizetype i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = static_cast<std::size_t>(i) + 1;
        for (std::size_t j = 1; j < row.size(); ++j) {
            const bool same = a[i].toLower() == b[static_cast<qsizetype>(j) - 1].toLower();
            const std::size_t replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

/// A path below a list of named elements: "chain.client.policy.timeout" is client and "policy.timeout" in "chain".
struct ElementPath {
    QStringView list;
    QStringView name;
    QStringView rest;
};

/// Nothing in `list` when the path does not lead into one.
ElementPath splitElement(QStringView path)
{
    const qsizetype first = path.indexOf(u'.');
    const qsizetype second = first < 0 ? -1 : path.indexOf(u'.', first + 1);
    if (second < 0)
        return {};
    const QStringView list = path.left(first);
    if (list != u"chain" && list != u"faults" && list != u"calls")
        return {};
    return {list, path.mid(first + 1, second - first - 1), path.mid(second + 1)};
}

template <typename Elements>
QStringList namesIn(const Elements &elements)
{
    QStringList names;
    for (const auto &element : elements)
        names += QString::fromStdString(element.name);
    return names;
}

QStringList elementNames(const Experiment &experiment, QStringView list)
{
    if (list == u"calls")
        return namesIn(experiment.world.calls);
    return list == u"chain" ? namesIn(experiment.world.chain) : namesIn(experiment.world.faults);
}

tl::unexpected<Error> noSuchField(QStringView path)
{
    const ElementPath parts = splitElement(path);
    QStringList candidates;
    for (const Field &field : fields()) {
        QString candidate = latin(field.path);
        if (!parts.list.isEmpty())
            candidate.replace(u'*', parts.name.toString());
        candidates += candidate;
    }
    const QString nearest = nearestName(path.toString(), candidates);
    const QString hint = nearest.isEmpty() ? QString() : QString(u"; did you mean \"" % nearest % u"\"?");
    return failure(path.toString(), QStringLiteral("no such field") % hint);
}

tl::unexpected<Error> noSuchElement(QStringView path, const ElementPath &parts, const QStringList &names)
{
    const QStringView what = parts.list == u"calls" ? u"call" : parts.list == u"chain" ? u"node" : u"fault";
    return failure(path.toString(),
                   QStringLiteral("there is no ") % what % u' ' % quoted(parts.name) % u"; "
                       % (names.isEmpty() ? QStringLiteral("there are none")
                                          : QString(u"there is: " % names.join(QStringLiteral(", ")))));
}

bool holds(const FieldCondition &condition, const Experiment &experiment, std::size_t element)
{
    if (condition.path.empty())
        return true;
    const Field *other = fieldWithPattern(latin(condition.path));
    return other != nullptr
           && latin(condition.any).split(u'|').contains(std::get<QString>(other->read(experiment, element)));
}

} // namespace

QString patternOf(QStringView path)
{
    const ElementPath parts = splitElement(path);
    return parts.list.isEmpty() ? path.toString() : QString(parts.list % u".*." % parts.rest);
}

const Field *fieldWithPattern(QStringView pattern)
{
    static const QHash<QString, const Field *> byPattern = [] {
        QHash<QString, const Field *> hash;
        for (const Field &field : fields())
            hash.insert(latin(field.path), &field);
        return hash;
    }();
    return byPattern.value(pattern.toString());
}

const Field *findField(QStringView path)
{
    return fieldWithPattern(patternOf(path));
}

Result<FieldPlace> resolvePath(const Experiment &experiment, QStringView path)
{
    FieldPlace place{findField(path), 0};
    const ElementPath parts = splitElement(path);
    if (place.field == nullptr)
        return noSuchField(path);
    if (parts.list.isEmpty()) // a pattern is no concrete path
        return path.contains(u'*') ? Result<FieldPlace>(noSuchField(path)) : place;
    const QStringList names = elementNames(experiment, parts.list);
    const qsizetype index = names.indexOf(parts.name);
    if (index < 0)
        return noSuchElement(path, parts, names);
    place.element = static_cast<std::size_t>(index);
    return place;
}

bool hasField(const Experiment &experiment, const Field &field, std::size_t element)
{
    switch (field.role) {
    case NodeRole::any: return true;
    case NodeRole::caller: return element + 1 < experiment.world.chain.size();
    case NodeRole::service: return element > 0;
    }
    return true;
}

bool appliesAt(const Experiment &experiment, const Field &field, std::size_t element)
{
    return hasField(experiment, field, element)
           && std::all_of(field.when.begin(), field.when.end(),
                          [&](const FieldCondition &condition) { return holds(condition, experiment, element); });
}

bool isOfItsKind(const Experiment &experiment, const Field &field, std::size_t element)
{
    // The first condition of such a number names the distribution's kind.
    return !field.inDistribution || field.type == FieldType::choice || holds(field.when[0], experiment, element);
}

QString nearestName(const QString &word, const QStringList &candidates)
{
    constexpr qsizetype longestWord = 200; // the search is quadratic
    if (word.size() > longestWord)
        return {};
    QString nearest;
    std::size_t least = static_cast<std::size_t>(std::max<qsizetype>(2, word.size() / 4)) + 1;
    for (const QString &candidate : candidates) {
        const std::size_t distance = editDistance(word, candidate);
        // A word of which nothing remains is not a typing error.
        if (distance < least && distance < static_cast<std::size_t>(candidate.size())) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace retrylab
