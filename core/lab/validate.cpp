// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/builtin.h"
#include "core/lab/dialects.h"
#include "core/lab/fields.h"
#include "core/lab/fields_path.h"
#include "core/lab/latin.h"
#include "core/lab/policy_rules.h"

#include <QSet>
#include <QStringBuilder>

namespace retrylab {

namespace {

QString nodePath(const Node &node, QStringView field)
{
    return u"chain." % QString::fromStdString(node.name) % u'.' % field;
}

QString faultPath(const Fault &fault, QStringView field)
{
    return u"faults." % QString::fromStdString(fault.name) % u'.' % field;
}

QString shown(Time time)
{
    return durationText(time.time_since_epoch());
}

std::size_t elementCount(const Experiment &experiment, const Field &field)
{
    if (field.path.starts_with("chain."))
        return experiment.world.chain.size();
    if (field.path.starts_with("calls."))
        return experiment.world.calls.size();
    return field.path.starts_with("faults.") ? experiment.world.faults.size() : 1;
}

/// "chain.*.slots" and the name of the element → "chain.service.slots"; by number while its name cannot stand in a path.
QString concretePath(const Experiment &experiment, const Field &field, std::size_t element)
{
    QString path = latin(field.path);
    const QString list = path.section(u'.', 0, 0);
    const Field *nameField = fieldWithPattern(QString(list % u".*.name"));
    if (nameField == nullptr)
        return path;
    const FieldValue name = nameField->read(experiment, element);
    if (checkValue(*nameField, name))
        return path.replace(u'*', std::get<QString>(name));
    return path.replace(QStringLiteral(".*"), u'[' % QString::number(element) % u']');
}

Result<void> checkRanges(const Experiment &experiment)
{
    for (const Field &field : fields()) {
        for (std::size_t element = 0; element < elementCount(experiment, field); ++element) {
            if (!hasField(experiment, field, element) || !isOfItsKind(experiment, field, element))
                continue;
            const Result<void> good = checkValue(field, field.read(experiment, element));
            if (!good)
                return failure(concretePath(experiment, field, element), good.error().message);
        }
    }
    return {};
}

/// A policy that breaks its dialect's rules could be written, but not be read again.
Result<void> checkDialects(const Experiment &experiment)
{
    for (std::size_t element = 0; element < experiment.world.chain.size(); ++element) {
        if (dialectOf(experiment, element) == nullptr)
            continue;
        for (const Field &field : fields()) {
            if (!isRuledByDialect(field) || !hasField(experiment, field, element))
                continue;
            const Result<void> good = checkDialect(experiment, field, element, field.read(experiment, element));
            if (!good)
                return failure(concretePath(experiment, field, element), good.error().message);
        }
    }
    return {};
}

Result<void> checkNames(const World &world)
{
    QSet<QString> names;
    for (const Node &node : world.chain) {
        const QString name = QString::fromStdString(node.name);
        if (names.contains(name))
            return failure(nodePath(node, u"name"), quoted(name) % u" is the name of two nodes");
        names.insert(name);
    }
    names.clear();
    for (const Fault &fault : world.faults) {
        const QString name = QString::fromStdString(fault.name);
        if (names.contains(name))
            return failure(faultPath(fault, u"name"), quoted(name) % u" is the name of two faults");
        names.insert(name);
    }
    return {};
}

Result<void> checkCap(const Node &caller, QStringView field, Duration cap, Duration least, QStringView leastName)
{
    if (cap >= least)
        return {};
    return failure(nodePath(caller, field),
                   durationText(cap) % u" is below " % leastName % u"; allowed: " % durationText(least) % u" or more");
}

Result<void> checkProbes(const Node &caller)
{
    const BreakerOptions &breaker = caller.policy.breaker;
    if (probesCanSucceed(breaker))
        return {};
    const QString shown = breaker.sample != 0
                              ? QString::number(breaker.sample)
                              : QString(u"0, for the number of probes, " % QString::number(breaker.probes) % u',');
    return failure(nodePath(caller, u"policy.breaker.halfOpen.sample"),
                   shown % u" is below successes; allowed: " % QString::number(breaker.successes) % u" or more");
}

Result<void> checkTokens(const Node &caller)
{
    const BudgetOptions &budget = caller.policy.budget;
    if (tokensFit(budget))
        return {};
    const Field &initial = *fieldWithPattern(u"chain.*.policy.budget.initial");
    return failure(nodePath(caller, u"policy.budget.initial"), fieldText(initial, budget.initial)
                                                                   % u" is above capacity; allowed: "
                                                                   % fieldText(initial, budget.capacity) % u" or less");
}

/// A backoff's floor may be above its cap: it is the stronger one.
Result<void> checkPolicy(const Node &caller)
{
    const Backoff &backoff = caller.policy.retry.backoff;
    const BreakerOptions &breaker = caller.policy.breaker;
    const HintRules &hint = caller.policy.retry.hint;
    return checkCap(caller, u"policy.retry.backoff.cap", backoff.cap, backoff.base, u"base")
        .and_then([&] { return checkCap(caller, u"policy.retry.hint.most", hint.most, hint.least, u"least"); })
        .and_then([&] { return checkTokens(caller); })
        .and_then(
            [&] { return checkCap(caller, u"policy.breaker.open.cap", breaker.openCap, breaker.openTime, u"time"); })
        .and_then([&] { return checkProbes(caller); });
}

Result<void> checkUniform(const Distribution &distribution, const QString &path)
{
    if (distribution.kind != DistributionKind::uniform || distribution.a <= distribution.b)
        return {};
    return failure(path % u".max", durationText(distribution.b) % u" is below min; allowed: "
                                       % durationText(distribution.a) % u" or more");
}

Result<void> checkTimes(const World &world)
{
    if (world.warmup >= world.duration)
        return failure(QStringLiteral("warmup"), durationText(world.warmup)
                                                     % u" is not shorter than the run; allowed: less than "
                                                     % durationText(world.duration));
    if (world.traffic.kind == TrafficKind::herd && world.traffic.at.time_since_epoch() >= world.duration)
        return failure(QStringLiteral("traffic.at"), shown(world.traffic.at)
                                                         % u" is not within the run; allowed: less than "
                                                         % durationText(world.duration));
    for (const Fault &fault : world.faults)
        if (fault.to <= fault.from)
            return failure(faultPath(fault, u"to"),
                           shown(fault.to) % u" is not after from; allowed: more than " % shown(fault.from));
    return {};
}

/// How many calls the run will start, roughly.
double expectedCalls(const World &world)
{
    const Traffic &traffic = world.traffic;
    switch (traffic.kind) {
    case TrafficKind::herd: return traffic.clients;
    case TrafficKind::open: return traffic.rate * toSeconds(world.duration);
    case TrafficKind::closed:
        return traffic.clients * (1 + toSeconds(world.duration) / toSeconds(mean(traffic.thinkTime)));
    }
    return 0;
}

/// Memory is what bounds a run: each attempt is some 80 bytes of trace.
Result<void> checkSize(const World &world)
{
    const double calls = expectedCalls(world);
    if (calls > mostCalls)
        return failure(QStringLiteral("duration"),
                       QStringLiteral("%1 makes about %2 calls with this traffic; allowed: %3 calls")
                           .arg(durationText(world.duration))
                           .arg(calls, 0, 'g', 3)
                           .arg(mostCalls, 0, 'f', 0));
    const std::uint32_t attempts = world.callers().policy.retry.maxAttempts;
    if (calls * attempts > mostAttempts)
        return failure(nodePath(world.callers(), u"policy.retry.maxAttempts"),
                       QStringLiteral("%1 attempts for each of about %2 calls; allowed: %3 attempts in all")
                           .arg(attempts)
                           .arg(calls, 0, 'g', 3)
                           .arg(mostAttempts, 0, 'f', 0));
    return {};
}

Result<void> checkVariants(const Experiment &experiment)
{
    QSet<QString> names;
    for (const Variant &variant : experiment.variants) {
        const QString path = u"variants." % variant.name;
        // A variant's name follows the rules of a fault's, but it is never part of a path: dots are fine.
        if (variant.name.isEmpty() || variant.name != variant.name.simplified() || variant.name.size() > 60)
            return failure(QStringLiteral("variants"),
                           quoted(variant.name) % u" is no name; allowed: 1 to 60 characters");
        if (names.contains(variant.name))
            return failure(path, QStringLiteral("is the name of two variants"));
        names.insert(variant.name);
        const Result<Experiment> changed = withVariant(experiment, variant.name);
        if (!changed)
            return failure(path % u".set." % changed.error().path, changed.error().message);
    }
    return {};
}

} // namespace

Result<void> validate(const Experiment &experiment)
{
    const World &world = experiment.world;
    if (world.calls.size() != 1)
        return failure(
            QStringLiteral("calls"),
            QStringLiteral("%1 kinds of call are not supported by this version; allowed: 1").arg(world.calls.size()));
    if (world.chain.size() != 2)
        return failure(
            QStringLiteral("chain"),
            QStringLiteral("%1 nodes are not supported by this version; allowed: 2, the callers and a service")
                .arg(world.chain.size()));

    return checkRanges(experiment)
        .and_then([&] { return checkDialects(experiment); })
        .and_then([&] { return checkNames(world); })
        .and_then([&] { return checkPolicy(world.callers()); })
        .and_then([&] { return checkUniform(world.traffic.thinkTime, QStringLiteral("traffic.thinkTime")); })
        .and_then([&] { return checkUniform(world.service().serviceTime, nodePath(world.service(), u"serviceTime")); })
        .and_then([&] { return checkTimes(world); })
        .and_then([&] { return checkSize(world); })
        .and_then([&] { return checkVariants(experiment); });
}

} // namespace retrylab
