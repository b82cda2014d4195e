// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/dialects.h"

#include "core/lab/dialect_file.h"
#include "core/lab/fields_choices.h"
#include "core/lab/fields_path.h"
#include "core/lab/latin.h"

#include <QDir>
#include <QFile>
#include <QStringBuilder>

#include <algorithm>
#include <array>

// Outside any namespace, as the macro demands: a static library's resources are only linked when somebody asks.
static void initDialectResources()
{
    Q_INIT_RESOURCE(dialects);
}

namespace retrylab {

namespace {

constexpr std::string_view policyPrefix = "chain.*.policy.";

/// "retry.jitter" of "chain.*.policy.retry.jitter".
QString pathInPolicy(const Field &field)
{
    return latin(field.path.substr(policyPrefix.size()));
}

/// The list is dialects.qrc: no second one can contradict it.
QStringList dialectNames()
{
    initDialectResources();
    QStringList names;
    for (const QString &file : QDir(QStringLiteral(":/dialects")).entryList(QDir::Files, QDir::Name))
        names += file.chopped(5); // ".json"
    names.sort();
    return names;
}

Dialect loadDialect(const QString &name)
{
    QFile file(u":/dialects/" % name % u".json");
    const QByteArray json = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    Result<Dialect> dialect = readDialect(name, json);
    // It is a part of the program: nobody can have written it but us.
    if (!dialect)
        qFatal("%s", qPrintable(dialect.error().oneLine(name)));
    return *std::move(dialect);
}

/// Choices that a library has: its own list, or those for the first sight.
QStringList choicesUnder(const Dialect &dialect, const Field &field)
{
    if (const auto offered = dialect.offers.constFind(pathInPolicy(field)); offered != dialect.offers.constEnd())
        return *offered;
    QStringList names;
    if (field.type == FieldType::choice && field.plainChoices != 0) {
        names = namesOf(field.choices.first(field.plainChoices));
        if (const QString own = std::get<QString>(presetValue(dialect, field)); !names.contains(own))
            names += own;
    }
    return names;
}

bool allows(const DialectRule &rule, const FieldValue &value)
{
    switch (rule.kind) {
    case DialectRule::Kind::free: break;
    case DialectRule::Kind::choices: return rule.choices.contains(std::get<QString>(value));
    case DialectRule::Kind::fixed: return value == rule.value;
    }
    return true;
}

QString shown(const Field &field, const FieldValue &value)
{
    const QString text = fieldText(field, value);
    return std::holds_alternative<QString>(value) ? quoted(text) : text;
}

} // namespace

std::span<const Dialect> dialects()
{
    static const std::vector<Dialect> all = [] {
        std::vector<Dialect> loaded;
        for (const QString &name : dialectNames())
            loaded.push_back(loadDialect(name));
        return loaded;
    }();
    return all;
}

const Dialect *findDialect(QStringView name)
{
    if (name == latin(customDialect)) // before any file is read: the files are read under it
        return nullptr;
    const auto all = dialects();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Dialect &d) { return d.name == name; });
    return found != all.end() ? &*found : nullptr;
}

std::span<const std::string_view> dialectChoices()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all{std::string(customDialect)};
        for (const QString &name : dialectNames())
            all.push_back(name.toStdString());
        return all;
    }();
    static const std::vector<std::string_view> views(names.begin(), names.end());
    return views;
}

const Dialect *dialectOf(const Experiment &experiment, std::size_t element)
{
    if (element >= experiment.world.chain.size())
        return nullptr;
    const std::string &name = experiment.world.chain[element].dialect;
    return name == customDialect ? nullptr : findDialect(QString::fromStdString(name));
}

bool isRuledByDialect(const Field &field)
{
    return field.path.starts_with(policyPrefix) && !field.path.ends_with(".policy.dialect");
}

FieldValue presetValue(const Dialect &dialect, const Field &field)
{
    return field.read(dialect.preset, 0);
}

DialectRule ruleFor(const Dialect &dialect, const Field &field)
{
    if (!isRuledByDialect(field))
        return {};
    const QString path = pathInPolicy(field);
    const bool fixed = field.advanced ? !dialect.settable.contains(path) && !dialect.offers.contains(path)
                                      : dialect.fixed.contains(path);
    if (fixed)
        return {DialectRule::Kind::fixed, {}, presetValue(dialect, field)};
    const QStringList choices = choicesUnder(dialect, field);
    if (choices.isEmpty())
        return {};
    if (choices.size() == 1)
        return {DialectRule::Kind::fixed, {}, choices.front()};
    return {DialectRule::Kind::choices, choices, {}};
}

Result<void> checkDialect(const Experiment &experiment, const Field &field, std::size_t element,
                          const FieldValue &value)
{
    const Dialect *dialect = isRuledByDialect(field) ? dialectOf(experiment, element) : nullptr;
    if (dialect == nullptr)
        return {};
    const DialectRule rule = ruleFor(*dialect, field);
    if (allows(rule, value))
        return {};
    if (rule.kind == DialectRule::Kind::choices)
        return failure({}, shown(field, value) % u" is not something " % dialect->title % u" can do; allowed: "
                               % rule.choices.join(QStringLiteral(", ")) % u" (or set the dialect to \"custom\")");
    return failure({}, shown(field, value) % u" is not possible: " % dialect->title % u" has this fixed at "
                           % shown(field, rule.value) % u" (set the dialect to \"custom\" to change it)");
}

void adoptDialect(Experiment &experiment, std::size_t element, const Dialect &dialect)
{
    Node &node = experiment.world.chain[element];
    const Field *const kinds[] = {
        fieldWithPattern(u"chain.*.policy.breaker.kind"), fieldWithPattern(u"chain.*.policy.budget.kind"),
        fieldWithPattern(u"chain.*.policy.hedge.kind"), fieldWithPattern(u"chain.*.policy.fallback.kind")};
    std::array<FieldValue, std::size(kinds)> before;
    for (std::size_t i = 0; i < before.size(); ++i)
        before[i] = kinds[i]->read(experiment, element);
    node.policy = dialect.policy();
    node.dialect = dialect.name.toStdString();
    for (std::size_t i = 0; i < before.size(); ++i)
        if (std::get<QString>(before[i]) != u"none" && allows(ruleFor(dialect, *kinds[i]), before[i]))
            kinds[i]->write(experiment, element, before[i]);
}

void chooseDialect(Experiment &experiment, std::size_t element, QStringView name)
{
    Node &node = experiment.world.chain[element];
    if (name == latin(customDialect))
        node.dialect = customDialect;
    else if (const Dialect *dialect = findDialect(name);
             dialect != nullptr && node.dialect != name.toString().toStdString())
        adoptDialect(experiment, element, *dialect);
}

} // namespace retrylab
